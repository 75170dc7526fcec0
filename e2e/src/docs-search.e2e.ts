import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import {
  findAccessibilityProblems,
  fitsWidth,
  launchBrowser,
  APPEARANCES,
  openPage,
  saveScreenshot,
} from './support/browser.ts'
import { type Product, startProduct } from './support/product.ts'

describe('the documentation', () => {
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

  for (const appearance of APPEARANCES) {
    it(`can be searched with the keyboard alone at ${appearance.width} px, ${appearance.scheme}`, async () => {
      const { page, context, takeProblems } = await openPage(browser, product.url, appearance)
      try {
        await page.goto('/docs/guides/workflows')
        await search(page, 'publishing')
        await saveScreenshot(page, 'docs-search', appearance)
        assert.deepEqual(await findAccessibilityProblems(page), [])
        assert.equal(await fitsWidth(page), true, 'the page scrolls sideways')
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await page.waitForURL('**/docs/guides#drafts')
        assert.equal(await page.locator('#search-results').isVisible(), false)

        await search(page, 'MILLRACE_PUBLIC_URL')
        await page.keyboard.press('Enter')
        await page.waitForURL('**/docs/configuration#MILLRACE_PUBLIC_URL')
        assert.deepEqual(takeProblems(), [])
      } finally {
        await context.close()
      }
    })
  }

  for (const width of new Set(APPEARANCES.map((appearance) => appearance.width))) {
    it(`shows guides that are accessible and fit at ${width} px, light and dark`, async () => {
      const { page, context, takeProblems } = await openPage(browser, product.url, { width, scheme: 'light' })
      try {
        for (const path of ['/docs/guides', '/docs/guides/workflows', '/docs/nodes']) {
          await page.emulateMedia({ colorScheme: 'light' })
          await page.goto(path)
          assert.deepEqual(await findAccessibilityProblems(page), [], path)
          assert.equal(await fitsWidth(page), true, path)
          // Only colours depend on the scheme.
          await page.emulateMedia({ colorScheme: 'dark' })
          assert.deepEqual(await findAccessibilityProblems(page, { contrastOnly: true }), [], path)
        }
        assert.deepEqual(takeProblems(), [])
      } finally {
        await context.close()
      }
    })
  }

  it('closes the search results with Escape and says when nothing matches', async () => {
    const { page, context } = await openPage(browser, product.url, { width: 1440, scheme: 'light' })
    try {
      await page.goto('/docs')
      await search(page, 'zzzzqqq')
      await page.getByText('No results').first().waitFor()
      await page.keyboard.press('Escape')
      assert.equal(await page.locator('#search-results').isVisible(), false)
    } finally {
      await context.close()
    }
  })
})

async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill(words)
  await page.locator('#search-results li').first().waitFor()
}
