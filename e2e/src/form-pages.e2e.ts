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
import { EVERY_FIELD } from './support/every-field.ts'
import { FormClient, type CreatedForm } from './support/form-client.ts'
import { type Product, startProduct } from './support/product.ts'

interface Scene {
  readonly name: string
  /** The error that the browser logs for an unsuccessful status. */
  readonly expectedError?: RegExp
  show(page: Page, forms: Readonly<Record<string, CreatedForm>>): Promise<void>
}

const SCENES: readonly Scene[] = [
  {
    name: 'form',
    async show(page, { every }) {
      await page.goto(every?.path ?? '')
    },
  },
  {
    name: 'form-filled',
    async show(page, { coloured }) {
      await page.goto(coloured?.path ?? '')
      await page.getByRole('radio', { name: '4 of 5' }).check({ force: true })
      await page.getByRole('radio', { name: '7', exact: true }).check({ force: true })
      await page.getByRole('switch').check()
      await page.getByLabel('Vegan').check()
      await page.getByLabel('Parking').check()
    },
  },
  {
    name: 'form-errors',
    expectedError: /422/,
    async show(page, { every }) {
      await page.goto(every?.path ?? '')
      await submitUnvalidated(page, {
        name: 'Grace',
        email: 'not-an-address',
        code: 'abc',
        secret: 'short',
        people: '9',
        site: 'example.com',
      })
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'form-thanks',
    async show(page, { every }) {
      await page.goto(`${every?.path}/thanks`)
    },
  },
  {
    name: 'form-closed',
    async show(page, { closed }) {
      await page.goto(closed?.path ?? '')
    },
  },
  {
    name: 'form-not-found',
    expectedError: /404/,
    async show(page) {
      await page.goto('/f/01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa')
    },
  },
]

describe('form pages', () => {
  let product: Product
  let browser: Browser
  const forms: Record<string, CreatedForm> = {}

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    const client = new FormClient(product)
    const { settings } = EVERY_FIELD
    forms['every'] = await client.create(EVERY_FIELD)
    forms['coloured'] = await client.create({ ...EVERY_FIELD, settings: { ...settings, color: '#ffd400' } })
    forms['closed'] = await client.create({
      ...EVERY_FIELD,
      settings: { ...settings, closes_at: '2020-01-31T18:00:00Z' },
    })
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })

  for (const appearance of APPEARANCES) {
    for (const scene of SCENES) {
      it(`${scene.name} is accessible, does not scroll horizontally and logs no errors at ${appearance.width} px, ${appearance.scheme}`, async () => {
        const watched = await openPage(browser, product.url, appearance)
        try {
          await scene.show(watched.page, forms)
          await saveScreenshot(watched.page, scene.name, appearance)
          assert.deepEqual(await findAccessibilityProblems(watched.page), [])
          assert.equal(await fitsWidth(watched.page), true, 'the page scrolls horizontally')
          assert.deepEqual(
            watched.takeProblems().filter((problem) => scene.expectedError?.test(problem) !== true),
            [],
          )
        } finally {
          await watched.context.close()
        }
      })
    }
  }
})

/** Submits the form without the validation of the browser. */
async function submitUnvalidated(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) await page.locator(`[name="${name}"]`).fill(text)
  await page.locator('form').evaluate((form) => {
    ;(form as HTMLFormElement).noValidate = true
  })
  await page.getByRole('button', { name: 'Register' }).click()
}
