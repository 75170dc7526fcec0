import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import type { ExecutionOverview } from '../../api/executions.ts'
import { WaitingCard } from '../../run/waiting-card.tsx'

/** On a phone: what the run waits for, before everything else. */
export function WaitingBanner({
  execution,
  steps,
  nameOf,
}: {
  execution: ExecutionOverview
  steps: readonly StepOutline[]
  nameOf: (nodeId: string) => string
}) {
  const first = steps.find((step) => step.waiting !== null)
  if (first === undefined) return null
  return (
    <div className="border-b border-warning/40 bg-warning-soft p-4">
      <WaitingCard executionId={execution.id} step={first} name={nameOf(first.node_id)} />
    </div>
  )
}
