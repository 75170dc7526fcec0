import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'

export const STEP_STATUSES = ['running', 'waiting', 'retrying', 'completed', 'failed', 'aborted'] as const

const StepErrorSchema = Type.Object(
  {
    code: Type.String({ description: 'An error code, for programs.' }),
    message: Type.String({ description: 'What went wrong, for people.' }),
  },
  { title: 'StepError', description: 'Why a step or one of its attempts failed.' },
)

const StepRetrySchema = Type.Object(
  {
    attempt: Type.Integer({ minimum: 1, description: 'The number of the failed attempt.' }),
    error: StepErrorSchema,
    ended_at: TimestampSchema,
    next_at: TimestampSchema,
  },
  {
    title: 'StepRetry',
    description: 'A failed attempt; the next one starts at `next_at` or later.',
  },
)

const StepLinksSchema = Type.Object(
  {
    callback: Type.Optional(
      Type.String({ description: 'For a callback: a POST to this URL resumes the run with the data sent.' }),
    ),
    approve: Type.Optional(
      Type.String({ description: 'For an approval: the page, with "approve" selected.' }),
    ),
    reject: Type.Optional(Type.String({ description: 'For an approval: the page, with "reject" selected.' })),
  },
  {
    title: 'StepLinks',
    description:
      'Anyone who has a link can answer without an API key. Opening a link changes nothing, so link previews are harmless. Shown only with the scope `executions:write`.',
  },
)

const StepWaitSchema = Type.Object(
  {
    for: Type.Enum(['timer', 'event', 'callback', 'approval', 'workflow'], {
      description: 'What the step waits for.',
    }),
    event: nullable(Type.String({ description: 'The name of the event.' })),
    until: nullable(TimestampSchema),
    links: StepLinksSchema,
  },
  {
    title: 'StepWait',
    description: 'What a step waits for. `until` is when a timer fires, or when any other wait times out.',
  },
)

const outcome = {
  key: Type.String({
    description: 'Identifies the step within its execution: the node, and the iterations that contain it.',
  }),
  node_id: Type.String({ description: 'The node that ran.' }),
  node_name: nullable(Type.String({ description: 'The name of the node.' })),
  type: Type.String({ description: 'The type of the node.' }),
  frame: nullable(
    Type.String({
      description:
        'The iteration path: the loop iterations that contain the step, outermost first, as `loop[0]/inner[2]`.',
    }),
  ),
  index: nullable(Type.Integer({ minimum: 0, description: 'The iteration of the innermost loop, from 0.' })),
  status: Type.Enum([...STEP_STATUSES], {
    description:
      '`completed`, `failed` and `aborted` are final. `aborted`: the run or the iteration ended before the step did.',
  }),
  handle: nullable(
    Type.String({ description: 'The handle at which the run continued; null if it did not.' }),
  ),
  attempts: Type.Integer({ minimum: 0, description: 'The number of attempts.' }),
  retries: Type.Array(StepRetrySchema, { description: 'Failed attempts that were followed by another one.' }),
  started_at: TimestampSchema,
  ended_at: nullable(TimestampSchema),
  duration_ms: nullable(
    Type.Integer({ description: 'Milliseconds from start to end, including waits and retries.' }),
  ),
  output: Type.Unknown({ description: 'The output of the step; null until there is one.' }),
  error: nullable(StepErrorSchema),
  waiting: nullable(StepWaitSchema),
  child_execution_id: nullable(IdSchema),
}

export const FollowedStepSchema = Type.Object(outcome, {
  title: 'FollowedStep',
  description: 'A step in the stream of events.',
})

const StepSchema = Type.Object(
  {
    ...outcome,
    input: Type.Unknown({
      description:
        'The input of the step: the output of the node before; an object by node id if several edges were taken; the input of the run for a first node; the item for the first node in a loop.',
    }),
  },
  { title: 'Step', description: 'One run of one node. Skipped nodes have no step.' },
)

const StepListMetaSchema = Type.Object(
  {
    ...CursorMetaSchema.properties,
    version_id: IdSchema,
    retry_of: nullable(IdSchema),
  },
  {
    title: 'StepListMeta',
    description:
      'The position in the list, the version of the workflow that the execution runs on, and the execution that it retries.',
  },
)

export type StepError = Static<typeof StepErrorSchema>
export type StepWait = Static<typeof StepWaitSchema>
export type FollowedStep = Static<typeof FollowedStepSchema>
export type Step = Static<typeof StepSchema>
export type StepListMeta = Static<typeof StepListMetaSchema>

export const listSteps = defineOperation({
  id: 'listSteps',
  method: 'GET',
  path: '/executions/:id/steps',
  tag: 'Executions',
  summary: 'List the steps of an execution',
  description:
    'In the order in which they started. Steps that a retry reused show their original times. ' +
    'A page may hold fewer steps than `limit` so that it stays below a few megabytes.',
  scope: 'executions:read',
  extension: true,
  params: IdParams,
  query: CursorQuery,
  success: {
    status: 200,
    description: 'A page of steps.',
    data: Type.Array(StepSchema),
    meta: StepListMetaSchema,
  },
  example: { query: 'limit=10' },
})

const LAST_EVENT_ID = 'The `id` of the last event you received: the stream continues after it.'

export const followExecution = defineOperation({
  id: 'followExecution',
  method: 'GET',
  path: '/executions/:id/events',
  tag: 'Executions',
  summary: 'Follow an execution',
  description:
    'Server-sent events: first the history, then every change as it happens. `status` carries the status of the execution ' +
    'and, at the end, its output and error; `step` carries a step as in the list of steps, without `input`, each time ' +
    'it changes; `log` carries a log entry. `step` and `log` have an `id`: send the last one as ' +
    '`Last-Event-ID` (or as `last_event_id` in the query) to continue after it. The stream ends after the `status` event with ' +
    '`completed` or `failed`; close it then, because browsers reconnect. If the caller loses access, it ends within a few seconds ' +
    'with an `error` event, whose data is the `error` of a refused request: do not reconnect. ' +
    'A comment is sent at least every 15 seconds. ' +
    'An account can follow 100 executions concurrently.',
  scope: 'executions:read',
  extension: true,
  params: IdParams,
  query: Type.Object({
    last_event_id: Type.Optional(Type.String({ description: LAST_EVENT_ID })),
    data: Type.Optional(
      Type.Enum(['full', 'none'], {
        default: 'full',
        description: '`none`: `step` carries an outline as in the timeline, and the last `status` no output.',
      }),
    ),
  }),
  resumable: true,
  success: {
    status: 200,
    description: 'The stream.',
    data: Type.String({
      description:
        'Events with `event`, `id` and `data`; `data` is JSON on one line. See `FollowedStep` and `LogEntry`.',
    }),
    mediaType: 'text/event-stream',
  },
  example: {},
})
