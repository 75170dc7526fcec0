import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { APPEARANCES } from './support/browser.ts'
import { startOwnedProduct } from './support/owned-product.ts'
import { examineScenes, type Scene, type Stage } from './support/scenes.ts'

const REFUND = {
  name: 'Refund requests',
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'ask',
      type: 'wait',
      name: 'Approve the refund',
      data: {
        for: 'approval',
        message: 'Refund order {{ input.order }} to {{ input.customer }}?\nThe parcel arrived broken.',
        timeout_seconds: 172_800,
        fields: [
          { name: 'amount', type: 'number', label: 'Amount in EUR', required: true, max: 500 },
          { name: 'reason', type: 'select', label: 'Reason', options: ['Broken', 'Late', 'Wrong item'] },
          { name: 'channels', type: 'checkbox', label: 'Tell the customer by', options: ['Mail', 'Phone'] },
          { name: 'priority', type: 'radio', label: 'Priority', options: ['Normal', 'High'] },
          { name: 'urgent', type: 'boolean', label: 'Pay today', help: 'Costs an extra fee.' },
        ],
      },
    },
    { id: 'paid', type: 'set', name: 'Paid', data: { values: { paid: '{{ previous.data.amount }}' } } },
    { id: 'refused', type: 'set', name: 'Refused', data: { values: { because: '{{ previous.comment }}' } } },
  ],
  edges: [
    { source: 'start', target: 'ask' },
    { source: 'ask', target: 'paid', sourceHandle: 'approved' },
    { source: 'ask', target: 'refused', sourceHandle: 'rejected' },
  ],
}

const PLAIN = {
  name: 'Publish the price list with a name that is longer than its row is wide',
  nodes: [
    {
      id: 'check',
      type: 'wait',
      name: 'Check the prices',
      data: { for: 'approval', message: 'The new price list is ready. Publish it?' },
    },
  ],
  edges: [],
}

const ORDER = { order: 4711, customer: 'Ada Byron' }

async function showInbox(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading, level: 2 }).waitFor()
}

async function fillInbox({ api }: Stage): Promise<{ refund: string }> {
  const refund = await api.createWorkflow(REFUND)
  const plain = await api.createWorkflow(PLAIN)
  await api.start(plain.id)
  await api.start(plain.id)
  return { refund: await api.start(refund.id, ORDER) }
}

const SCENES: readonly Scene<{ refund: string }>[] = [
  {
    name: 'inbox-list',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/inbox')
      await page.getByRole('link', { name: /Approve the refund/ }).waitFor()
    },
  },
  {
    name: 'inbox-request',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/inbox')
      await page.getByRole('link', { name: /Approve the refund/ }).click()
      await page.getByLabel('Amount in EUR (required)').waitFor()
    },
  },
  {
    name: 'inbox-refused',
    expected: /400/,
    async show(page) {
      await page.goto('/inbox')
      await page.getByRole('link', { name: /Approve the refund/ }).click()
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByText('Amount in EUR is required').waitFor()
    },
  },
  {
    name: 'inbox-gone',
    async show(page) {
      await page.goto('/inbox?wait=018f0000-0000-7000-8000-000000000000')
      await showInbox(page, 'This request no longer waits')
    },
  },
  {
    name: 'run-approval',
    appearances: APPEARANCES,
    async show(page, { refund }) {
      await page.goto(`/executions/${refund}?step=ask`)
      await page.getByLabel('Amount in EUR (required)').first().waitFor()
    },
  },
]

examineScenes('the inbox', SCENES, fillInbox)

examineScenes<void>(
  'an empty inbox',
  [
    {
      name: 'inbox-empty',
      appearances: APPEARANCES,
      async show(page) {
        await page.goto('/inbox')
        await showInbox(page, 'Nothing waits for you')
      },
    },
  ],
  async () => undefined,
)

describe('approvals in the web app', () => {
  const owned = startOwnedProduct()
  let page: Page
  before(async () => {
    page = (await owned.open()).page
  })

  it('a request appears in the inbox by itself, is corrected, approved, and the run continues', async () => {
    await page.goto('/inbox')
    await showInbox(page, 'Nothing waits for you')
    const { id } = await owned.api.createWorkflow(REFUND)
    const run = await owned.api.start(id, ORDER)
    await page.getByText('Refund order 4711 to Ada Byron?').first().waitFor()
    const inbox = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Inbox/ })
    await inbox.getByText('1 request waits').waitFor({ state: 'attached' })
    await page.getByLabel('Amount in EUR (required)').fill('900')
    await page.getByLabel('Reason').selectOption('Broken')
    await page.getByLabel('Mail').check()
    await page.getByLabel('Comment').fill('Sorry about that.')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Amount in EUR must be at most 500').waitFor()
    await page.getByLabel('Amount in EUR (required)').fill('90')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved', { exact: true }).waitFor()
    await showInbox(page, 'Nothing waits for you')
    await page.getByRole('button', { name: 'Open run' }).click()
    await page.waitForURL(`**/executions/${run}`)
    await page
      .getByText(/Completed in/)
      .first()
      .waitFor()
    const { output } = (await owned.api.send('GET', `/executions/${run}`)) as { output: unknown }
    assert.deepEqual(output, { paid: 90 })
  })

  it('a run is answered on its own page, without leaving it', async () => {
    const { id } = await owned.api.createWorkflow(REFUND)
    const run = await owned.api.start(id, ORDER)
    await page.goto(`/executions/${run}?step=ask`)
    await page.getByLabel('Comment').fill('Not our parcel.')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page
      .getByText(/Completed in/)
      .first()
      .waitFor()
    const { output } = (await owned.api.send('GET', `/executions/${run}`)) as { output: unknown }
    assert.deepEqual(output, { because: 'Not our parcel.' })
  })
})
