import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  WEBHOOK_INCLUDES,
  type WebhookHealth,
} from '@millrace/contract/webhook.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import type * as domain from '#domain/index.ts'
import { checkEndpointUrl } from '#domain/index.ts'
import { type Binding, commits, pageMeta, readPage, reads, writes } from '#http/index.ts'
import type { EndpointHealth } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { includeOf } from '../shared/include-query.ts'
import { timestamp, timestampOrNull } from '../shared/timestamps.ts'
import { sendTestEvent, type TestEventDeps } from './send-test-event.ts'
import { WebhookEndpointService } from './webhook-endpoint-service.ts'

const include = includeOf(WEBHOOK_INCLUDES)

export function webhookRoutes(context: FeatureDeps, deps: TestEventDeps): Binding[] {
  const { store } = context
  const service = new WebhookEndpointService(context, deps.vault)

  async function readHealth(
    account: domain.AccountId,
    endpoints: readonly domain.Webhook[],
    query: { readonly include?: string },
  ): Promise<(endpoint: domain.Webhook) => EndpointHealth | undefined> {
    if (!include.read(query).has('health')) return () => undefined
    const ids = endpoints.map(({ id }) => id)
    const found = await store.webhookEndpoints.health(account, ids)
    return ({ id }) => found.get(id)
  }

  return [
    reads(
      listWebhooks,
      async ({ account, query }) => {
        const page = readPage(query)
        const { items, total } = await store.webhookEndpoints.list(account, page)
        const health = await readHealth(account, items, query)
        return { data: items.map((item) => presentWebhook(item, health(item))), meta: pageMeta(page, total) }
      },
      include.check,
    ),
    writes(
      createWebhook,
      async ({ account, body }, tx) => {
        const { endpoint, generatedSecret } = await service.register(tx, account, body)
        return {
          data: {
            ...presentWebhook(endpoint),
            ...(generatedSecret !== undefined && { secret: generatedSecret }),
          },
          headers: { location: `/v1/webhooks/${endpoint.id}` },
        }
      },
      checkUrl,
    ),
    writes(deleteWebhook, async ({ account, params }, tx) => {
      await service.delete(tx, account, params.id)
      return { data: { id: params.id, deleted: true } }
    }),
    reads(
      getWebhook,
      async ({ account, params, query }) => {
        const endpoint = await service.read(account, params.id)
        const health = await readHealth(account, [endpoint], query)
        return { data: presentWebhook(endpoint, health(endpoint)) }
      },
      include.check,
    ),
    writes(
      updateWebhook,
      async ({ account, params, body }, tx) => ({
        data: presentWebhook(await service.update(tx, account, params.id, body)),
      }),
      checkUrl,
    ),
    writes(rotateSecret, async ({ account, params, body }, tx) => {
      const { endpoint, generatedSecret, earlierUntil } = await service.rotateSecret(
        tx,
        account,
        params.id,
        body.secret,
      )
      return {
        data: {
          ...presentWebhook(endpoint),
          ...(generatedSecret !== undefined && { secret: generatedSecret }),
          earlier_secret_expires_at: timestamp(earlierUntil),
        },
      }
    }),
    commits(testWebhook, {
      prepare: async ({ account, params, signal }) =>
        sendTestEvent(context, deps, await service.read(account, params.id), signal),
      commit: async (_call, data) => ({ data }),
    }),
  ]
}

function presentWebhook(webhook: domain.Webhook, health?: EndpointHealth): Webhook {
  return {
    id: webhook.id,
    url: webhook.url,
    events: [...webhook.events],
    status: webhook.status,
    created_at: timestamp(webhook.createdAt),
    ...(health === undefined ? {} : { health: presentHealth(health) }),
  }
}

function presentHealth(health: EndpointHealth): WebhookHealth {
  return {
    consecutive_failures: health.failures,
    failing_since: timestampOrNull(health.failingSince),
    paused_until: timestampOrNull(health.pausedUntil),
    pending_count: health.pending,
    failed_count: health.failed,
    last_delivery_at: timestampOrNull(health.lastDeliveryAt),
    earlier_secret_expires_at: timestampOrNull(health.earlierSecretUntil),
  }
}

function checkUrl(
  { body }: { body: { url?: string } },
  isValid: (path: string) => boolean,
): readonly Issue[] {
  if (body.url === undefined || !isValid('url')) return []
  const complaint = checkEndpointUrl(body.url.trim())
  return complaint === undefined ? [] : [{ path: 'url', message: complaint }]
}
