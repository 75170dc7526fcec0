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
import { setUpOwner, useSession } from './support/owner.ts'
import { type Product, startProduct } from './support/product.ts'

interface Scene {
  readonly name: string
  readonly signedIn: boolean
  show(page: Page, product: Product): Promise<void>
}

/** Every page and dialog, and how a user opens it. */
const SCENES: readonly Scene[] = [
  {
    name: 'sign-in',
    signedIn: false,
    async show(page) {
      await page.goto('/sign-in')
      await page.getByLabel('Email').waitFor()
    },
  },
  {
    name: 'setup-used-link',
    signedIn: false,
    async show(page) {
      await page.goto('/setup')
      await page.getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'workflows-empty',
    signedIn: true,
    async show(page) {
      await page.goto('/')
      await page.waitForURL('**/workflows')
      await page.getByRole('heading', { name: 'Build your first workflow' }).waitFor()
    },
  },
  {
    name: 'workflows-no-match',
    signedIn: true,
    async show(page) {
      await page.goto('/workflows?q=nothing')
      await page.getByRole('heading', { name: 'No workflow matches' }).waitFor()
    },
  },
  {
    name: 'import-workflows',
    signedIn: true,
    async show(page) {
      await page.goto('/workflows')
      await page.getByRole('button', { name: 'Import from JSON' }).first().click()
      await page.getByRole('dialog').getByLabel('Or paste JSON').waitFor()
    },
  },
  {
    name: 'palette',
    signedIn: true,
    async show(page) {
      await page.goto('/workflows')
      await page.getByRole('heading', { name: 'Workflows' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByText('Go to Executions').waitFor()
    },
  },
  {
    name: 'shortcuts',
    signedIn: true,
    async show(page) {
      await page.goto('/workflows')
      await page.getByRole('heading', { name: 'Workflows' }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').getByText('Search and commands').waitFor()
    },
  },
  {
    name: 'api-keys',
    signedIn: true,
    async show(page) {
      await page.goto('/settings/api-keys')
      await page.getByTestId('api-key').first().waitFor()
    },
  },
  {
    name: 'create-key',
    signedIn: true,
    async show(page) {
      await page.goto('/settings/api-keys')
      await page.getByRole('button', { name: 'Create Key' }).first().click()
      await page.getByRole('dialog').getByLabel('Name').waitFor()
    },
  },
  {
    name: 'plan',
    signedIn: true,
    async show(page) {
      await page.goto('/settings/plan')
      await page.getByText('This minute').waitFor()
    },
  },
  {
    name: 'profile',
    signedIn: true,
    async show(page) {
      await page.goto('/settings/profile')
      await page.getByLabel('Current password', { exact: true }).waitFor()
    },
  },
  {
    name: 'not-found',
    signedIn: true,
    async show(page) {
      await page.goto('/nowhere')
      await page.getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'reference',
    signedIn: false,
    async show(page) {
      await page.goto('/docs')
      await page.getByRole('heading').first().waitFor()
    },
  },
]

describe('every page', () => {
  let product: Product
  let browser: Browser
  let cookie: string

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    cookie = await setUpOwner(product)
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
          if (scene.signedIn) {
            await useSession(watched.context, product, cookie)
          }
          await scene.show(watched.page, product)
          await saveScreenshot(watched.page, scene.name, appearance)
          assert.deepEqual(await findAccessibilityProblems(watched.page), [])
          assert.equal(await fitsWidth(watched.page), true, 'the page scrolls horizontally')
          const expected = scene.name === 'not-found' ? /404/ : /^$/
          assert.deepEqual(
            watched.takeProblems().filter((problem) => !expected.test(problem)),
            [],
          )
        } finally {
          await watched.context.close()
        }
      })
    }
  }
})
