import Type from 'typebox'
import { TRIGGER_EVENTS } from '#domain/trigger.ts'
import { concurrencyParameter } from '#nodes/parameters/concurrency-parameter.ts'
import type { NodeKind } from '#ports/node-kind.ts'

const MOST_WORKFLOWS = 100

export const eventNode: NodeKind = {
  type: 'event',
  title: 'Event',
  summary:
    'Starts a run when something happens in the account, while the workflow is published: another workflow completed or failed, or any form was submitted. The input of the run tells of it.',
  group: 'trigger',
  parameters: Type.Object({
    event: Type.Enum([...TRIGGER_EVENTS], {
      title: 'Event',
      description:
        '`workflow.failed` comes for cancelled and timed-out runs, too. Runs of the workflow itself never count, and a chain of runs that start one another this way ends after five.',
    }),
    workflow_ids: Type.Optional(
      Type.Array(Type.String(), {
        title: 'Workflows',
        description: 'For `workflow.completed` and `workflow.failed`: only runs of these. All by default.',
        maxItems: MOST_WORKFLOWS,
      }),
    ),
    concurrency: concurrencyParameter,
  }),
  literals: ['event', 'workflow_ids', 'concurrency'],
  output:
    'The input of the run: `event` and the data of the event. For a workflow: `execution_id`, `workflow_id`, `workflow_name`, `status`, `started_at`, `completed_at`, `output` (`output_truncated: true` instead if it exceeds 16 KiB) and `error`. For a form: `form_id`, `form_name`, `submission_id`, `data` and `created_at`.',
  example: { data: { event: 'workflow.failed' } },
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  run: ({ previous }) => ({ ok: true, output: previous }),
}
