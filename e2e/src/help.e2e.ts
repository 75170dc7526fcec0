import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { ApiClient } from './support/api-client.ts'
import { APPEARANCES, launchBrowser, openPage, type WatchedPage } from './support/browser.ts'
import { EditorPage } from './support/editor-page.ts'
import { setUpOwner, signIn, useSession } from './support/owner.ts'
import { type Product, startProduct } from './support/product.ts'
import { examineScenes, type Scene, type Stage } from './support/scenes.ts'

const WORKFLOW = {
  name: 'Greeting',
  nodes: [
    { id: 'start', type: 'start', name: 'Start' },
    {
      id: 'set',
      type: 'set',
      name: 'Text',
      data: { values: { greeting: 'Hello {{ input.name.trim() }}' } },
    },
  ],
  edges: [{ source: 'start', target: 'set' }],
}

const GREETING = 'Value of greeting'
const INSERT = 'Insert into the expression'

const VIEWER = { email: 'viewer@example.com', password: 'another password of some length' }

/** The panel, beside the page or above it. */
function helpOf(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Help' }).or(page.getByRole('dialog', { name: 'Help' }))
}

async function searchHelp(page: Page, words: string): Promise<void> {
  await helpOf(page).getByRole('combobox', { name: 'Search help' }).fill(words)
}

/** Before the brackets of `trim()` in `Hello {{ input.name.trim() }}`. */
async function moveCursorIntoTrim(page: Page, field: Locator): Promise<void> {
  await field.click()
  await page.keyboard.press('End')
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft')
}

describe('help in place', () => {
  let product: Product
  let browser: Browser
  let watched: WatchedPage
  let editor: EditorPage
  let workflowId: string

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    const cookie = await setUpOwner(product)
    watched = await openPage(browser, product.url, { width: 1440, scheme: 'light' })
    await useSession(watched.context, product, cookie)
    const api = new ApiClient(product)
    ;({ id: workflowId } = await api.createWorkflow(WORKFLOW))
    await api.run(workflowId, { name: ' Ada ' })
    editor = new EditorPage(watched.page, api)
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })

  it('is searched by keyboard on any page, which stays where it is', async () => {
    const { page } = watched
    await page.goto('/workflows?q=greet')
    await page.getByRole('link', { name: 'Greeting' }).waitFor()
    const address = page.url()
    await page.keyboard.press('h')
    await helpOf(page).getByText('About this page').waitFor()
    await page.keyboard.type('retry')
    await helpOf(page).getByRole('option').first().waitFor()
    await searchHelp(page, 'http timeout')
    const parameter = helpOf(page)
      .getByRole('option', { name: /HTTP request/ })
      .first()
    await parameter.waitFor()
    await searchHelp(page, 'padstart')
    await helpOf(page)
      .getByRole('option', { name: /^text\.padStart/, selected: true })
      .waitFor()
    await page.keyboard.press('Enter')
    const article = helpOf(page).getByRole('region', { name: /^text\.padStart/ })
    await article.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await helpOf(page).getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await helpOf(page).waitFor({ state: 'detached' })
    assert.equal(page.url(), address)
    assert.deepEqual(watched.takeProblems(), [])
  })

  it('shows guides with their tables and links, and follows the links inside of the panel', async () => {
    const { page } = watched
    await page.goto('/workflows')
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await searchHelp(page, 'join')
    await helpOf(page)
      .getByRole('option', { name: /^Joins and skipped branches/ })
      .click()
    const article = helpOf(page).getByRole('region', { name: 'Joins and skipped branches' })
    await article.getByRole('paragraph').first().waitFor()
    await article.getByRole('button', { name: 'Back' }).click()
    await searchHelp(page, 'text or value')
    await helpOf(page)
      .getByRole('option', { name: /^Text or value/ })
      .click()
    const guide = helpOf(page).getByRole('region', { name: 'Text or value' })
    await guide.getByRole('table').first().waitFor()
    await page.getByRole('link', { name: 'Executions' }).click()
    // The help stays while one moves on.
    await page.getByRole('heading', { name: 'Executions' }).waitFor()
    await guide.waitFor()
    await helpOf(page).getByRole('button', { name: 'Close help' }).click()
    assert.deepEqual(watched.takeProblems(), [])
  })

  it('opens at the function under the cursor, tries it, and inserts it into the expression', async () => {
    const { page } = watched
    await editor.open(workflowId, '?node=set')
    const field = editor.field(GREETING)
    await moveCursorIntoTrim(page, field)
    const address = page.url()
    await page.keyboard.press('F1')
    const article = helpOf(page).getByRole('region', { name: 'text.trim()' })
    await article.getByRole('status', { name: 'Result' }).getByText('"abc"').waitFor()
    await article.getByRole('textbox', { name: 'Try it' }).fill('"a-b".split("-")')
    await article.getByRole('status', { name: 'Result' }).getByText('["a", "b"]').waitFor()
    assert.equal(page.url(), address)
    await article.getByRole('textbox', { name: 'Try it' }).fill('" + ".trim()')
    await field.click()
    await page.keyboard.press('End')
    await article.getByRole('button', { name: INSERT }).click()
    await field.and(page.locator(':focus')).waitFor()
    assert.equal(await field.innerText(), 'Hello {{ input.name.trim() }}{{ " + ".trim() }}')
    const draft = await editor.readDraft()
    assert.deepEqual(draft.nodes.find(({ id }) => id === 'set')?.data, {
      values: { greeting: 'Hello {{ input.name.trim() }}{{ " + ".trim() }}' },
    })
    // Keys in the help are not for the canvas.
    await article.focus()
    await page.keyboard.press('Delete')
    await page.keyboard.press('d')
    assert.equal((await editor.readDraft()).nodes.length, 2)
    await helpOf(page).getByRole('button', { name: 'Close help' }).click()
    assert.deepEqual(watched.takeProblems(), [])
  })

  it('leads from the help tab of a node to everything else', async () => {
    const { page } = watched
    await editor.open(workflowId, '?node=set')
    await editor.inspector.getByRole('tab', { name: 'Help' }).click()
    await editor.inspector.getByRole('button', { name: 'Search help' }).click()
    await helpOf(page).getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await editor.inspector.getByRole('button', { name: 'Search help' }).and(page.locator(':focus')).waitFor()
    assert.deepEqual(watched.takeProblems(), [])
  })

  it('lies above the page where there is no space beside it, and inserts there as well', async () => {
    const { page } = watched
    await page.setViewportSize({ width: 1100, height: 900 })
    await editor.open(workflowId, '?node=set&focus=1')
    const field = page.getByRole('textbox', { name: GREETING })
    await field.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('{{ ')
    await page.keyboard.press('F1')
    const sheet = page.getByRole('dialog', { name: 'Help' })
    await sheet.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('now')
    await sheet.getByRole('option', { name: /^now/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await sheet.getByRole('region', { name: 'now' }).getByRole('button', { name: INSERT }).click()
    await sheet.waitFor({ state: 'detached' })
    await field.and(page.locator(':focus')).waitFor()
    assert.equal(await field.innerText(), '{{ now }}')
    await page.setViewportSize({ width: 1440, height: 900 })
    assert.deepEqual(watched.takeProblems(), [])
  })

  it('an empty page says to a viewer what it is for, and offers nothing that would be refused', async () => {
    await product.runCommand(['users', 'create', VIEWER.email, '--role', 'viewer'], `${VIEWER.password}\n`)
    const { page, context, takeProblems } = await openPage(browser, product.url, {
      width: 1440,
      scheme: 'light',
    })
    try {
      await useSession(context, product, await signIn(product, VIEWER))
      for (const [path, title, sentence] of [
        ['/forms', 'No forms yet', /Editors and the owner create forms/],
        ['/connections', 'No credentials yet', /holds the key, token or password/],
        ['/webhooks', 'No webhooks yet', /sends a signed request/],
        ['/inbox', 'Nothing waits for you', /asks for a decision/],
      ] as const) {
        await page.goto(path)
        await page.getByRole('heading', { name: title }).waitFor()
        await page.getByText(sentence).first().waitFor()
        const offers = await page
          .getByRole('main')
          .getByRole('button', { name: /^New |^Create / })
          .count()
        assert.equal(offers, 0, path)
        await page.getByRole('button', { name: 'Learn more' }).click()
        await helpOf(page).getByRole('region').getByRole('paragraph').first().waitFor()
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        await helpOf(page).waitFor({ state: 'detached' })
      }
      await page.goto('/connections?tab=integrations')
      await page.getByText(/Editors and the owner connect the services below/).waitFor()
      assert.deepEqual(takeProblems(), [])
    } finally {
      await context.close()
    }
  })
})

async function prepare({ api }: Stage): Promise<string> {
  return (await api.createWorkflow(WORKFLOW)).id
}

async function openHelp(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('h')
  await helpOf(page).getByText('About this page').waitFor()
}

async function openArticle(page: Page, words: string, name: RegExp): Promise<void> {
  await searchHelp(page, words)
  await helpOf(page).getByRole('option', { name }).first().click()
  await helpOf(page).getByRole('region').waitFor()
}

/** `empty` scenes open a page of a quiet installation. */
function empty(name: string, path: (id: string) => string, title: string): Scene<string> {
  return {
    name: `empty-${name}`,
    async show(page, id) {
      await page.goto(path(id))
      await page.getByRole('heading', { name: title }).waitFor()
    },
  }
}

const SCENES: readonly Scene<string>[] = [
  {
    name: 'help-start',
    appearances: APPEARANCES,
    show: (page) => openHelp(page, '/webhooks'),
  },
  {
    name: 'help-results',
    async show(page) {
      await openHelp(page, '/workflows')
      await searchHelp(page, 'date')
      await helpOf(page)
        .getByRole('option', { name: /^date\(/ })
        .waitFor()
    },
  },
  {
    name: 'help-nothing',
    async show(page) {
      await openHelp(page, '/workflows')
      await searchHelp(page, 'zzzzqqq')
      await helpOf(page).getByText('Nothing matches “zzzzqqq”.').waitFor()
    },
  },
  {
    name: 'help-function',
    appearances: APPEARANCES,
    async show(page) {
      await openHelp(page, '/workflows')
      await openArticle(page, 'padstart', /^text\.padStart/)
    },
  },
  {
    name: 'help-node',
    async show(page) {
      await openHelp(page, '/executions')
      await openArticle(page, 'switch', /^Switch/)
    },
  },
  {
    name: 'help-guide',
    async show(page) {
      await openHelp(page, '/forms')
      await openArticle(page, 'text or value', /^Text or value/)
      await helpOf(page).getByRole('table').first().waitFor()
    },
  },
  {
    name: 'help-in-the-editor',
    appearances: APPEARANCES.filter(({ width }) => width > 1_000),
    async show(page, id) {
      await page.goto(`/workflows/${id}?node=set`)
      await moveCursorIntoTrim(page, page.getByRole('textbox', { name: GREETING }))
      await page.keyboard.press('F1')
      await helpOf(page).getByRole('region', { name: 'text.trim()' }).waitFor()
    },
  },
  empty('executions', () => '/executions', 'No executions yet'),
  empty('inbox', () => '/inbox', 'Nothing waits for you'),
  empty('workflow-executions', (id) => `/workflows/${id}/executions`, 'This workflow has not run yet'),
  empty('triggers', (id) => `/workflows/${id}/triggers`, 'This workflow has no triggers'),
  empty('versions', (id) => `/workflows/${id}/versions`, 'There is nothing to compare yet'),
]

examineScenes('the help and empty pages', SCENES, prepare)
