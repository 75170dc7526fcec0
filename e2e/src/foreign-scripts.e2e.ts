import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ApiClient } from './support/api-client.ts'
import { launchBrowser, openPage } from './support/browser.ts'
import { type Product, startProduct } from './support/product.ts'

/** A workflow whose address answers with a script, from the same origin as the app. */
const SCRIPT = {
  name: 'Script',
  status: 'published',
  nodes: [
    { id: 'hook', type: 'webhook', data: { method: 'GET', respond: 'respond_node' } },
    {
      id: 'answer',
      type: 'respond',
      data: { headers: { 'Content-Type': 'text/javascript' }, body: 'document.title = "taken over"' },
    },
  ],
  edges: [{ source: 'hook', target: 'answer' }],
}

describe('a script that a workflow answers with', () => {
  let product: Product
  let browser: Browser
  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })

  /** Adds a script to the page, and says whether the browser ran it. */
  const addScript = (page: Page, source: string) =>
    page.evaluate(
      (src) =>
        new Promise<string>((resolve) => {
          const script = document.createElement('script')
          script.addEventListener('load', () => resolve('ran'))
          script.addEventListener('error', () => resolve('refused'))
          script.src = src
          document.head.append(script)
        }),
      source,
    )

  it('does not run in the app, although it comes from its origin', async () => {
    const api = new ApiClient(product)
    const { id } = await api.createWorkflow(SCRIPT)
    const [trigger] = await api.send<{ url: string }[]>('GET', `/workflows/${id}/triggers`)
    const address = trigger?.url ?? assert.fail('no address')
    const answer = await fetch(address)
    assert.equal(await answer.text(), 'document.title = "taken over"')

    const { page, context } = await openPage(browser, product.url, { width: 1440, scheme: 'light' })
    try {
      await page.goto('/sign-in')
      await page.getByRole('button').first().waitFor()
      assert.equal(await addScript(page, '/theme.js'), 'ran')
      assert.equal(await addScript(page, address), 'refused')
      assert.notEqual(await page.title(), 'taken over')
    } finally {
      await context.close()
    }
  })
})
