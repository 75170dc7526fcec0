import Type, { type Static } from 'typebox'
import { EVENT_KINDS } from './events.ts'
import { defineOperation } from './operation.ts'
import { PageMetaSchema, PageQuery } from './paging.ts'
import { DeletedSchema, IdParams, IdSchema, textSchema, TimestampSchema } from './primitives.ts'

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

export const NewWebhookSchema = Type.Object(
  {
    url: textSchema({
      maxLength: 2_048,
      description: 'Where deliveries go: http or https, without user name and password.',
      examples: ['https://example.com/hooks/millrace'],
    }),
    events: Type.Refine(
      Type.Array(Type.Enum([...EVENT_KINDS]), {
        minItems: 1,
        description: 'The kinds to be told of, without repeats.',
      }),
      (events) => new Set(events).size === events.length,
      () => 'must not name an event twice',
    ),
    secret: Type.Optional(
      Type.Refine(
        textSchema({ maxLength: 1_024, description: 'Signs the deliveries; one is made when none is sent.' }),
        (secret) => secret.length > 0,
        () => 'must not be empty',
      ),
    ),
  },
  { title: 'NewWebhook', description: 'Deliveries are signed as Standard Webhooks 1.0 says.' },
)

export type Webhook = Static<typeof WebhookSchema>
export type CreatedWebhook = Static<typeof CreatedWebhookSchema>
export type NewWebhook = Static<typeof NewWebhookSchema>

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
