import Type, { type Static } from 'typebox'
import { AcceptedExecutionSchema, ExecutionSchema } from './execution.ts'
import { defineOperation } from './operation.ts'
import { IdParams, IdSchema, nullable, textSchema } from './primitives.ts'

/** The longest data of a signal or a callback, in characters of JSON. */
export const MAX_SIGNAL_SIZE = 256 * 1024

export const cancelExecution = defineOperation({
  id: 'cancelExecution',
  method: 'POST',
  path: '/executions/:id/cancel',
  tag: 'Executions',
  summary: 'Cancel an execution',
  description:
    'Ends the execution immediately with the status `failed` and the error code `CANCELLED`. Running steps are aborted and ' +
    'sub-workflows are cancelled. Cancelling a cancelled execution changes nothing; any other execution that has ended is refused with 409.',
  scope: 'executions:write',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'The cancelled execution.', data: ExecutionSchema },
  example: { execution: 'waiting' },
})

const RetryRequestSchema = Type.Object(
  {
    from: Type.Optional(
      textSchema({
        minLength: 1,
        maxLength: 1_000,
        description:
          '`failed`: repeats the steps that failed or did not run; the default for a failed execution. `start`: repeats everything; ' +
          'the default for a completed one. A node id: repeats that node and every node after it.',
        examples: ['failed', 'start'],
      }),
    ),
    version: Type.Optional(
      Type.Enum(['original', 'current', 'draft'], {
        default: 'original',
        description:
          'The version of the workflow to run: that of the original execution, the current one, or the working copy. With `current` and `draft`, results are ' +
          'reused for nodes that still exist, have the same type and are reached the same way.',
      }),
    ),
    until: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description:
          'Only with `version: draft`: the id of the node to stop after. Nodes that it does not depend on do not run.',
      }),
    ),
  },
  { title: 'RetryRequest', description: 'Where to start, and on which version.' },
)

export const retryExecution = defineOperation({
  id: 'retryExecution',
  method: 'POST',
  path: '/executions/:id/retry',
  tag: 'Executions',
  summary: 'Retry an execution',
  description:
    'Starts a new execution with the input of an execution that has ended. Steps that are not repeated keep their recorded results, ' +
    'so their effects do not happen twice. `meta.retry_of` in the list of steps names the original execution, which does not change.',
  scope: 'executions:write',
  extension: true,
  params: IdParams,
  body: RetryRequestSchema,
  bodyOptional: true,
  success: { status: 202, description: 'The new execution, accepted.', data: AcceptedExecutionSchema },
  example: { body: { from: 'start' } },
})

const RetriedNodeSchema = Type.Object(
  {
    node_id: Type.String({ description: 'The node.' }),
    steps: Type.Integer({ minimum: 0, description: 'How many of its steps; more than 1 in a loop.' }),
  },
  { title: 'RetriedNode', description: 'A node in the preview of a retry.' },
)

const RetryPreviewSchema = Type.Object(
  {
    version_id: nullable(IdSchema),
    version_number: nullable(
      Type.Integer({ description: 'The version that would run; null for the working copy.' }),
    ),
    kept: Type.Array(RetriedNodeSchema, {
      description: 'Results that are reused; these steps do not run again.',
    }),
    repeated: Type.Array(RetriedNodeSchema, { description: 'Steps that run again.' }),
    new: Type.Array(RetriedNodeSchema, { description: 'Nodes that have not run yet and may run.' }),
  },
  { title: 'RetryPreview', description: 'What a retry would keep and run.' },
)

export type RetryPreview = Static<typeof RetryPreviewSchema>

export const previewRetry = defineOperation({
  id: 'previewRetry',
  method: 'POST',
  path: '/executions/:id/retry/preview',
  tag: 'Executions',
  summary: 'Preview a retry',
  description:
    'Takes the body of a retry and lists what it would keep and what it would run. Nothing is started.',
  scope: 'executions:read',
  extension: true,
  params: IdParams,
  body: RetryRequestSchema,
  bodyOptional: true,
  audit: 'never',
  success: { status: 200, description: 'The preview.', data: RetryPreviewSchema },
  example: { body: { from: 'start' } },
})

const SignalRequestSchema = Type.Object(
  {
    event: textSchema({
      minLength: 1,
      maxLength: 200,
      description: 'The name of the event.',
      examples: ['order.paid'],
    }),
    data: Type.Optional(
      Type.Unknown({
        description: 'Any JSON value, at most 256 KiB. It becomes the output of the waiting step.',
        default: {},
      }),
    ),
  },
  { title: 'SignalRequest', description: 'An event for one execution.' },
)

const AcceptedSignalSchema = Type.Object(
  {
    execution_id: IdSchema,
    event: Type.String({ description: 'The name of the event.' }),
    status: Type.Literal('accepted', { description: 'Always `accepted`: the event is stored.' }),
  },
  { title: 'AcceptedSignal', description: 'An event that was stored for an execution.' },
)

export type RetryRequest = Static<typeof RetryRequestSchema>
export type AcceptedSignal = Static<typeof AcceptedSignalSchema>

export const signalExecution = defineOperation({
  id: 'signalExecution',
  method: 'POST',
  path: '/executions/:id/signal',
  tag: 'Executions',
  summary: 'Send an event to an execution',
  description:
    'Resumes a `wait` node that waits for this event. An event that arrives before the execution waits for it is stored until then. ' +
    'Refused with 409 if the execution has ended or already has 1,000 unconsumed events.',
  scope: 'executions:write',
  extension: true,
  params: IdParams,
  body: SignalRequestSchema,
  audit: 'people',
  success: { status: 202, description: 'The event is stored.', data: AcceptedSignalSchema },
  example: { body: { event: 'order.paid', data: { order_id: '4711' } }, execution: 'waiting' },
})
