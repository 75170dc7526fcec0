import { ExternalLink, PencilRuler, RotateCcw } from 'lucide-react'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import type { ExecutionOverview } from '../../api/executions.ts'
import type { Command } from '../../app/commands/command.ts'
import { editorHref } from '../../run/failed-step.ts'
import { hasEnded } from '../../run/follow-run.ts'
import * as page from '../../texts/run/page.ts'
import * as t from '../../texts/run/step.ts'

interface StepCommandOptions {
  step: StepOutline
  execution: ExecutionOverview
  canControl: boolean
  open: (href: string) => void
  onRetry: (from: string) => void
}

/** What can be done with a step, for its context menu. */
export function stepCommands({ step, execution, canControl, open, onRetry }: StepCommandOptions): Command[] {
  const group = page.runGroup
  const editor = editorHref(execution, { id: step.node_id })
  const child = step.child_execution_id
  return [
    ...(canControl
      ? [
          {
            id: 'step.retry',
            title: t.retryFromHere,
            group,
            icon: RotateCcw,
            enabled: hasEnded(execution),
            run: () => onRetry(step.node_id),
          },
        ]
      : []),
    ...(editor === undefined
      ? []
      : [{ id: 'step.edit', title: t.openInEditor, group, icon: PencilRuler, run: () => open(editor) }]),
    ...(child === null
      ? []
      : [
          {
            id: 'step.child',
            title: t.openChild,
            group,
            icon: ExternalLink,
            run: () => open(`/executions/${child}`),
          },
        ]),
  ]
}
