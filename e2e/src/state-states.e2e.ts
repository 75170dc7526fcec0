import type { Page } from 'playwright-core'
import { APPEARANCES } from './support/browser.ts'
import { examineScenes, type Scene, type Stage } from './support/scenes.ts'

/** Values of the account and of a workflow, with the items that it has seen. */
async function remember({ api }: Stage): Promise<void> {
  const { id } = await api.createWorkflow({
    name: 'Order intake',
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'count', type: 'state', data: { operation: 'increment', key: 'orders' } },
      { id: 'fresh', type: 'only_new', data: { items: '{{ input.orders }}' } },
    ],
    edges: [
      { source: 'start', target: 'count' },
      { source: 'count', target: 'fresh' },
    ],
  })
  // A run of the working copy keeps its changes to itself, so the workflow has to be live.
  await api.send('POST', `/workflows/${id}/publish`)
  await api.send('POST', `/workflows/${id}/execute`, { input: { orders: [1, 2] } }, { prefer: 'wait=60' })
  await api.createWorkflow({
    name: 'Every night',
    status: 'published',
    nodes: [{ id: 'night', type: 'schedule', data: { cron: '0 2 * * *' } }],
  })
  for (const [key, value] of Object.entries(VALUES)) {
    await api.send('PUT', `/state/account/${encodeURIComponent(key)}`, { value })
  }
}

const VALUES = {
  'exchange rates': { eur: 1, usd: 1.08, gbp: 0.85 },
  'last invoice': 20_417,
  'a key with a name that is much longer than what fits into a column of the table': 'Text',
  مفتاح: ['قيمة'],
}

async function openList(page: Page): Promise<void> {
  await page.goto('/state')
  await page.getByRole('button', { name: 'Open exchange rates' }).waitFor()
}

async function openValue(page: Page): Promise<void> {
  await openList(page)
  await page.getByRole('button', { name: 'Open exchange rates' }).click()
  await page.getByRole('textbox', { name: 'Value (JSON)' }).waitFor()
}

const SCENES: readonly Scene<void>[] = [
  { name: 'state', appearances: APPEARANCES, show: openList },
  { name: 'state-value', appearances: APPEARANCES, show: openValue },
  {
    name: 'state-not-json',
    async show(page) {
      await openValue(page)
      await page.getByRole('textbox', { name: 'Value (JSON)' }).fill('{ eur: 1 }')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('This is not valid JSON').waitFor()
    },
  },
  {
    name: 'state-seen',
    async show(page) {
      await openList(page)
      await page.getByRole('button', { name: 'Open fresh' }).click()
      await page.getByText('2 items are remembered.').waitFor()
    },
  },
  {
    name: 'state-delete',
    async show(page) {
      await openValue(page)
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'state-new',
    async show(page) {
      await openList(page)
      await page.getByRole('button', { name: 'New value' }).click()
      await page.getByRole('textbox', { name: 'Key' }).waitFor()
    },
  },
  {
    name: 'state-no-match',
    async show(page) {
      await page.goto('/state?q=nothing')
      await page.getByRole('heading', { name: 'No key matches' }).waitFor()
    },
  },
  {
    name: 'state-not-available',
    expected: /503/,
    async show(page) {
      await page.route('**/app/v1/state?*', (route) => route.fulfill({ status: 503 }))
      await page.goto('/state')
      await page.getByRole('heading', { name: 'Could not load the state' }).waitFor()
    },
  },
  {
    name: 'all-paused',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/triggers')
      const banner = page.getByText('All triggers are paused.')
      await page.getByRole('heading', { name: 'Triggers', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Pause all' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Pause all' }).click()
      await banner.first().waitFor()
    },
    async leave(page) {
      await page.getByRole('button', { name: 'Resume', exact: true }).first().click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Resume' }).click()
      await page.getByText('All triggers are paused.').first().waitFor({ state: 'detached' })
    },
  },
]

examineScenes('what workflows remember, and a pause', SCENES, remember)
