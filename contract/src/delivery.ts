import Type, { type Static } from 'typebox'
import { EVENT_KINDS } from './events.ts'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The most deliveries that one request can resend. */
export const MAX_REDELIVERED = 10_000

const status = Type.Enum([...DELIVERY_STATUSES], {
  description: '`pending` until it is `delivered`, or `failed` after the last attempt.',
})
const responseStatus = nullable(
  Type.Integer({ description: 'The HTTP status of the response; null if there was none.' }),
)
const failure = nullable(Type.String({ description: 'Why the attempt failed; null if it did not.' }))
const headers = Type.Record(Type.String(), Type.String(), { description: 'Header names in lower case.' })

const DeliverySchema = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Sent to the receiver as `webhook-id`.' }),
    event: Type.Enum([...EVENT_KINDS], { description: 'The type of the event.' }),
    status,
    attempt_count: Type.Integer({ minimum: 0, description: 'Attempts so far, including redeliveries.' }),
    response_status: responseStatus,
    error: failure,
    created_at: TimestampSchema,
    next_attempt_at: nullable(TimestampSchema),
    completed_at: nullable(TimestampSchema),
  },
  { title: 'Delivery', description: 'One event for one webhook.' },
)

const DeliveryAttemptSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'The number of the attempt, from 1.' }),
    attempted_at: TimestampSchema,
    duration_ms: Type.Integer({ minimum: 0, description: 'Duration in milliseconds.' }),
    response_status: responseStatus,
    error: failure,
    request: Type.Object(
      { url: Type.String({ description: 'The URL of the request.' }), headers },
      { description: 'The request, without its body: that is `payload`.' },
    ),
    response: Type.Union(
      [
        Type.Object({
          headers,
          body: Type.String({ description: 'The first 1,024 bytes of the body.' }),
        }),
        Type.Null(),
      ],
      { description: 'The response; null if there was none. Long headers are omitted.' },
    ),
  },
  { title: 'DeliveryAttempt', description: 'One attempt to deliver an event.' },
)

const LoggedDeliverySchema = Type.Object(
  {
    ...DeliverySchema.properties,
    payload: Type.Record(Type.String(), Type.Unknown(), { description: 'The body of the request.' }),
    attempts: Type.Array(DeliveryAttemptSchema, { description: 'The latest 50 attempts, newest first.' }),
  },
  { title: 'LoggedDelivery', description: 'A delivery with its attempts.' },
)

const RedeliverySchema = Type.Object(
  {
    redelivered: Type.Integer({ minimum: 0, description: 'The number of deliveries that are sent again.' }),
    has_more: Type.Boolean({
      description:
        'True if the range contains more deliveries: repeat the request with `next_cursor` for the others.',
    }),
    next_cursor: nullable(
      Type.String({ description: 'Send it as `cursor` to continue; null at the end of the range.' }),
    ),
    remaining: Type.Integer({ minimum: 0, description: 'The deliveries of the range after `next_cursor`.' }),
  },
  { title: 'Redelivery', description: 'The result of resending a range.' },
)

export type Delivery = Static<typeof DeliverySchema>
export type DeliveryAttempt = Static<typeof DeliveryAttemptSchema>
export type Redelivery = Static<typeof RedeliverySchema>
export type LoggedDelivery = Static<typeof LoggedDeliverySchema>

const DeliveryParams = Type.Object({ ...IdParams.properties, delivery_id: IdSchema })
const dateOrDateTime = (description: string) =>
  Type.String({ description, maxLength: 64, examples: ['2026-01-31', '2026-01-31T08:30:00Z'] })

export const listDeliveries = defineOperation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries of a webhook',
  description: 'Newest first. Deliveries are deleted after 30 days.',
  scope: 'webhooks:read',
  extension: true,
  params: IdParams,
  query: Type.Object({
    ...CursorQuery.properties,
    status: Type.Optional(status),
    from: Type.Optional(dateOrDateTime('Created at or after this UTC date or date-time.')),
    to: Type.Optional(
      dateOrDateTime('Created at or before this time; a date means the end of that UTC day.'),
    ),
  }),
  success: {
    status: 200,
    description: 'A page of deliveries.',
    data: Type.Array(DeliverySchema),
    meta: CursorMetaSchema,
  },
  example: { query: 'limit=10' },
})

export const getDelivery = defineOperation({
  id: 'getDelivery',
  method: 'GET',
  path: '/webhooks/:id/deliveries/:delivery_id',
  tag: 'Webhooks',
  summary: 'Read a delivery with its attempts',
  scope: 'webhooks:read',
  extension: true,
  params: DeliveryParams,
  success: { status: 200, description: 'The delivery and its attempts.', data: LoggedDeliverySchema },
  example: {},
})

export const redeliver = defineOperation({
  id: 'redeliver',
  method: 'POST',
  path: '/webhooks/:id/deliveries/:delivery_id/redeliver',
  tag: 'Webhooks',
  summary: 'Send a delivery again',
  description:
    'Sends it immediately, with the same `webhook-id`, and retries on the schedule of a new delivery. If the webhook is disabled, ' +
    'the delivery waits until the webhook is active again.',
  scope: 'webhooks:write',
  extension: true,
  params: DeliveryParams,
  success: { status: 200, description: 'The delivery, `pending` again.', data: DeliverySchema },
  example: {},
})

export const redeliverRange = defineOperation({
  id: 'redeliverRange',
  method: 'POST',
  path: '/webhooks/:id/redeliver',
  tag: 'Webhooks',
  summary: 'Send the deliveries of a time range again',
  description: `Sends at most \`limit\` deliveries, oldest first. To show progress and to be able to stop, send small portions, each with the cursor of the previous one.`,
  scope: 'webhooks:write',
  extension: true,
  params: IdParams,
  body: Type.Object(
    {
      from: dateOrDateTime('Created at or after this UTC date or date-time.'),
      to: Type.Optional(
        dateOrDateTime(
          'Created at or before this time; a date means the end of that UTC day. Defaults to now.',
        ),
      ),
      status: Type.Optional(
        Type.Enum(['delivered', 'failed'], {
          default: 'failed',
          description: 'The status of the deliveries to resend.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_REDELIVERED,
          default: MAX_REDELIVERED,
          description: 'The most deliveries to send again with this request.',
        }),
      ),
      cursor: Type.Optional(Type.String({ description: 'The `next_cursor` of the previous request.' })),
    },
    { title: 'RedeliveryRange', description: 'The deliveries to send again.' },
  ),
  success: {
    status: 200,
    description: 'The number of deliveries that are sent again.',
    data: RedeliverySchema,
  },
  example: { body: { from: '2026-01-31', status: 'failed' } },
})
