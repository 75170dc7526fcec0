import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import type { ExecutionOverview } from '../../api/executions.ts'
import { Tabs } from '../../components/panel/tabs.tsx'
import { DataView } from '../../data-view/data-view.tsx'
import type { GraphDocument } from '../../graph/types.ts'
import { hasEnded } from '../../run/follow-run.ts'
import { StepPanel, type StepTab } from '../../run/step-panel.tsx'
import type { Run } from '../../run/use-run.ts'
import * as t from '../../texts/run/step.ts'

interface RunDataPanelProps {
  run: Run
  execution: ExecutionOverview
  document: GraphDocument | undefined
  step: StepOutline | undefined
  shown: StepOutline | undefined
  nameOf: (nodeId: string) => string
  tab: StepTab | undefined
  onTab: (tab: StepTab) => void
  onMove: (by: 1 | -1) => void
  onClose: () => void
  onRetryFrom: ((nodeId: string) => void) | undefined
  onResume: (() => void) | undefined
}

/** The data of the selected step; without one, that of the run. */
export function RunDataPanel({ step, tab, ...props }: RunDataPanelProps) {
  const { execution } = props
  if (step !== undefined) {
    // What failed explains itself by its error, the rest by its output.
    const first = step.status === 'failed' ? 'error' : step.output_size === null ? 'input' : 'output'
    return <StepPanel {...props} step={step} tab={tab ?? first} />
  }
  const shownTab = tab === 'output' ? 'output' : tab === 'input' || !hasEnded(execution) ? 'input' : 'output'
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h2 className="px-4 pt-3 pb-1 text-[15px] font-semibold">{t.wholeRun}</h2>
      <Tabs
        label={t.wholeRun}
        value={shownTab}
        onChange={props.onTab}
        className="min-h-0 flex-1"
        contentClassName="flex flex-col"
        tabs={[
          {
            value: 'input' as const,
            label: t.input,
            content: (
              <DataView
                source={{ kind: 'execution', executionId: execution.id, part: 'input' }}
                rootPath="input"
                fileName={t.runInput}
              />
            ),
          },
          {
            value: 'output' as const,
            label: t.output,
            content: hasEnded(execution) ? (
              <DataView
                source={{ kind: 'execution', executionId: execution.id, part: 'output' }}
                fileName={t.runOutput}
              />
            ) : (
              <p className="p-4 text-[13px] text-muted">{t.runOutputLater}</p>
            ),
          },
        ]}
      />
    </div>
  )
}
