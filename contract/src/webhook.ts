import Type, { type Static } from 'typebox'
import { EVENT_KINDS } from './events.ts'
import { defineOperation } from './operation.ts'
import { PageMetaSchema, PageQuery } from './paging.ts'
import { DeletedSchema, IdParams, IdSchema, nullable, textSchema, TimestampSchema } from './primitives.ts'

export const WEBHOOK_STATUSES = ['active', 'disabled'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

export const WebhookSchema = Type.Object(
  {
    id: IdSchema,
    url: Type.String({ description: 'Where deliveries go.' }),
    events: Type.Array(Type.Enum([...EVENT_KINDS]), { description: 'The kinds it is told of.' }),
    status: Type.Enum([...WEBHOOK_STATUSES], {
      description: '`disabled` after five days of nothing but failures, or when the receiver answered 410.',
    }),
    created_at: TimestampSchema,
  },
  { title: 'Webhook', description: 'Never carries the secret.' },
)

export const CreatedWebhookSchema = Type.Object(
  {
    ...WebhookSchema.properties,
    secret: Type.Optional(
      Type.String({ description: 'Only here, and only when the request brought none: it is shown once.' }),
    ),
  },
  { title: 'CreatedWebhook', description: 'The webhook, and its secret if one was made.' },
)

const url = textSchema({
  maxLength: 2_048,
  description: 'Where deliveries go: http or https, without user name and password.',
  examples: ['https://example.com/hooks/millrace'],
})
const events = Type.Refine(
  Type.Array(Type.Enum([...EVENT_KINDS]), {
    minItems: 1,
    description: 'The kinds to be told of, without repeats.',
  }),
  (kinds) => new Set(kinds).size === kinds.length,
  () => 'must not name an event twice',
)
const secret = Type.Refine(
  textSchema({ maxLength: 1_024, description: 'Signs the deliveries; one is made when none is sent.' }),
  (text) => text.length > 0,
  () => 'must not be empty',
)

export const NewWebhookSchema = Type.Object(
  { url, events, secret: Type.Optional(secret) },
  { title: 'NewWebhook', description: 'Deliveries are signed as Standard Webhooks 1.0 says.' },
)

const WebhookChangesSchema = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    status: Type.Optional(
      Type.Enum([...WEBHOOK_STATUSES], {
        description: 'What was pending when it was disabled goes on when it is `active` again.',
      }),
    ),
  },
  {
    title: 'WebhookChanges',
    description:
      'Any of the fields. What GET returns can be sent back unchanged: read-only fields are ignored.',
  },
)

const WebhookTestSchema = Type.Object(
  {
    id: IdSchema,
    ok: Type.Boolean({ description: 'Whether the receiver answered with a 2xx status in time.' }),
    status: nullable(Type.Integer({ description: 'What the receiver answered; null when no answer came.' })),
    message: Type.String({ description: 'What was found, and what to do about it.' }),
    latency_ms: Type.Integer({ minimum: 0, description: 'How long the test took, in milliseconds.' }),
    tested_at: TimestampSchema,
  },
  { title: 'WebhookTest', description: 'A receiver that fails is a result, not an HTTP error.' },
)

const RotatedSecretSchema = Type.Object(
  {
    ...WebhookSchema.properties,
    secret: Type.Optional(
      Type.String({ description: 'Only here, and only when the request brought none: it is shown once.' }),
    ),
    earlier_secret_expires_at: Type.String({
      format: 'date-time',
      description: 'Until then deliveries carry two signatures, of which the earlier secret made one.',
    }),
  },
  { title: 'RotatedSecret', description: 'The webhook, and its new secret if one was made.' },
)

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
  query: PageQuery,
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
  success: { status: 200, description: 'The webhook.', data: WebhookSchema },
  example: {},
})

export const updateWebhook = defineOperation({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/:id',
  tag: 'Webhooks',
  summary: 'Change a webhook',
  description: 'A change forgets past failures: the webhook rests no longer.',
  scope: 'webhooks:write',
  extension: true,
  params: IdParams,
  body: WebhookChangesSchema,
  success: { status: 200, description: 'The webhook after the change.', data: WebhookSchema },
  example: { body: { status: 'active' } },
})

export const testWebhook = defineOperation({
  id: 'testWebhook',
  method: 'POST',
  path: '/webhooks/:id/test',
  tag: 'Webhooks',
  summary: 'Send a test to a webhook',
  description:
    'Sends one signed request as a delivery would, of the first kind the webhook asked for; its `data` has ' +
    '`"test": true` and names nothing that exists. It is sent once, for at most 15 seconds, also to a webhook that is ' +
    'disabled, and is not part of the list of deliveries.',
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
  summary: 'Give a webhook a new secret',
  description:
    'For 24 hours deliveries are signed with both, so that receivers can be changed without losing one. A second ' +
    'rotation within that time ends the oldest of the three.',
  scope: 'webhooks:write',
  extension: true,
  params: IdParams,
  body: Type.Object(
    { secret: Type.Optional(secret) },
    { title: 'NewSecret', description: 'May be left out.' },
  ),
  bodyOptional: true,
  success: { status: 200, description: 'The webhook.', data: RotatedSecretSchema },
  example: {},
})
