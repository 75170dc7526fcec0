import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { ApiClient } from './support/api-client.ts'
import { launchBrowser, openPage } from './support/browser.ts'
import { nodeCard } from './support/editor-page.ts'
import { setUpOwner, useSession } from './support/owner.ts'
import { type Product, startProduct } from './support/product.ts'

const WORKFLOW = {
  name: 'Two steps',
  nodes: [
    { id: 'start', type: 'start', name: 'Start', position: { x: 0, y: 0 } },
    {
      id: 'note',
      type: 'log',
      name: 'Note it',
      position: { x: 320, y: 0 },
      data: { message: '{{ input.amount }}' },
    },
  ],
  edges: [{ source: 'start', target: 'note' }],
}

describe('opening a page', () => {
  let product: Product
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let takeProblems: () => string[]
  let workflow: string
  let run: string

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    const cookie = await setUpOwner(product)
    const api = new ApiClient(product)
    workflow = (await api.createWorkflow(WORKFLOW)).id
    run = await api.run(workflow, { amount: 7 })
    const opened = await openPage(browser, product.url, { width: 1440, scheme: 'light' })
    ;({ context, page, takeProblems } = opened)
    await useSession(context, product, cookie)
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })

  /** Opens an address, and returns what the page asked the server for, without questions for changes since. */
  async function open(path: string, isShown: (page: Page) => Promise<unknown>): Promise<string[]> {
    const asked: string[] = []
    const listen = (request: { url(): string; method(): string; headers(): Record<string, string> }) => {
      const address = request.url().slice(product.url.length)
      const isPlain = request.method() === 'GET' && request.headers()['if-none-match'] === undefined
      if (isPlain && address.startsWith('/app/')) asked.push(address)
    }
    // The page of the visit before may still be asking.
    await page.goto('about:blank')
    page.on('request', listen)
    await page.goto(path)
    await isShown(page)
    await page.waitForFunction('earlyAnswers.pending.size === 0')
    page.off('request', listen)
    return asked
  }

  const pages = [
    {
      name: 'the editor',
      path: () => `/workflows/${workflow}`,
      isShown: (shown: Page) => nodeCard(shown, 'Note it').waitFor(),
      early: () => [`/app/v1/workflows/${workflow}/draft`, '/app/v1/node-types'],
    },
    {
      name: 'a run',
      path: () => `/executions/${run}?panel=output`,
      isShown: (shown: Page) => shown.getByRole('tree', { name: 'Data as a tree' }).waitFor(),
      early: () => [
        `/app/v1/executions/${run}/timeline`,
        `/app/v1/executions/${run}/data?part=output&limit=200`,
      ],
    },
  ]
  for (const { name, path, isShown, early } of pages) {
    for (const visit of ['for the first time', 'again']) {
      it(`asks for the data of ${name} ${visit} while the app still loads, and for nothing twice`, async () => {
        const asked = await open(path(), isShown)
        for (const address of ['/app/session', ...early()]) assert.ok(asked.includes(address), address)
        assert.deepEqual(
          asked.filter((address, index) => asked.indexOf(address) !== index),
          [],
        )
        assert.deepEqual(takeProblems(), [])
      })
    }
  }

  it('names the files of the page in the page', async () => {
    const response = await context.request.get(`/workflows/${workflow}`, { headers: { accept: 'text/html' } })
    const page = await response.text()
    for (const file of ['editor-page', 'editor-tab', 'graph']) {
      assert.match(
        page,
        new RegExp(`<link rel="modulepreload" crossorigin href="/assets/${file}-[^"]+\\.js">`),
      )
    }
    assert.match(page, /<link rel="stylesheet" crossorigin href="\/assets\/graph-[^"]+\.css">/)
  })
})
