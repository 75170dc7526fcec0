import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'

export const STEP_STATUSES = ['running', 'waiting', 'retrying', 'completed', 'failed', 'aborted'] as const

const StepErrorSchema = Type.Object(
  {
    code: Type.String({ description: 'For programs.' }),
    message: Type.String({ description: 'For people.' }),
  },
  { title: 'StepError', description: 'Why a step, or one attempt of it, failed.' },
)

const StepRetrySchema = Type.Object(
  {
    attempt: Type.Integer({ minimum: 1, description: 'Which attempt failed.' }),
    error: StepErrorSchema,
    ended_at: TimestampSchema,
    next_at: TimestampSchema,
  },
  {
    title: 'StepRetry',
    description: 'An attempt that failed and was followed by another one, at `next_at` or later.',
  },
)

const StepLinksSchema = Type.Object(
  {
    callback: Type.Optional(
      Type.String({ description: 'Of a wait for a callback: a POST to it goes on with what was sent.' }),
    ),
    approve: Type.Optional(Type.String({ description: 'Of an approval: the page, with a yes at hand.' })),
    reject: Type.Optional(Type.String({ description: 'Of an approval: the page, with a no at hand.' })),
  },
  {
    title: 'StepLinks',
    description:
      'Whoever has such a link can answer, without a key. To open one changes nothing: link previews do it.',
  },
)

const StepWaitSchema = Type.Object(
  {
    for: Type.Enum(['timer', 'event', 'callback', 'approval', 'workflow'], {
      description: 'What ends the wait.',
    }),
    event: nullable(Type.String({ description: 'The name of the event.' })),
    until: nullable(TimestampSchema),
    links: StepLinksSchema,
  },
  {
    title: 'StepWait',
    description: 'What a step waits for; `until` is the end of a timer, the time-out of everything else.',
  },
)

const outcome = {
  key: Type.String({
    description: 'Names the step in its execution: the node, and the loop items around it.',
  }),
  node_id: Type.String({ description: 'The node that ran.' }),
  node_name: nullable(Type.String({ description: 'What people call it.' })),
  type: Type.String({ description: 'The type of the node.' }),
  frame: nullable(
    Type.String({ description: 'The loop items around it, outermost first, as `loop[0]/inner[2]`.' }),
  ),
  index: nullable(Type.Integer({ minimum: 0, description: 'Which item of the innermost loop it is in.' })),
  status: Type.Enum([...STEP_STATUSES], {
    description:
      '`completed`, `failed` and `aborted` (the run ended or went another way before it did) are final.',
  }),
  handle: nullable(Type.String({ description: 'The output it left by; null when no edge was taken.' })),
  attempts: Type.Integer({ minimum: 0, description: 'How often it was tried.' }),
  retries: Type.Array(StepRetrySchema, { description: 'Attempts that failed and were followed by another.' }),
  started_at: TimestampSchema,
  ended_at: nullable(TimestampSchema),
  duration_ms: nullable(Type.Integer({ description: 'From start to end, waits and retries included.' })),
  output: Type.Unknown({ description: 'What it gave; null while there is nothing.' }),
  error: nullable(StepErrorSchema),
  waiting: nullable(StepWaitSchema),
  child_execution_id: nullable(IdSchema),
}

const FollowedStepSchema = Type.Object(outcome, {
  title: 'FollowedStep',
  description: 'A step as the stream of events tells of it.',
})

const StepSchema = Type.Object(
  {
    ...outcome,
    input: Type.Unknown({
      description:
        'What it got from before: one output as it is, of several an object by node id, the input of the run for a first node, the item for the first node in a loop.',
    }),
  },
  { title: 'Step', description: 'One run of one node. Nodes that were skipped have no step.' },
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
      'How to read on; also the version of the workflow that the execution runs on, and the execution it repeats.',
  },
)

export type StepError = Static<typeof StepErrorSchema>
export type StepWait = Static<typeof StepWaitSchema>
export type FollowedStep = Static<typeof FollowedStepSchema>
export type Step = Static<typeof StepSchema>

export const listSteps = defineOperation({
  id: 'listSteps',
  method: 'GET',
  path: '/executions/:id/steps',
  tag: 'Executions',
  summary: 'List the steps of an execution',
  description:
    'In the order in which they started. Steps of a retry that were taken over from the execution before show the times ' +
    'they had there. A page ends early rather than to grow beyond a few megabytes.',
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

const LAST_EVENT_ID = 'The `id` of the last event that was received: the stream goes on behind it.'

export const followExecution = defineOperation({
  id: 'followExecution',
  method: 'GET',
  path: '/executions/:id/events',
  tag: 'Executions',
  summary: 'Follow an execution',
  description:
    'Server-sent events: everything so far, then what happens as it happens. `status` has the status of the execution, ' +
    'and with the end its output and error; `step` a step as the list of steps has it, without `input`, each time ' +
    'something happens to it; `log` an entry of the log. `step` and `log` have an `id`: send the last one as ' +
    '`Last-Event-ID` (or as `last_event_id` in the query) to go on behind it. The stream ends after the `status` with ' +
    '`completed` or `failed`; close it then, as browsers would open it again. A comment comes at least every 15 seconds. ' +
    'An account can follow 100 executions at the same time.',
  scope: 'executions:read',
  extension: true,
  params: IdParams,
  query: Type.Object({ last_event_id: Type.Optional(Type.String({ description: LAST_EVENT_ID })) }),
  resumable: true,
  success: {
    status: 200,
    description: 'The stream.',
    data: Type.String({
      description:
        'Events with `event`, `id` and `data`; `data` is JSON in one line. See FollowedStep and LogEntry.',
    }),
    mediaType: 'text/event-stream',
  },
  example: {},
})
