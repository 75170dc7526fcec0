import Type, { type Static } from 'typebox'
import { AcceptedExecutionSchema, ExecutionSchema } from './execution.ts'
import { defineOperation } from './operation.ts'
import { IdParams, IdSchema, textSchema } from './primitives.ts'

/** Characters of the JSON text of what a signal or a callback brings. */
export const MAX_SIGNAL_SIZE = 256 * 1024

export const cancelExecution = defineOperation({
  id: 'cancelExecution',
  method: 'POST',
  path: '/executions/:id/cancel',
  tag: 'Executions',
  summary: 'Cancel an execution',
  description:
    'Ends it at once and for good: `failed`, with the error code `CANCELLED`. What is under way is aborted, sub-workflows ' +
    'end with it. One that was cancelled before is answered as it is; one that ended otherwise is refused with 409.',
  scope: 'executions:write',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'The execution, which has ended.', data: ExecutionSchema },
  example: { execution: 'waiting' },
})

const RetryRequestSchema = Type.Object(
  {
    from: Type.Optional(
      textSchema({
        minLength: 1,
        maxLength: 1_000,
        description:
          '`failed`: what failed and what was not done; the default for an execution that failed. `start`: everything; the ' +
          'default for one that completed. Or the id of a node: that node and everything behind it.',
        examples: ['failed', 'start'],
      }),
    ),
    version: Type.Optional(
      Type.Enum(['original', 'current'], {
        default: 'original',
        description:
          'The version of the workflow it runs on: the one of the execution before, or the current one. On the current one ' +
          'results are taken over of nodes that are still there, of the same type, and reached in the same way.',
      }),
    ),
  },
  { title: 'RetryRequest', description: 'May be left out.' },
)

export const retryExecution = defineOperation({
  id: 'retryExecution',
  method: 'POST',
  path: '/executions/:id/retry',
  tag: 'Executions',
  summary: 'Retry an execution',
  description:
    'Starts a new execution with the same input; the old one has ended and stays as it is. Recorded results of all that is ' +
    'not done again are taken over, so nothing of it happens twice. `retry_of` in the list of its steps names the old one.',
  scope: 'executions:write',
  extension: true,
  params: IdParams,
  body: RetryRequestSchema,
  bodyOptional: true,
  success: { status: 202, description: 'Accepted: the new execution.', data: AcceptedExecutionSchema },
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
        description: 'Anything: what the step that waits for it gives. At most 256 KiB.',
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
    status: Type.Literal('accepted', { description: 'It is durably stored.' }),
  },
  { title: 'AcceptedSignal', description: 'An event that lies with its execution.' },
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
    'For a `wait` node that waits for the event. One that comes before the wait is kept for it. Refused with 409 when the ' +
    'execution has ended, or when 1,000 events lie there that nothing has taken.',
  scope: 'executions:write',
  extension: true,
  params: IdParams,
  body: SignalRequestSchema,
  success: { status: 202, description: 'Accepted.', data: AcceptedSignalSchema },
  example: { body: { event: 'order.paid', data: { order_id: '4711' } }, execution: 'waiting' },
})
