import Type from 'typebox'
import { TRIGGER_EVENTS } from '#domain/index.ts'
import { concurrencyParameter } from '#nodes/parameters/concurrency-parameter.ts'
import { listOf, textOf } from '#nodes/parameters/line-parts.ts'
import type { NodeKind } from '#ports/index.ts'

const MAX_WORKFLOWS = 100

const EVENT_LINE =
  'data.event === "workflow.completed" ? "when a run completes" : data.event === "workflow.failed" ? "when a run fails" : ' +
  `data.event === "form.submitted" ? "when a form is submitted" : ${textOf('data.event')}`
const COUNT_LINE =
  'Array.isArray(data.workflow_ids) && data.workflow_ids.length > 0 ? data.workflow_ids.length + (data.workflow_ids.length === 1 ? " workflow" : " workflows") : ""'

export const eventNode: NodeKind = {
  type: 'event',
  title: 'Event',
  summary:
    'Starts a run when an event occurs in the account while the workflow is published: a run of another workflow completes or fails, or a form is submitted. The input of the run describes the event.',
  family: 'trigger',
  icon: 'zap',
  keywords: ['workflow failed', 'workflow completed', 'error handler', 'trigger'],
  line: listOf(EVENT_LINE, COUNT_LINE),
  parameters: Type.Object({
    event: Type.Enum([...TRIGGER_EVENTS], {
      title: 'Event',
      description:
        '`workflow.failed` also covers cancelled and timed-out runs, but not dropped ones unless `include_dropped` is set. Runs of the same workflow do not trigger it, and a chain of runs that start each other by events ends after five runs.',
    }),
    workflow_ids: Type.Optional(
      Type.Array(Type.String({ 'x-format': 'workflow-id' }), {
        title: 'Workflows',
        'x-when': { event: ['workflow.completed', 'workflow.failed'] },
        description:
          'For `workflow.completed` and `workflow.failed`: only react to runs of these workflows. Defaults to all workflows.',
        maxItems: MAX_WORKFLOWS,
      }),
    ),
    include_dropped: Type.Optional(
      Type.Boolean({
        title: 'Include dropped runs',
        'x-when': { event: ['workflow.failed'] },
        description:
          'For `workflow.failed`: also react to runs that were dropped because of a `concurrency` limit with `on_limit: "drop"` (the code `DROPPED`).',
        default: false,
      }),
    ),
    concurrency: concurrencyParameter,
  }),
  literals: ['event', 'workflow_ids', 'include_dropped', 'concurrency'],
  output:
    'The input of the run: `event` and the data of the event. For a workflow: `execution_id`, `workflow_id`, `workflow_name`, `status`, `started_at`, `completed_at`, `output` (`output_truncated: true` instead if it exceeds 16 KiB) and `error`; for `workflow.failed` also `input`, the input of the failed run (`input_truncated: true` instead if it exceeds 16 KiB), and `url`, a link to the run in the app (null if the address of the service is not known). For a form: `form_id`, `form_name`, `submission_id`, `data` and `created_at`.',
  example: { data: { event: 'workflow.failed' } },
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  run: ({ previous }) => ({ ok: true, output: previous }),
}
