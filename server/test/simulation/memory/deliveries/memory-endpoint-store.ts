import { type SealedWebhookEndpoint, timeOfId, type Webhook } from '#domain/index.ts'
import type { WebhookEndpointStore } from '#ports/index.ts'
import type { EndpointRow, MemoryDatabase } from '../memory-database.ts'

const WITHOUT_FAILURES = { failures: 0, failingSince: null, pausedUntil: null }

export function memoryEndpointStore(database: MemoryDatabase): WebhookEndpointStore {
  return {
    insert: async (_tx, endpoint) =>
      database.endpoints.insert(endpoint.id, { ...endpoint, ...WITHOUT_FAILURES }),
    async list(account, { page, limit }) {
      const matching = [...database.endpoints.values()]
        .filter(({ accountId }) => accountId === account)
        .sort((a, b) => (a.id < b.id ? 1 : -1))
      return {
        items: matching.slice((page - 1) * limit, page * limit).map(toEndpoint),
        total: matching.length,
      }
    },
    async find(account, id) {
      const row = database.endpoints.get(id)
      return row?.accountId === account ? toSealedEndpoint(row) : undefined
    },
    async health(account, ids) {
      const rows = ids.flatMap((id) => database.endpoints.get(id) ?? [])
      return new Map(
        rows
          .filter(({ accountId }) => accountId === account)
          .map((row) => {
            const deliveries = [...database.deliveries.values()].filter(
              ({ endpointId }) => endpointId === row.id,
            )
            const count = (status: string) => deliveries.filter((one) => one.status === status).length
            const times = deliveries.map(({ eventId }) => timeOfId(eventId))
            return [
              row.id,
              {
                failures: row.failures,
                failingSince: row.failingSince,
                pausedUntil: row.pausedUntil,
                pending: count('pending'),
                failed: count('failed'),
                lastDeliveryAt: times.length === 0 ? null : Math.max(...times),
                earlierSecretUntil: row.earlierSecret?.until ?? null,
              },
            ]
          }),
      )
    },
    async update(_tx, endpoint) {
      const row = database.endpoints.get(endpoint.id)
      if (row?.accountId !== endpoint.accountId) return
      database.endpoints.set(endpoint.id, { ...row, ...endpoint, ...WITHOUT_FAILURES })
      database.notifyOfDeliveries([endpoint.id])
    },
    async delete(_tx, account, id) {
      return database.endpoints.get(id)?.accountId === account && database.endpoints.delete(id)
    },
  }
}

function toEndpoint({ id, accountId, url, events, status, createdAt }: EndpointRow): Webhook {
  return { id, accountId, url, events, status, createdAt }
}

function toSealedEndpoint(row: EndpointRow): SealedWebhookEndpoint {
  return { ...toEndpoint(row), sealedSecret: row.sealedSecret, earlierSecret: row.earlierSecret }
}
