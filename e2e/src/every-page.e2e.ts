import type { Page } from 'playwright-core'
import { APPEARANCES } from './support/browser.ts'
import { examineScenes, type Scene } from './support/scenes.ts'

/** Every page and dialog, and how a user opens it. */
const SCENES: readonly Scene<void>[] = [
  {
    name: 'sign-in',
    profile: 'signed-out',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/sign-in')
      await page.getByLabel('Email').waitFor()
    },
  },
  {
    name: 'sign-in-busy',
    profile: 'signed-out',
    expected: /503/,
    async show(page) {
      await refuseSignIn(page, { status: 503, code: 'INTERNAL_ERROR', retryAfter: 20 })
      await page.getByRole('button', { name: /^Try again in \d+ s$/ }).waitFor()
    },
  },
  {
    name: 'sign-in-limited',
    profile: 'signed-out',
    expected: /429/,
    async show(page) {
      await refuseSignIn(page, { status: 429, code: 'RATE_LIMITED', retryAfter: 840 })
      await page.getByRole('button', { name: 'Try again in 14 min' }).waitFor()
    },
  },
  {
    name: 'setup-used-link',
    profile: 'signed-out',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/setup')
      await page.getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'home-of-a-new-installation',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/')
      await page.getByText('Welcome to Millrace').waitFor()
      await page.getByRole('heading', { name: 'Price an order' }).waitFor()
    },
  },
  {
    name: 'workflows-empty',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/workflows')
      await page.getByRole('heading', { name: 'Build your first workflow' }).waitFor()
    },
  },
  {
    name: 'workflows-no-match',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/workflows?q=nothing')
      await page.getByRole('heading', { name: 'No workflow matches' }).waitFor()
    },
  },
  {
    name: 'import-workflows',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/workflows')
      await page.getByRole('button', { name: 'Import from JSON' }).first().click()
      await page.getByRole('dialog').getByLabel('Or paste JSON').waitFor()
    },
  },
  {
    name: 'palette',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/workflows')
      await page.getByRole('heading', { name: 'Workflows' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByText('Go to Executions').waitFor()
    },
  },
  {
    name: 'shortcuts',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/workflows')
      await page.getByRole('heading', { name: 'Workflows' }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').getByText('Search and commands').waitFor()
    },
  },
  {
    name: 'api-keys',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/settings/api-keys')
      await page.getByTestId('api-key').first().waitFor()
    },
  },
  {
    name: 'create-key',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/settings/api-keys')
      await page.getByRole('button', { name: 'Create Key' }).first().click()
      await page.getByRole('dialog').getByLabel('Name').waitFor()
    },
  },
  {
    name: 'plan',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/settings/plan')
      await page.getByText('This minute').waitFor()
    },
  },
  {
    name: 'profile',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/settings/profile')
      await page.getByLabel('Current password', { exact: true }).waitFor()
    },
  },
  {
    name: 'not-found',
    expected: /404/,
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/nowhere')
      await page.getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'reference',
    repeated: '.operation',
    profile: 'signed-out',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/docs')
      await page.getByRole('heading').first().waitFor()
    },
  },
]

examineScenes('every page', SCENES, async () => undefined)

interface Refusal {
  readonly status: number
  readonly code: string
  readonly retryAfter: number
}

/** The real limits need dozens of attempts, and would keep out the other scenes as well. */
async function refuseSignIn(page: Page, { status, code, retryAfter }: Refusal): Promise<void> {
  const message =
    status === 503
      ? 'Too many sign-ins are being checked. Try again in a few seconds.'
      : 'Too many failed attempts. Try again in 14 minutes.'
  await page.route('**/app/session', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status,
          headers: { 'retry-after': String(retryAfter) },
          json: { success: false, error: { code, message, details: {} } },
        })
      : route.continue(),
  )
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the right one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText(message).waitFor()
}
