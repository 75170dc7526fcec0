/** What the pictures show: orders from a shop, laid out for a picture of 1440 × 900. */

import { ORDER_EDGES, ORDER_LINES } from '../support/sample-workflows.ts'

interface Services {
  readonly partnerUrl: string
  readonly credentialId: string
}

const customer = { name: 'Ada Lind', email: 'ada@example.com' }

/** The stock service refuses its seventh line. */
export const FAILING = { id: '4f2a-1188', total: 640.5, customer, lines: ORDER_LINES }
export const COMPLETED = { id: '4f2a-1187', total: 81, customer, lines: ORDER_LINES.slice(0, 3) }

export function orderWorkflow({ partnerUrl, credentialId }: Services) {
  return {
    name: 'Order intake',
    folder: 'Sales',
    tags: ['orders', 'shop'],
    variables: { approve_from: 1000, stock_api: partnerUrl },
    nodes: [
      {
        id: 'note',
        type: 'note',
        position: { x: 320, y: -10 },
        data: {
          text: '**Orders from the shop.** Finance approves large ones before we reserve.',
          width: 232,
        },
      },
      { id: 'order', type: 'webhook', name: 'New order', position: { x: 0, y: 0 }, data: {} },
      {
        id: 'large',
        type: 'if',
        name: 'Large order?',
        position: { x: 0, y: 160 },
        data: { condition: 'input.body.total > variables.approve_from' },
      },
      {
        id: 'finance',
        type: 'wait',
        name: 'Ask finance',
        position: { x: 320, y: 160 },
        data: { for: 'approval', message: 'Accept order {{ input.body.id }}?', timeout_seconds: 86_400 },
      },
      {
        id: 'lines',
        type: 'for_each',
        name: 'Each line',
        position: { x: 320, y: 350 },
        data: { items: '{{ input.body.lines }}' },
      },
      {
        id: 'reserve',
        type: 'http',
        name: 'Reserve stock',
        position: { x: 640, y: 350 },
        data: {
          method: 'POST',
          url: '{{ variables.stock_api }}/reserve',
          body: { sku: '{{ item.sku }}', quantity: '{{ item.quantity }}' },
        },
      },
      {
        id: 'confirm',
        type: 'email',
        name: 'Confirm to customer',
        position: { x: 320, y: 530 },
        credential_id: credentialId,
        data: {
          to: '{{ input.body.customer.email }}',
          from: 'Shop <shop@example.com>',
          subject: 'Your order {{ input.body.id }}',
          text: 'Hello {{ input.body.customer.name }},\n\nyour {{ input.body.lines.length }} articles are reserved.',
        },
      },
      {
        id: 'archive',
        type: 'log',
        name: 'Archive',
        position: { x: 640, y: 530 },
        data: { message: 'Order {{ input.body.id }} is confirmed.' },
      },
    ],
    edges: ORDER_EDGES,
  }
}
