import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { ApiClient } from './support/api-client.ts'
import { findAccessibilityProblems, launchBrowser, openPage, type WatchedPage } from './support/browser.ts'
import { EditorPage, wiring } from './support/editor-page.ts'
import { FormClient } from './support/form-client.ts'
import { setUpOwner, useSession } from './support/owner.ts'
import { type Product, startProduct } from './support/product.ts'
import { type MailServer, startMailServer } from './support/smtp-server.ts'

/** Texts count by their length: what remains is the price of finding one's way. */
const MOST_KEYS_BESIDE_TEXT = 80

/** The steps depend on each other, as they do for a person. */
describe('a power user builds, runs and repairs a workflow with the keyboard alone', () => {
  let product: Product
  let browser: Browser
  let mail: MailServer
  let watched: WatchedPage
  let editor: EditorPage
  let keys = 0

  before(async () => {
    mail = await startMailServer()
    product = await startProduct({ MILLRACE_EGRESS_ALLOW: '127.0.0.1' })
    browser = await launchBrowser()
    const cookie = await setUpOwner(product)
    await new FormClient(product).create({
      name: 'Orders',
      fields: [
        { name: 'email', type: 'email', label: 'Email', required: true },
        { name: 'amount', type: 'number', label: 'Amount', required: true },
      ],
    })
    watched = await openPage(browser, product.url, { width: 1440, scheme: 'dark' })
    await useSession(watched.context, product, cookie)
    editor = new EditorPage(watched.page, new ApiClient(product))
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
    await mail?.stop()
  })

  const press = async (...list: string[]) => {
    for (const key of list) {
      keys += 1
      await watched.page.keyboard.press(key)
    }
  }
  const type = (text: string) => watched.page.keyboard.type(text)
  const option = (name: RegExp) => watched.page.getByRole('option', { name }).waitFor()
  /** What a person sees before the next key: the field with the focus. */
  const focused = (label: string) => watched.page.locator(`[aria-label="${label}"]:focus`).waitFor()
  const looksGood = async () => {
    assert.deepEqual(await findAccessibilityProblems(watched.page), [])
    assert.deepEqual(watched.takeProblems(), [])
  }
  /** Adds a step behind the selected one and opens it at its first parameter. */
  const add = async (query: string, name: string) => {
    await press('/')
    await focused('Search nodes, services and actions')
    await type(query)
    await press('Enter')
    await editor.node(name).and(watched.page.locator(':focus')).waitFor()
    await press('Enter')
    // It listens to the keyboard from the moment that it takes the focus.
    const view = watched.page.getByRole('region', { name: `Focus view of ${name}` })
    await view.and(watched.page.locator(':focus-within')).waitFor()
  }
  /** Closes the focus view; the card has the focus again. */
  const leave = async (name: string) => {
    await press('Escape')
    await editor.node(name).and(watched.page.locator(':focus')).waitFor()
  }

  it('builds form → condition → email', async () => {
    const { page } = watched
    await page.goto('/workflows')
    await page.getByRole('button', { name: 'New workflow' }).first().waitFor()
    await press('c')
    await page.getByRole('heading', { name: 'Start with a trigger' }).waitFor()

    await add('form', 'Form')
    await press('Enter')
    await type('Ord')
    await option(/^Orders/)
    await press('Enter')
    await page.getByRole('combobox', { name: 'Form' }).getByText('Orders').waitFor()
    await leave('Form')

    await add('if', 'If')
    await focused('Condition')
    await type('input.d')
    await option(/^data/)
    await press('Tab')
    await type('.a')
    await option(/^amount/)
    await press('Tab')
    await type(' > 100')
    await leave('If')

    await add('send email', 'Send email')
    await focused('To')
    await type('{{input.data.address')
    await press('Tab')
    await page.locator('[role=combobox]:focus').waitFor()
    await press('Enter')
    await type('create')
    await option(/^Create a credential/)
    await press('Enter')
    await editor.dialog.getByLabel('Name').and(page.locator(':focus')).waitFor()
    await press('Tab')
    await type(mail.url)
    await press('Enter')
    await page.getByRole('combobox', { name: 'Credential' }).getByText('SMTP server').waitFor()
    for (const [name, text] of [
      ['From', 'shop@example.com'],
      ['Subject', 'Order of {{input.data.amount'],
      ['Text', 'Thank you.'],
    ] as const) {
      for (let tabs = 0; tabs < 6 && (await editor.focusedLabel()) !== name; tabs += 1) await press('Tab')
      assert.equal(await editor.focusedLabel(), name)
      await type(text)
    }
    await looksGood()
    await leave('Send email')
    const draft = await editor.readDraft()
    assert.deepEqual(wiring(draft), ['Form→If', 'If·true→Send email'])
    const dataOf = (type: string) => draft.nodes.find((node) => node.type === type)?.data
    assert.equal(dataOf('if')?.['condition'], 'input.data.amount > 100')
    assert.equal(dataOf('email')?.['subject'], 'Order of {{ input.data.amount }}')
  })

  it('walks the graph by arrow keys, in the canvas and in the list', async () => {
    const { page } = watched
    const isFocused = (name: string) => editor.node(name).and(page.locator(':focus')).waitFor()
    await press('ArrowLeft')
    await isFocused('If')
    await press('ArrowLeft')
    await isFocused('Form')
    await press('l')
    const list = page.getByRole('list', { name: 'Nodes of the workflow' })
    await list.getByRole('button', { name: /^Send email.*when true/ }).waitFor()
    await looksGood()
    await press('l')
    await editor.graph.waitFor()
  })

  it('runs it, sees it fail and fixes the parameter', async () => {
    const { page } = watched
    await press('Control+Enter')
    await editor.dialog.getByLabel('Email (required)').and(page.locator(':focus')).waitFor()
    await type('ada@example.com')
    await press('Tab')
    await type('150')
    await press('Tab', 'Tab', 'Enter')
    await editor.drawer.getByText(/^Failed after/).waitFor()

    assert.deepEqual(mail.messages, [])
    await looksGood()

    // The newest run is the first of the list.
    await press('g', 'e')
    await page.waitForURL('**/executions')
    await page.getByRole('row').filter({ hasText: 'Failed' }).waitFor()
    await press('j', 'Enter')
    await page.getByRole('alert').getByText('The parameter to has no addresses.').waitFor()
    await press('e')
    await focused('To')
    await press('Control+a')
    await type('{{input.data.em')
    await option(/^email/)
    await press('Tab')
    assert.equal(await editor.field('To').innerText(), '{{ input.data.email }}')
    await editor.inspector.getByLabel('Value of To').getByText('ada@example.com').waitFor()
    await leave('Send email')
    const { nodes } = await editor.readDraft()
    assert.equal(nodes.find(({ type: one }) => one === 'email')?.data?.['to'], '{{ input.data.email }}')
  })

  it('resumes the failed run, and the mail arrives', async () => {
    const { page } = watched
    await press('g', 'e')
    await page.getByRole('row').filter({ hasText: 'Failed' }).waitFor()
    await press('j', 'Enter')
    await page.getByRole('button', { name: 'Fix and resume' }).waitFor()
    await press('r')
    await editor.dialog.getByText('Runs on the working copy').waitFor()
    await looksGood()
    const resume = editor.dialog.getByRole('button', { name: 'Resume', exact: true })
    for (let tabs = 0; tabs < 8 && (await resume.and(page.locator(':focus')).count()) === 0; tabs += 1)
      await press('Tab')
    await press('Enter')
    const graph = page.getByRole('application', { name: 'Graph of the run' })
    await graph.getByRole('button', { name: /^If, .*Kept from the original run/ }).waitFor()
    await graph.getByRole('button', { name: /^Send email, .*Completed in [^,]*$/ }).waitFor()
    assert.equal(mail.messages.length, 1)
    assert.match(mail.messages[0] ?? '', /^To: ada@example\.com$/m)
    await looksGood()
  })

  it('publishes it, with fewer keys than one would fear', async () => {
    const { page } = watched
    await press('e')
    await editor.graph.waitFor()
    await press('Control+k')
    await type('publish')
    await page.getByRole('option', { name: /^Publish/, selected: true }).waitFor()
    await press('Enter')
    const publish = editor.dialog.getByRole('button', { name: 'Publish', exact: true })
    await publish.waitFor()
    for (let tabs = 0; tabs < 6 && (await publish.and(page.locator(':focus')).count()) === 0; tabs += 1)
      await press('Tab')
    await press('Enter')
    await page.getByText(/^Live · v/).waitFor()
    await looksGood()
    assert.ok(keys <= MOST_KEYS_BESIDE_TEXT, `${keys} keys`)
  })
})
