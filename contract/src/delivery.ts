import Type, { type Static } from 'typebox'
import { EVENT_KINDS } from './events.ts'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** How many deliveries one request can send again. */
export const MAX_REDELIVERED = 10_000

const status = Type.Enum([...DELIVERY_STATUSES], {
  description: '`pending` until it is `delivered`, or `failed` after the last try.',
})
const responseStatus = nullable(
  Type.Integer({ description: 'What the receiver answered; null when no answer came.' }),
)
const failure = nullable(Type.String({ description: 'Why it counts as failed; null when it does not.' }))
const headers = Type.Record(Type.String(), Type.String(), { description: 'Names in lower case.' })

const DeliverySchema = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'What the receiver sees as `webhook-id`.' }),
    event: Type.Enum([...EVENT_KINDS], { description: 'What happened.' }),
    status,
    attempt_count: Type.Integer({ minimum: 0, description: 'Attempts so far, redeliveries included.' }),
    response_status: responseStatus,
    error: failure,
    created_at: TimestampSchema,
    next_attempt_at: nullable(TimestampSchema),
    completed_at: nullable(TimestampSchema),
  },
  { title: 'Delivery', description: 'One event on its way to one webhook.' },
)

const DeliveryAttemptSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'Counts the attempts of the delivery.' }),
    attempted_at: TimestampSchema,
    duration_ms: Type.Integer({ minimum: 0, description: 'How long it took, in milliseconds.' }),
    response_status: responseStatus,
    error: failure,
    request: Type.Object(
      { url: Type.String({ description: 'Where it went.' }), headers },
      { description: 'What was sent, without the body: that is `payload`.' },
    ),
    response: Type.Union(
      [
        Type.Object({
          headers,
          body: Type.String({ description: 'The first 1,024 bytes.' }),
        }),
        Type.Null(),
      ],
      { description: 'What came back; null when nothing did. Long headers are left out.' },
    ),
  },
  { title: 'DeliveryAttempt', description: 'One try to deliver.' },
)

const LoggedDeliverySchema = Type.Object(
  {
    ...DeliverySchema.properties,
    payload: Type.Record(Type.String(), Type.Unknown(), { description: 'The body that is sent.' }),
    attempts: Type.Array(DeliveryAttemptSchema, { description: 'Newest first, the last 50.' }),
  },
  { title: 'LoggedDelivery', description: 'A delivery with its log.' },
)

const RedeliverySchema = Type.Object(
  {
    redelivered: Type.Integer({ minimum: 0, description: 'How many are sent again.' }),
    has_more: Type.Boolean({
      description: `True when there were more than ${MAX_REDELIVERED}: the oldest were taken, ask again for the rest.`,
    }),
  },
  { title: 'Redelivery', description: 'What a range came to.' },
)

export type Delivery = Static<typeof DeliverySchema>
export type DeliveryAttempt = Static<typeof DeliveryAttemptSchema>
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
  description: 'Newest first. Deliveries are kept for 30 days.',
  scope: 'webhooks:read',
  extension: true,
  params: IdParams,
  query: Type.Object({ ...CursorQuery.properties, status: Type.Optional(status) }),
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
  summary: 'Read a delivery with its log',
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
    'Now, and then by the same schedule as a new one; with the same `webhook-id`. To a webhook that is disabled it goes ' +
    'once that is active again.',
  scope: 'webhooks:write',
  extension: true,
  params: DeliveryParams,
  success: { status: 200, description: 'The delivery, which is pending again.', data: DeliverySchema },
  example: {},
})

export const redeliverRange = defineOperation({
  id: 'redeliverRange',
  method: 'POST',
  path: '/webhooks/:id/redeliver',
  tag: 'Webhooks',
  summary: 'Send the deliveries of a span of time again',
  description: `At most ${MAX_REDELIVERED} at once, the oldest first.`,
  scope: 'webhooks:write',
  extension: true,
  params: IdParams,
  body: Type.Object(
    {
      from: dateOrDateTime('Made at or after this UTC date or date-time.'),
      to: Type.Optional(
        dateOrDateTime('Made at or before it; a date means the end of that UTC day. Now by default.'),
      ),
      status: Type.Optional(
        Type.Enum(['delivered', 'failed'], { default: 'failed', description: 'Which ones.' }),
      ),
    },
    { title: 'RedeliveryRange', description: 'Which deliveries are to be sent again.' },
  ),
  success: { status: 200, description: 'How many are sent again.', data: RedeliverySchema },
  example: { body: { from: '2026-01-31', status: 'failed' } },
})
