import Type, { type Static } from 'typebox'
import { EVENT_KINDS } from './events.ts'
import { defineOperation } from './operation.ts'
import { PageMetaSchema, PageQuery } from './paging.ts'
import {
  DeletedSchema,
  IdParams,
  IdSchema,
  includeSchema,
  nullable,
  textSchema,
  TimestampSchema,
} from './primitives.ts'

export const WEBHOOK_STATUSES = ['active', 'disabled'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

/** What `include` can add to a webhook; without it the shape is exactly that of the specification. */
export const WEBHOOK_INCLUDES = ['health'] as const

const include = includeSchema(WEBHOOK_INCLUDES, 'health')

const WebhookHealthSchema = Type.Object(
  {
    consecutive_failures: Type.Integer({
      minimum: 0,
      description: 'Failed attempts since the last successful one.',
    }),
    failing_since: nullable(TimestampSchema),
    paused_until: nullable(TimestampSchema),
    pending_count: Type.Integer({ minimum: 0, description: 'Deliveries that wait for an attempt.' }),
    failed_count: Type.Integer({
      minimum: 0,
      description: 'Deliveries that failed for good, of the last 30 days.',
    }),
    last_delivery_at: nullable(TimestampSchema),
    earlier_secret_expires_at: nullable(TimestampSchema),
  },
  {
    title: 'WebhookHealth',
    description:
      'How the receiver responds. While `paused_until` is in the future, nothing is sent because the receiver failed repeatedly or asked for a pause.',
  },
)

export const WebhookSchema = Type.Object(
  {
    id: IdSchema,
    url: Type.String({ description: 'The URL that events are sent to.' }),
    events: Type.Array(Type.Enum([...EVENT_KINDS]), { description: 'The events that it subscribes to.' }),
    status: Type.Enum([...WEBHOOK_STATUSES], {
      description:
        '`disabled` by a request, after five days of failures without a success, or when the receiver responds with 410.',
    }),
    created_at: TimestampSchema,
    health: Type.Optional(WebhookHealthSchema),
  },
  { title: 'Webhook', description: 'A webhook endpoint, without its secret.' },
)

export const CreatedWebhookSchema = Type.Object(
  {
    ...WebhookSchema.properties,
    secret: Type.Optional(
      Type.String({ description: 'The generated secret, if the request had none. It is shown only once.' }),
    ),
  },
  { title: 'CreatedWebhook', description: 'The webhook, with its secret if one was generated.' },
)

const url = textSchema({
  maxLength: 2_048,
  description: 'The http or https URL that events are sent to, without user name and password.',
  examples: ['https://example.com/hooks/millrace'],
})
const events = Type.Refine(
  Type.Array(Type.Enum([...EVENT_KINDS]), {
    minItems: 1,
    description: 'The events to subscribe to, without duplicates.',
  }),
  (kinds) => new Set(kinds).size === kinds.length,
  () => 'must not name an event twice',
)
const secret = Type.Refine(
  textSchema({ maxLength: 1_024, description: 'The key that signs the deliveries. Generated if absent.' }),
  (text) => text.length > 0,
  () => 'must not be empty',
)

export const NewWebhookSchema = Type.Object(
  { url, events, secret: Type.Optional(secret) },
  {
    title: 'NewWebhook',
    description: 'A webhook to create. Deliveries are signed as defined by Standard Webhooks 1.0.',
  },
)

const WebhookChangesSchema = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    status: Type.Optional(
      Type.Enum([...WEBHOOK_STATUSES], {
        description:
          'Deliveries that were pending when the webhook was disabled resume when it is `active` again.',
      }),
    ),
  },
  {
    title: 'WebhookChanges',
    description: 'The members to change. The result of GET can be sent back: read-only members are ignored.',
  },
)

const WebhookTestSchema = Type.Object(
  {
    id: IdSchema,
    ok: Type.Boolean({ description: 'Whether the receiver responded with a 2xx status in time.' }),
    status: nullable(
      Type.Integer({ description: 'The HTTP status of the response; null if there was none.' }),
    ),
    message: Type.String({ description: 'What the test found, and what to do about it.' }),
    latency_ms: Type.Integer({ minimum: 0, description: 'Duration of the test in milliseconds.' }),
    tested_at: TimestampSchema,
  },
  {
    title: 'WebhookTest',
    description: 'The result of a test. A failing receiver is a result, not an HTTP error.',
  },
)

const RotatedSecretSchema = Type.Object(
  {
    ...WebhookSchema.properties,
    secret: Type.Optional(
      Type.String({ description: 'The generated secret, if the request had none. It is shown only once.' }),
    ),
    earlier_secret_expires_at: Type.String({
      format: 'date-time',
      description:
        'Until then deliveries carry two signatures: one with the new secret, one with the earlier one.',
    }),
  },
  { title: 'RotatedSecret', description: 'The webhook, with its new secret if one was generated.' },
)

export type WebhookHealth = Static<typeof WebhookHealthSchema>
export type Webhook = Static<typeof WebhookSchema>
export type CreatedWebhook = Static<typeof CreatedWebhookSchema>
export type NewWebhook = Static<typeof NewWebhookSchema>
export type WebhookChanges = Static<typeof WebhookChangesSchema>
export type WebhookTest = Static<typeof WebhookTestSchema>

export const listWebhooks = defineOperation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  tag: 'Webhooks',
  summary: 'List webhooks',
  scope: 'webhooks:read',
  query: Type.Object({ ...PageQuery.properties, include: Type.Optional(include) }),
  success: {
    status: 200,
    description: 'A page of webhooks.',
    data: Type.Array(WebhookSchema),
    meta: PageMetaSchema,
  },
  example: {},
})

export const createWebhook = defineOperation({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  tag: 'Webhooks',
  summary: 'Register a webhook',
  scope: 'webhooks:write',
  body: NewWebhookSchema,
  success: { status: 201, description: 'The webhook.', data: CreatedWebhookSchema },
  example: { body: { url: 'https://example.com/hooks/millrace', events: ['workflow.executed'] } },
})

export const deleteWebhook = defineOperation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/:id',
  tag: 'Webhooks',
  summary: 'Delete a webhook',
  scope: 'webhooks:write',
  params: IdParams,
  success: { status: 200, description: 'Confirmation.', data: DeletedSchema },
  example: {},
})

export const getWebhook = defineOperation({
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/:id',
  tag: 'Webhooks',
  summary: 'Read a webhook',
  scope: 'webhooks:read',
  extension: true,
  params: IdParams,
  query: Type.Object({ include: Type.Optional(include) }),
  success: { status: 200, description: 'The webhook.', data: WebhookSchema },
  example: {},
})

export const updateWebhook = defineOperation({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/:id',
  tag: 'Webhooks',
  summary: 'Update a webhook',
  description: 'Also resets the failure count: deliveries resume immediately.',
  scope: 'webhooks:write',
  extension: true,
  params: IdParams,
  body: WebhookChangesSchema,
  success: { status: 200, description: 'The updated webhook.', data: WebhookSchema },
  example: { body: { status: 'active' } },
})

export const testWebhook = defineOperation({
  id: 'testWebhook',
  method: 'POST',
  path: '/webhooks/:id/test',
  tag: 'Webhooks',
  summary: 'Send a test to a webhook',
  description:
    'Sends one signed request for the first event that the webhook subscribes to; its `data` has ' +
    '`"test": true` and refers to nothing that exists. It is sent once, with a timeout of 15 seconds, even if the webhook is ' +
    'disabled, and does not appear in the list of deliveries.',
  scope: 'webhooks:write',
  extension: true,
  params: IdParams,
  bodyOptional: true,
  success: { status: 200, description: 'The result of the test.', data: WebhookTestSchema },
  example: {},
})

export const rotateSecret = defineOperation({
  id: 'rotateSecret',
  method: 'POST',
  path: '/webhooks/:id/rotate-secret',
  tag: 'Webhooks',
  summary: 'Rotate the secret of a webhook',
  description:
    'For 24 hours deliveries are signed with both secrets, so that you can update receivers without losing a delivery. A second ' +
    'rotation within that time ends the oldest of the three.',
  scope: 'webhooks:write',
  extension: true,
  params: IdParams,
  body: Type.Object(
    { secret: Type.Optional(secret) },
    { title: 'NewSecret', description: 'A secret of your own, if you do not want a generated one.' },
  ),
  bodyOptional: true,
  success: { status: 200, description: 'The webhook.', data: RotatedSecretSchema },
  example: {},
})
