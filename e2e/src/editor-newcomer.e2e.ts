import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Locator } from 'playwright-core'
import { ApiClient } from './support/api-client.ts'
import {
  findAccessibilityProblems,
  launchBrowser,
  openPage,
  saveScreenshot,
  type WatchedPage,
} from './support/browser.ts'
import { EditorPage, wiring } from './support/editor-page.ts'
import { type CreatedForm, FormClient } from './support/form-client.ts'
import { setUpOwner, useSession } from './support/owner.ts'
import { type Product, startProduct } from './support/product.ts'
import { type MailServer, startMailServer } from './support/smtp-server.ts'

const APPEARANCE = { width: 1440, scheme: 'light' } as const
const WRONG = '{{ input.data.mail }}'

/** The steps depend on each other, as they do for a person. */
describe('a newcomer builds, runs and repairs a workflow by mouse', () => {
  let product: Product
  let browser: Browser
  let mail: MailServer
  let form: CreatedForm
  let watched: WatchedPage
  let editor: EditorPage
  let failedRun: string

  before(async () => {
    mail = await startMailServer()
    product = await startProduct({ MILLRACE_EGRESS_ALLOW: '127.0.0.1' })
    browser = await launchBrowser()
    const cookie = await setUpOwner(product)
    form = await new FormClient(product).create({
      name: 'Orders',
      fields: [
        { name: 'email', type: 'email', label: 'Email', required: true },
        { name: 'amount', type: 'number', label: 'Amount', required: true },
      ],
    })
    watched = await openPage(browser, product.url, APPEARANCE)
    await useSession(watched.context, product, cookie)
    editor = new EditorPage(watched.page, new ApiClient(product))
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
    await mail?.stop()
  })

  async function looksGood(name: string): Promise<void> {
    await saveScreenshot(watched.page, `newcomer-${name}`, APPEARANCE)
    assert.deepEqual(await findAccessibilityProblems(watched.page), [])
    assert.deepEqual(watched.takeProblems(), [])
  }

  it('chooses a trigger on the empty canvas and its form in the inspector', async () => {
    const { page } = watched
    await page.goto('/workflows')
    await page.getByRole('button', { name: 'New workflow' }).first().click()
    await page.getByRole('heading', { name: 'Start with a trigger' }).waitFor()
    await looksGood('empty')
    await page.getByRole('button', { name: /^Form / }).click()
    await editor.inspector.getByRole('combobox', { name: 'Form' }).click()
    await page.getByRole('option', { name: 'Orders' }).click()
    await looksGood('trigger')
  })

  it('sees the first node and its outputs in the middle of the canvas', async () => {
    const [node, canvas] = [await middleOf(editor.node('Form')), await middleOf(editor.graph)]
    assert.ok(Math.abs(node.x - canvas.x) < 40, `${node.x} instead of ${canvas.x}`)
    assert.ok(Math.abs(node.y - canvas.y) < 40, `${node.y} instead of ${canvas.y}`)
  })

  it('adds a condition with the + of the trigger and completes the fields of the form before the first run', async () => {
    const { page } = watched
    await page.getByRole('button', { name: 'Add a node after Form' }).click()
    await looksGood('add')
    await editor.dialog.getByRole('option', { name: /^If / }).click()
    await editor.field('Condition').click()
    await page.keyboard.type('input.d')
    await page.getByRole('option', { name: /^data/ }).click()
    await page.keyboard.type('.a')
    await page.getByRole('option', { name: /^amount/ }).click()
    await page.keyboard.type(' > 100')
    assert.equal(await editor.field('Condition').innerText(), 'input.data.amount > 100')
    await editor.node('If, data.amount > 100').waitFor()
    await looksGood('condition')
  })

  it('adds an email behind true, with a credential that is created in place', async () => {
    const { page } = watched
    await page.getByRole('button', { name: 'Add a node after If, true' }).click()
    await editor.dialog.getByRole('combobox').fill('email')
    await editor.dialog.getByRole('option', { name: /^Send email / }).click()
    await editor.inspector.getByRole('combobox', { name: 'Credential' }).click()
    await page.getByRole('option', { name: 'Create a credential' }).click()
    await editor.dialog.getByLabel('Connection URL', { exact: true }).fill(mail.url)
    await looksGood('credential')
    await editor.dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await editor.inspector.getByRole('combobox', { name: 'Credential' }).getByText('SMTP server').waitFor()
    for (const [name, text] of [
      ['To', WRONG],
      ['From', 'shop@example.com'],
      ['Subject', 'Order of {{ input.data.amount }}'],
      ['Text', 'Thank you for your order.'],
    ] as const) {
      await editor.field(name).click()
      await page.keyboard.insertText(text)
    }
    await page.getByRole('tab', { name: 'Problems 0' }).waitFor()
    const draft = await editor.readDraft()
    assert.deepEqual(wiring(draft), ['Form→If', 'If·true→Send email'])
    assert.equal(draft.nodes.find(({ type }) => type === 'email')?.data?.['to'], WRONG)
    await looksGood('email')
  })

  it('runs it with the form filled in, and the failed step leads to the parameter by one click', async () => {
    const { page } = watched
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await editor.dialog.getByLabel('Email (required)').fill('ada@example.com')
    await editor.dialog.getByLabel('Amount (required)').fill('150')
    await looksGood('run-dialog')
    await editor.dialog.getByRole('button', { name: 'Run' }).click()
    await editor.drawer.getByText(/^Failed after/).waitFor()
    failedRun = new URL(page.url()).searchParams.get('run') ?? ''
    assert.notEqual(failedRun, '')
    await looksGood('failed')

    // On the canvas: the node explains itself.
    await editor.node('Form').click()
    await editor.node('Send email').click()
    await editor.inspector.getByText('The parameter to has no addresses.').waitFor()
    await editor.inspector.getByRole('button', { name: 'Show the parameter' }).click()
    await page.locator('[aria-label="To"]:focus').waitFor()

    // In the timeline, from another node.
    await editor.node('Form').click()
    await editor.drawer.getByRole('treeitem', { name: /Send email/ }).click()
    await page.locator('[aria-label="To"]:focus').waitFor()
    assert.deepEqual(mail.messages, [])
    assert.deepEqual(watched.takeProblems(), [])
  })

  it('the page of the run leads to the parameter, where it is fixed with completion', async () => {
    const { page } = watched
    await editor.drawer.getByRole('link', { name: 'Open run' }).click()
    await page.waitForURL(`**/executions/${failedRun}**`)
    await page.getByRole('alert').getByText('The parameter to has no addresses.').waitFor()
    await looksGood('run-page')
    await page.getByRole('alert').getByRole('link', { name: 'Open in the editor' }).click()
    await page.locator('[aria-label="To"]:focus').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('{{input.data.em')
    await page.getByRole('option', { name: /^email/ }).click()
    assert.equal(await editor.field('To').innerText(), '{{ input.data.email }}')
    await editor.inspector.getByLabel('Value of To').getByText('ada@example.com').waitFor()
    await editor.field('Subject').click()
    const { nodes } = await editor.readDraft()
    assert.equal(nodes.find(({ type }) => type === 'email')?.data?.['to'], '{{ input.data.email }}')
    await looksGood('fixed')
  })

  it('resumes the failed run after a preview of what is kept, and the mail arrives', async () => {
    const { page } = watched
    await editor.drawer.getByRole('link', { name: 'Open run' }).click()
    await page.getByRole('button', { name: 'Fix and resume' }).click()
    await editor.dialog.getByText('Runs on the working copy').waitFor()
    const listed = async (title: string) =>
      editor.dialog
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
        .getByRole('listitem')
        .allInnerTexts()
    assert.deepEqual(await listed('Kept'), ['Form', 'If'])
    assert.deepEqual(await listed('Runs again'), ['Send email'])
    assert.deepEqual(await listed('Runs for the first time'), [])
    await looksGood('resume')
    await editor.dialog.getByRole('button', { name: 'Resume', exact: true }).click()
    const graph = page.getByRole('application', { name: 'Graph of the run' })
    await graph.getByRole('button', { name: /^If, .*Kept from the original run/ }).waitFor()
    await graph.getByRole('button', { name: /^Send email, .*Completed in [^,]*$/ }).waitFor()
    assert.equal(mail.messages.length, 1)
    assert.match(mail.messages[0] ?? '', /^To: ada@example\.com$/m)
    assert.match(mail.messages[0] ?? '', /^Subject: Order of 150$/m)
    await looksGood('resumed')
  })

  it('publishes it, and the page of the form starts a live run that sends a mail', async () => {
    const { page } = watched
    await page.getByRole('link', { name: 'Untitled workflow' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await editor.dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Live · v1', { exact: true }).waitFor()
    await looksGood('published')

    await page.getByRole('link', { name: 'Executions' }).last().click()
    await page.getByRole('heading', { name: 'Untitled workflow' }).waitFor()
    const visitor = await openPage(browser, product.url, APPEARANCE)
    try {
      await visitor.page.goto(form.path)
      await visitor.page.getByLabel('Email').fill('grace@example.com')
      await visitor.page.getByLabel('Amount').fill('250')
      await visitor.page.getByRole('button').click()
      await visitor.page.waitForURL('**/thanks')
      assert.deepEqual(visitor.takeProblems(), [])
    } finally {
      await visitor.context.close()
    }
    // The list notices new runs by itself and does not move under the mouse.
    await page.getByRole('button', { name: '1 new execution' }).click()
    const live = page.getByRole('row').filter({ hasText: 'Form' }).filter({ hasText: 'Completed' })
    await live.waitFor()
    assert.equal(mail.messages.length, 2)
    assert.match(mail.messages[1] ?? '', /^To: grace@example\.com$/m)
    await looksGood('executions')
  })
})

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  assert.ok(box !== null, 'it is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
