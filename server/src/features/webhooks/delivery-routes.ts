import {
  getDelivery,
  listDeliveries,
  MAX_REDELIVERED,
  redeliver,
  redeliverRange,
} from '@millrace/contract/delivery.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import { type AccountId, invalid, notFound, readTimeRange } from '#domain/index.ts'
import {
  type Binding,
  checkCursor,
  cursorPage,
  encodeCursor,
  readCursor,
  reads,
  writes,
} from '#http/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { presentDelivery, presentLoggedDelivery } from './delivery-presenter.ts'

export function deliveryRoutes({ store, clock }: FeatureDeps): Binding[] {
  async function checkEndpoint(account: AccountId, id: string, tx?: Transaction): Promise<void> {
    if ((await store.webhookEndpoints.find(account, id, tx)) === undefined) throw notFound('webhook')
  }

  async function read(account: AccountId, endpointId: string, id: string) {
    const delivery = await store.deliveries.find(account, endpointId, id)
    if (delivery === undefined) throw notFound('delivery')
    return delivery
  }

  return [
    reads(
      listDeliveries,
      async ({ account, params, query }) => {
        const cursor = readCursor(query)
        const range = readTimeRange(query.from, query.to)
        if (!('to' in range)) throw invalid(range)
        await checkEndpoint(account, params.id)
        const rows = await store.deliveries.list(
          account,
          params.id,
          { status: query.status, ...range },
          cursor,
        )
        const { items, meta } = cursorPage(cursor, rows)
        return { data: items.map(presentDelivery), meta }
      },
      ({ query }, isValid) => [...checkCursor(query, isValid), ...checkTimeRange(query, isValid)],
    ),
    reads(getDelivery, async ({ account, params }) => {
      await checkEndpoint(account, params.id)
      return { data: presentLoggedDelivery(await read(account, params.id, params.delivery_id)) }
    }),
    writes(redeliver, async ({ account, params }, tx) => {
      await checkEndpoint(account, params.id, tx)
      const now = clock.now()
      const delivery = await store.deliveries.redeliver(tx, {
        account,
        endpointId: params.id,
        id: params.delivery_id,
        now,
      })
      if (delivery === undefined) throw notFound('delivery')
      return { data: presentDelivery(delivery) }
    }),
    writes(
      redeliverRange,
      async ({ account, params, body }, tx) => {
        const range = readTimeRange(body.from, body.to)
        if (!('to' in range)) throw invalid(range)
        await checkEndpoint(account, params.id, tx)
        const now = clock.now()
        const wanted = { status: body.status ?? 'failed', from: range.from ?? 0, to: range.to ?? now }
        const { count, lastId, remaining } = await store.deliveries.redeliverRange(tx, {
          account,
          endpointId: params.id,
          range: wanted,
          after: readCursor({ ...(body.cursor === undefined ? {} : { cursor: body.cursor }) }).before,
          now,
          limit: body.limit ?? MAX_REDELIVERED,
        })
        const next = remaining > 0 && lastId !== undefined ? encodeCursor(lastId) : null
        return {
          data: { redelivered: count, has_more: remaining > 0, next_cursor: next, remaining },
        }
      },
      ({ body }, isValid) => [...checkCursor(body, isValid), ...checkTimeRange(body, isValid)],
    ),
  ]
}

function checkTimeRange(
  { from, to }: { readonly from?: string; readonly to?: string },
  isValid: (path: string) => boolean,
): readonly Issue[] {
  const range = readTimeRange(isValid('from') ? from : undefined, isValid('to') ? to : undefined)
  return 'to' in range ? [] : range
}
