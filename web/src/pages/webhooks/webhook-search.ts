import type { DeliveryStatus } from '../../api/webhooks.ts'

/** The address of the page holds filters and the delivery in the panel, so that a link shows the same. */
export interface WebhookSearch {
  tab?: 'verify'
  status?: DeliveryStatus
  delivery?: string
}

const statuses: readonly unknown[] = ['pending', 'delivered', 'failed']

export function readWebhookSearch(search: Record<string, unknown>): WebhookSearch {
  const { tab, status, delivery } = search
  return {
    ...(tab === 'verify' ? { tab } : {}),
    ...(statuses.includes(status) ? { status: status as DeliveryStatus } : {}),
    ...(typeof delivery === 'string' && delivery !== '' ? { delivery } : {}),
  }
}
