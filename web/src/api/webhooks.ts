import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { readEveryPage } from './every-page.ts'
import * as operations from './generated/operations.ts'
import type { Data } from './operation-handle.ts'
import { persistQuery } from './persisted-cache.ts'

export type Webhook = Data<typeof operations.listWebhooks>[number]
export type Delivery = Data<typeof operations.listDeliveries>[number]
export type LoggedDelivery = Data<typeof operations.getDelivery>
export type DeliveryStatus = Delivery['status']
export type EventKind = Webhook['events'][number]

const include = 'health'

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ signal }) =>
    readEveryPage((page) => call(operations.listWebhooks, { query: { ...page, include }, signal })),
  persister: persistQuery,
})

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: async ({ signal }) =>
      (await call(operations.getWebhook, { params: { id }, query: { include }, signal })).data,
  })

export interface DeliveryFilters {
  readonly status?: DeliveryStatus
  readonly from?: string
  readonly to?: string
}

export const deliveriesQuery = (id: string, filters: DeliveryFilters) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'deliveries', id, filters],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: 50, ...filters, ...(pageParam === '' ? {} : { cursor: pageParam }) }
      const { data, meta } = await call(operations.listDeliveries, { params: { id }, query, signal })
      return { deliveries: data, next: meta.next_cursor }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id, deliveryId],
    queryFn: async ({ signal }) =>
      (await call(operations.getDelivery, { params: { id, delivery_id: deliveryId }, signal })).data,
  })
