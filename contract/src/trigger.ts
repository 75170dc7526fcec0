import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'

export const TRIGGER_KINDS = ['schedule', 'poll', 'webhook', 'form', 'event'] as const

const TriggerSchema = Type.Object(
  {
    node_id: Type.String({ description: 'The trigger node.' }),
    kind: Type.Enum([...TRIGGER_KINDS], { description: 'The type of the trigger.' }),
    active: Type.Boolean({
      description:
        'Whether the trigger starts executions: the workflow is published, the node is enabled, nobody paused it, and `problem` is null.',
    }),
    paused_at: nullable(TimestampSchema),
    problem: nullable(
      Type.String({ description: 'Why the trigger cannot start executions; null if it can.' }),
    ),
    next_runs: Type.Optional(
      Type.Array(TimestampSchema, {
        description:
          'For a schedule or a poll: the next times, at most five. For a draft, the times if it were published.',
      }),
    ),
    url: Type.Optional(
      Type.String({
        description:
          'For an inbound webhook: the URL that starts executions. It does not change while the workflow exists. Shown only with the scope `workflows:write` or `workflows:execute`.',
      }),
    ),
    test_url: Type.Optional(
      Type.String({
        description:
          'For an inbound webhook: the URL that also runs a draft. Shown under the same condition.',
      }),
    ),
  },
  { title: 'Trigger', description: 'A node that starts executions of a published workflow.' },
)

export type Trigger = Static<typeof TriggerSchema>

export const listTriggers = defineOperation({
  id: 'listTriggers',
  method: 'GET',
  path: '/workflows/:id/triggers',
  tag: 'Workflows',
  summary: 'List the triggers of a workflow',
  description:
    'The triggers in the order of the nodes, each with the problem that keeps it inactive, if any. A `start` node is not listed: it has nothing to activate.',
  scope: 'workflows:read',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'The triggers.', data: Type.Array(TriggerSchema) },
  example: {},
})

const UpcomingRunSchema = Type.Object(
  {
    workflow_id: IdSchema,
    workflow_name: Type.String({ description: 'The name of the workflow.' }),
    node_id: Type.String({ description: 'The schedule node.' }),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'The parameters of the node.' }),
    next_run_at: TimestampSchema,
  },
  { title: 'UpcomingRun', description: 'The next run of a schedule.' },
)

export type UpcomingRun = Static<typeof UpcomingRunSchema>

export const listUpcomingRuns = defineOperation({
  id: 'listUpcomingRuns',
  method: 'GET',
  path: '/schedules',
  tag: 'Workflows',
  summary: 'List the next scheduled runs',
  description:
    'The active schedules of all published workflows with their next run, soonest first. A schedule that runs while you read the ' +
    'pages moves to its next time and is listed there again.',
  scope: 'workflows:read',
  extension: true,
  query: CursorQuery,
  success: {
    status: 200,
    description: 'A page of schedules.',
    data: Type.Array(UpcomingRunSchema),
    meta: CursorMetaSchema,
  },
  example: { query: 'limit=5' },
})

const TriggerEventSchema = Type.Object(
  {
    received_at: TimestampSchema,
    input: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The input that a run started by this request would have.',
    }),
  },
  { title: 'TriggerEvent', description: 'A request that was received while somebody listened for it.' },
)

export type TriggerEvent = Static<typeof TriggerEventSchema>

export const listenForEvent = defineOperation({
  id: 'listenForEvent',
  method: 'POST',
  path: '/workflows/:id/triggers/:node_id/listen',
  tag: 'Workflows',
  summary: 'Listen for a request to an inbound webhook',
  description:
    'Waits for the next request to the `test_url` of the trigger and returns it as sample data. The request starts no run. ' +
    'The answer is null after `seconds` without a request; ask again to continue listening.',
  scope: 'workflows:execute',
  extension: true,
  params: Type.Object({
    id: IdSchema,
    node_id: Type.String({ maxLength: 1_000, description: 'The trigger node.' }),
  }),
  body: Type.Object(
    {
      seconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 60, default: 30, description: 'How long to wait.' }),
      ),
    },
    { title: 'ListenRequest', description: 'How long to listen.' },
  ),
  bodyOptional: true,
  audit: 'never',
  success: { status: 200, description: 'The request, or null.', data: nullable(TriggerEventSchema) },
  example: { body: { seconds: 1 } },
})
