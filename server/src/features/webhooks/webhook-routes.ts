import { createWebhook, deleteWebhook, listWebhooks, type Webhook } from '@millrace/contract/webhook.ts'
import { notFound } from '#domain/app-error.ts'
import type * as domain from '#domain/webhook.ts'
import { complainOfWebhookUrl } from '#domain/webhook-url.ts'
import { type Binding, reads, writes } from '#http/bind-operation.ts'
import type { RequestCheck } from '#http/call.ts'
import { pageMeta, readPage } from '#http/cursor.ts'
import type { Vault } from '#ports/vault.ts'
import type { FeatureContext } from '../feature-context.ts'
import { timestamp } from '../timestamps.ts'
import { registerWebhook } from './register-webhook.ts'

export function webhookRoutes(context: FeatureContext, vault: Vault): Binding[] {
  const { store } = context
  return [
    reads(listWebhooks, async ({ account, query }) => {
      const page = readPage(query)
      const { items, total } = await store.webhooks.list(account, page)
      return { data: items.map(presentWebhook), meta: pageMeta(page, total) }
    }),
    writes(
      createWebhook,
      async ({ account, body }, tx) => {
        const { webhook, madeSecret } = await registerWebhook(context, vault, tx, account, body)
        const data = presentWebhook(webhook)
        return {
          data: madeSecret === undefined ? data : { ...data, secret: madeSecret },
          headers: { location: `/v1/webhooks/${webhook.id}` },
        }
      },
      checkUrl,
    ),
    writes(deleteWebhook, async ({ account, params }, tx) => {
      if (!(await store.webhooks.delete(tx, account, params.id))) throw notFound('webhook')
      return { data: { id: params.id, deleted: true } }
    }),
  ]
}

function presentWebhook(webhook: domain.Webhook): Webhook {
  return {
    id: webhook.id,
    url: webhook.url,
    events: [...webhook.events],
    status: webhook.status,
    created_at: timestamp(webhook.createdAt),
  }
}

const checkUrl: RequestCheck<typeof createWebhook> = ({ body }, isSound) => {
  const complaint = isSound('url') ? complainOfWebhookUrl(body.url.trim()) : undefined
  return complaint === undefined ? [] : [{ path: 'url', message: complaint }]
}
