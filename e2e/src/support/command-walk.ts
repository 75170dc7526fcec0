import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ApiClient } from './api-client.ts'
import { launchBrowser, openPage } from './browser.ts'
import { setUpOwner, useSession } from './owner.ts'
import { type PartnerService, startPartnerService } from './partner-service.ts'
import { type Product, startProduct } from './product.ts'

/** The commands of every page, which `commands.e2e.ts` runs. */
export const everywhere = [
  'go.home',
  'Go to Home',
  'go.workflows',
  'go.executions',
  'go.forms',
  'go.connections',
  'go.webhooks',
  'go.state',
  'go.inbox',
  'go.triggers',
  'go.settings.api-keys',
  'go.settings.plan',
  'go.settings.variables',
  'go.settings.users',
  'go.settings.audit',
  'go.settings.appearance',
  'go.settings.profile',
  'go.settings.about',
  'go.settings',
  'app.shortcuts',
  'app.help',
  'app.toggle-navigation',
  'app.theme.system',
  'app.theme.light',
  'app.theme.dark',
  'Go to Workflows',
  'Go to Executions',
  'Go to Forms',
  'Go to Connections',
  'Go to Webhooks',
  'Go to State',
  'Go to Inbox',
  'Go to Triggers',
  'Go to API Keys',
  'Go to Plan',
  'Go to Variables',
  'Go to Users',
  'Go to Audit log',
  'Go to Appearance',
  'Go to Profile',
  'Go to About',
  'Go to Settings',
  'Search and commands',
  'Keyboard shortcuts',
  'Search help',
  'Help for this page or expression',
  'Collapse or expand the navigation',
]

/** Runs the commands of pages by keyboard, and knows which ones the pages offered. */
export interface CommandWalk {
  readonly page: Page
  readonly api: ApiClient
  readonly partner: PartnerService
  /** Ids and titles of the commands that were run. */
  readonly ran: ReadonlySet<string>
  /** Notes every command that the page offers in its present state. */
  collect(): Promise<void>
  /** Runs a command by its shortcut. `names`: its id, and its title in the list of shortcuts. */
  press(keys: string, ...names: string[]): Promise<void>
  /** Runs a command that has no shortcut through the palette. */
  choose(title: string, id: string): Promise<void>
  /** Every command that was offered was run, or is known to be run by another test. */
  assertComplete(known: readonly string[]): void
  closeDialog(name: string | RegExp): Promise<void>
}

/** Starts the product for the tests of a file. Each test begins a walk of its own, in a new browser context. */
export function prepareCommandWalks(): { begin(): Promise<CommandWalk> } {
  let product: Product
  let browser: Browser
  let cookie: string
  let partner: PartnerService
  let closeLast = async () => {}

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    cookie = await setUpOwner(product)
    partner = await startPartnerService()
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
    await partner?.stop()
  })

  return {
    async begin() {
      await closeLast()
      const { page, context } = await openPage(browser, product.url, { width: 1440, scheme: 'light' })
      closeLast = () => context.close()
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url })
      await useSession(context, product, cookie)
      return { ...startWalk(page), page, partner, api: new ApiClient(product) }
    },
  }
}

function startWalk(page: Page): Omit<CommandWalk, 'page' | 'partner' | 'api'> {
  /** Ids of the palette and titles of the list of shortcuts. */
  const shown = new Set<string>()
  const ran = new Set<string>()
  return {
    ran,

    async collect(): Promise<void> {
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: 'Search and commands' })
      await palette.getByRole('option').first().waitFor()
      for (const option of await palette.getByRole('option').all()) {
        const id = (await option.getAttribute('data-value')) ?? ''
        if (!id.startsWith('workflow ')) shown.add(id)
      }
      await page.keyboard.press('Escape')
      await palette.waitFor({ state: 'detached' })
      await page.keyboard.press('?')
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await list.and(page.locator(':focus-within')).waitFor()
      for (const title of await list.getByRole('term').allTextContents()) shown.add(withoutSubject(title))
      await page.keyboard.press('Escape')
      await list.waitFor({ state: 'detached' })
    },

    async press(keys: string, ...names: string[]): Promise<void> {
      for (const name of names) ran.add(name)
      for (const one of keys.split(' ')) await page.keyboard.press(one === 'Space' ? ' ' : one)
    },

    async choose(title: string, id: string): Promise<void> {
      ran.add(id)
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: 'Search and commands' })
      await palette.getByRole('combobox').waitFor()
      await page.keyboard.type(title)
      await palette.getByRole('option', { name: title, exact: true, selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await palette.waitFor({ state: 'detached' })
    },

    assertComplete(known: readonly string[]): void {
      const unknown = [...shown].filter((name) => !ran.has(name) && !known.includes(name))
      assert.deepEqual(unknown, [], 'commands that this test does not run')
    },

    async closeDialog(name: string | RegExp): Promise<void> {
      const dialog = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
      // The dialog listens to the keyboard from the moment that it takes the focus.
      await dialog.and(page.locator(':focus-within')).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    },
  }
}

/** Some titles say what the command would act on. */
function withoutSubject(title: string): string {
  return title.replace(/^(Undo|Redo) .+$/, '$1').replace(/^Run to “.+”$/, 'Run to this node')
}

/** Moves through a list and selects its first row: all lists share these keys. `rows`: the names of the first two. */
export async function walkRows(
  { page, press }: CommandWalk,
  rows: readonly [string, string],
  titles: { readonly next: string; readonly previous: string; readonly select: string },
): Promise<void> {
  const focused = (name: string) => waitForFocus(page, name)
  await press('j', titles.next)
  await focused(rows[0])
  await press('j')
  await focused(rows[1])
  await press('k', titles.previous)
  await focused(rows[0])
  await press('x', titles.select)
  await page.getByText('1 selected').waitFor()
}

/** Waits until the element with this text has the focus. */
export async function waitForFocus(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, text)
}
