import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ApiClient } from './support/api-client.ts'
import { APPEARANCES, launchBrowser, openPage, type WatchedPage } from './support/browser.ts'
import { setUpOwner, useSession } from './support/owner.ts'
import { type PartnerService, startPartnerService } from './support/partner-service.ts'
import { type Product, startProduct } from './support/product.ts'
import { examineScenes, type Scene, type Stage } from './support/scenes.ts'

const LIVE_WAIT = { prefer: 'wait=60' }

/** Free shipping, a discount, and a reservation at the partner. */
function checkout(partnerUrl: string, { shipping = 50, discount = '0', sku = '{{ input.sku }}' } = {}) {
  return {
    nodes: [
      { id: 'start', type: 'start', name: 'Order', position: { x: 0, y: 0 }, data: {} },
      {
        id: 'total',
        type: 'set',
        name: 'Total',
        position: { x: 330, y: 0 },
        data: {
          values: {
            total: `{{ input.amount - ${discount} }}`,
            shipping: `{{ input.amount >= ${shipping} ? 0 : 5 }}`,
          },
        },
      },
      {
        id: 'reserve',
        type: 'http',
        name: 'Reserve stock',
        position: { x: 660, y: 0 },
        data: { method: 'POST', url: `${partnerUrl}/reserve`, body: { sku } },
      },
      {
        id: 'receipt',
        type: 'set',
        name: 'Receipt',
        position: { x: 990, y: 0 },
        data: {
          values: {
            due: '{{ nodes["total"].output.total + nodes["total"].output.shipping }}',
            from: '{{ previous.body.warehouse }}',
          },
        },
      },
    ],
    edges: [
      { source: 'start', target: 'total' },
      { source: 'total', target: 'reserve' },
      { source: 'reserve', target: 'receipt' },
    ],
  }
}

async function publishCheckout(
  api: ApiClient,
  partnerUrl: string,
  amounts: readonly number[],
): Promise<string> {
  const { id } = await api.createWorkflow({ name: 'Checkout', status: 'published', ...checkout(partnerUrl) })
  for (const [index, amount] of amounts.entries()) {
    const input = { amount, sku: `AX-${index % 5}` }
    await api.send('POST', `/workflows/${id}/execute`, { input }, LIVE_WAIT)
  }
  return id
}

const saveDraft = (api: ApiClient, id: string, draft: object) =>
  api.send('PUT', `/workflows/${id}/draft`, draft)

const rows = (page: Page) => page.getByRole('region', { name: 'Results' }).getByRole('listitem')

describe('trying a working copy on past runs', () => {
  let product: Product
  let browser: Browser
  let api: ApiClient
  let partner: PartnerService
  let isPartnerUp = true
  let watched: WatchedPage
  let page: Page
  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    const cookie = await setUpOwner(product)
    api = new ApiClient(product)
    partner = await startPartnerService()
    watched = await openPage(browser, product.url, { width: 1440, scheme: 'light' })
    page = watched.page
    await useSession(watched.context, product, cookie)
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
    if (isPartnerUp) await partner?.stop()
  })

  it('before publishing, one sees which runs would end differently, goes to the node at fault, and comes back', async () => {
    const id = await publishCheckout(api, partner.url, [20, 40, 60, 80, 45, 10, 100, 48, 12, 55, 30, 49])
    // Nothing may be called from here on: a request to the partner would fail.
    isPartnerUp = false
    await partner.stop()
    await saveDraft(api, id, checkout(partner.url, { shipping: 45 }))
    const count = await countRuns(id)
    await page.goto(`/workflows/${id}`)
    await page.getByRole('button', { name: 'Publish changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish changes' })
    await dialog.getByRole('heading', { name: 'What would past runs have done?' }).waitFor()
    await dialog.getByRole('button', { name: 'Try on past runs' }).click()
    await page.getByRole('status').filter({ hasText: 'Tried 10 runs' }).waitFor()
    assert.deepEqual(await page.getByRole('radio', { name: /^(All|Changed|Same)/ }).allTextContents(), [
      'All 10',
      'Changed 3',
      'Same 7',
    ])

    await page.getByRole('radio', { name: 'Last 50' }).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('status').filter({ hasText: 'Tried 12 runs' }).waitFor()
    await page.getByRole('radio', { name: 'Changed 3' }).click()
    assert.equal(await rows(page).count(), 3)
    const [first] = await rows(page).all()
    assert.match((await first?.textContent()) ?? '', /due: 54 → 49.*First difference: Total/)

    await first?.getByRole('button').click()
    const detail = page.getByRole('complementary', { name: /^Run of/ })
    await detail.getByRole('heading', { name: 'Steps that differ' }).waitFor()
    const steps = detail.getByRole('listitem')
    assert.equal(await steps.count(), 2)
    assert.match((await steps.first().textContent()) ?? '', /Total.*Changed/)
    assert.match(page.url(), /tried=/)

    // The link leads to the node; going back shows the same results.
    await detail.getByRole('link', { name: 'Show “Total” in the editor' }).click()
    await page
      .getByRole('region', { name: /Total/ })
      .or(page.getByRole('heading', { name: 'Total' }))
      .first()
      .waitFor()
    assert.match(page.url(), /node=total/)
    await page.goBack()
    await detail.getByRole('heading', { name: 'Steps that differ' }).waitFor()
    assert.equal(await rows(page).count(), 3)
    await detail.getByRole('link', { name: 'Open run' }).click()
    await page.waitForURL(/\/executions\//)
    await page.goBack()

    await page.getByRole('button', { name: 'Publish changes' }).click()
    await dialog.getByText('3 would end differently.').waitFor()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Published', { exact: true }).first().waitFor()
    assert.equal(await countRuns(id), count, 'trying leaves no runs')
    assert.deepEqual(watched.takeProblems(), [])
  })

  it('all of it works by keyboard, from the palette', async () => {
    const id = await publishCheckout(api, partner.url, [])
    await api.send('POST', `/workflows/${id}/execute`, { input: { amount: 1, sku: 'a' } }, LIVE_WAIT)
    await api.send('POST', `/workflows/${id}/execute`, { input: { amount: 2, sku: 'b' } }, LIVE_WAIT)
    await page.goto(`/workflows/${id}`)
    const choose = async (title: string) => {
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: 'Search and commands' })
      await palette.getByRole('combobox').waitFor()
      await page.keyboard.type(title)
      await palette.getByRole('option', { name: title, exact: true, selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await palette.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Publish changes' }).waitFor()
    await choose('Try on past runs')
    await page.getByRole('heading', { name: 'Try on past runs' }).waitFor()
    await choose('Try on the last 10 runs')
    await page.getByRole('status').filter({ hasText: 'Tried 2 runs' }).waitFor()
    const open = () => new URL(page.url()).searchParams.get('tried')
    await page.keyboard.press('j')
    await page.waitForURL(/tried=/)
    const newest = open()
    await page.keyboard.press('j')
    await page.waitForFunction((last) => !location.search.includes(String(last)), newest)
    await page.keyboard.press('k')
    await page.waitForFunction((last) => location.search.includes(String(last)), newest)
    // A trial that takes long can be stopped.
    const held: (() => Promise<void>)[] = []
    await page.route('**/draft/shadow', (route) => void held.push(() => route.abort()))
    await choose('Try on the last 10 runs')
    await page.getByRole('status').filter({ hasText: 'Tried 0 of up to 10 runs' }).waitFor()
    await choose('Stop trying')
    await page.getByRole('status').filter({ hasText: 'Stopped after 0 runs' }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  async function countRuns(workflowId: string): Promise<number> {
    const runs = await api.send<unknown[]>('GET', `/executions?workflow_id=${workflowId}&limit=100`)
    return runs.length
  }
})

interface Samples {
  readonly mixed: string
  readonly unused: string
}

/** A workflow whose working copy changes some runs, and sends something new in others. */
async function prepare({ api, partner }: Stage): Promise<Samples> {
  const mixed = await publishCheckout(api, partner.url, [20, 47, 60, 46, 12, 90, 48, 30])
  const draft = checkout(partner.url, {
    shipping: 45,
    sku: '{{ input.sku === "AX-2" ? "AX-9" : input.sku }}',
  })
  await saveDraft(api, mixed, draft)
  const { id: unused } = await api.createWorkflow({ name: 'Unused', nodes: [{ id: 'start', type: 'start' }] })
  return { mixed, unused }
}

async function tryAll(page: Page, id: string): Promise<void> {
  await page.goto(`/workflows/${id}/try`)
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /^Tried \d+ runs$/ })
    .waitFor()
}

async function openRow(page: Page, result: string): Promise<void> {
  await rows(page).filter({ hasText: result }).first().getByRole('button').click()
  await page.getByRole('heading', { name: 'Outcome' }).waitFor()
}

const SCENES: readonly Scene<Samples>[] = [
  {
    name: 'shadow-idle',
    async show(page, { mixed }) {
      await page.goto(`/workflows/${mixed}/try`)
      await page.getByRole('heading', { name: 'See what a change does before it is live' }).waitFor()
    },
  },
  {
    name: 'shadow-results',
    appearances: APPEARANCES,
    show: (page, { mixed }) => tryAll(page, mixed),
  },
  {
    name: 'shadow-changed',
    appearances: APPEARANCES,
    async show(page, { mixed }) {
      await tryAll(page, mixed)
      await openRow(page, 'Changed')
    },
  },
  {
    name: 'shadow-unknown',
    async show(page, { mixed }) {
      await tryAll(page, mixed)
      await openRow(page, 'Unknown')
      await page.getByRole('heading', { name: 'Requests without a recorded answer' }).waitFor()
    },
  },
  {
    name: 'shadow-running',
    async show(page, { mixed }) {
      await page.route('**/draft/shadow', () => undefined)
      await page.goto(`/workflows/${mixed}/try?count=50`)
      await page.getByRole('button', { name: 'Try', exact: true }).click()
      await page.getByRole('status').filter({ hasText: 'Tried 0 of up to 50 runs' }).waitFor()
    },
    async leave(page) {
      await page.getByRole('button', { name: 'Stop' }).click()
    },
  },
  {
    name: 'shadow-failed',
    expected: /500/,
    async show(page, { mixed }) {
      await page.route('**/draft/shadow', (route) =>
        route.fulfill({
          status: 500,
          json: {
            success: false,
            error: { code: 'INTERNAL_ERROR', message: 'Something failed.', details: {} },
          },
        }),
      )
      await page.goto(`/workflows/${mixed}/try`)
      await page.getByRole('button', { name: 'Try', exact: true }).click()
      await page.getByRole('alert').filter({ hasText: 'Could not try the working copy' }).waitFor()
    },
  },
  {
    name: 'shadow-no-runs',
    async show(page, { unused }) {
      await page.goto(`/workflows/${unused}/try`)
      await page.getByRole('button', { name: 'Try', exact: true }).click()
      await page.getByRole('heading', { name: 'There are no past runs yet' }).waitFor()
    },
  },
  {
    name: 'shadow-offered',
    async show(page, { mixed }) {
      await page.goto(`/workflows/${mixed}`)
      await page.getByRole('button', { name: 'Publish changes' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Try on past runs' }).waitFor()
    },
  },
]

examineScenes('pages of trying on past runs', SCENES, prepare)
