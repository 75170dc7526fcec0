import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { ApiClient } from './support/api-client.ts'
import { launchBrowser, openPage, type WatchedPage } from './support/browser.ts'
import { FormClient } from './support/form-client.ts'
import { setUpOwner, useSession } from './support/owner.ts'
import { type Product, startProduct } from './support/product.ts'

const APPEARANCE = { width: 1440, scheme: 'light' } as const

interface Workflow {
  readonly nodes: readonly { readonly type: string; readonly data: { readonly form_id: string } }[]
}

describe('forms in the web app', () => {
  let product: Product
  let browser: Browser
  let cookie: string
  let forms: FormClient
  let api: ApiClient
  let context: BrowserContext
  let watched: WatchedPage
  let page: Page

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    cookie = await setUpOwner(product)
    forms = new FormClient(product)
    api = new ApiClient(product)
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })
  beforeEach(async () => {
    await context?.close()
    watched = await openPage(browser, product.url, APPEARANCE)
    context = watched.context
    page = watched.page
    await useSession(context, product, cookie)
  })

  /** Somebody who has nothing but the link. */
  async function openAsStranger(path: string): Promise<Page> {
    const { page: stranger } = await openPage(browser, product.url, { width: 390, scheme: 'dark' })
    await stranger.goto(path)
    return stranger
  }

  const label = (position: number) => page.getByRole('textbox', { name: `Label of field ${position}` })
  const saved = () => page.getByRole('button', { name: 'Saved', exact: true }).waitFor()

  it('a form grows from nothing to its first submission by a stranger, which starts a workflow', async () => {
    await page.goto('/forms')
    await page.getByRole('heading', { name: 'Ask your first question' }).waitFor()
    await page.getByRole('button', { name: 'New form' }).first().click()
    await page.getByRole('textbox', { name: 'Name of the form' }).fill('Mill tour')
    await page.getByRole('textbox', { name: 'Description' }).fill('An hour among old machines.')
    await page.getByRole('button', { name: 'Add field' }).click()
    // From here on without the mouse, as fast as somebody types.
    await page.keyboard.type('mail\n')
    await page.keyboard.type('Your e-mail\n')
    await page.keyboard.type('single\n')
    await page.keyboard.type('Language\n')
    await page.keyboard.type('rating\n')
    await page.keyboard.type('How keen are you?')
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByText('“How keen are you?” is field 2 of 3 now.').waitFor()
    assert.equal(await label(2).inputValue(), 'How keen are you?')
    await page.getByRole('textbox', { name: 'Option 1' }).fill('English')
    await page.keyboard.press('Enter')
    await page.keyboard.type('German')
    await label(1).click()
    await page.getByRole('checkbox', { name: 'Required' }).check()
    await page.getByRole('tab', { name: 'Preview' }).click()
    const preview = page.frameLocator('iframe[title="Preview of the page"]')
    await preview.getByRole('radio', { name: 'German' }).waitFor()
    await preview.getByRole('textbox', { name: 'Your e-mail' }).waitFor()
    await saved()

    await page.getByRole('link', { name: 'Share' }).click()
    const link = await page.getByRole('textbox', { name: 'Link to the form' }).inputValue()
    await page.getByRole('img', { name: 'QR code with the link to the form' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download SVG' }).click()
    assert.equal((await download).suggestedFilename(), 'mill-tour.svg')
    await page.getByRole('button', { name: 'Start a workflow with this form' }).click()
    await page.waitForURL('**/workflows/*')
    const workflowId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const workflow = (await api.send('GET', `/workflows/${workflowId}`)) as Workflow
    assert.equal(workflow.nodes[0]?.type, 'form')
    assert.ok(link.endsWith(workflow.nodes[0]?.data.form_id ?? 'none'))
    await api.send('POST', `/workflows/${workflowId}/publish`, {})

    const stranger = await openAsStranger(new URL(link).pathname)
    await stranger.getByLabel('Your e-mail').fill('ada@example.com')
    await stranger.getByLabel('German').check()
    await stranger.getByRole('button', { name: 'Send' }).click()
    await stranger.getByRole('heading', { name: 'Thank you' }).waitFor()
    await stranger.context().close()

    await page.goto(`/forms/${link.split('/').at(-1)}/submissions`)
    await page.getByRole('cell', { name: 'ada@example.com' }).waitFor()
    await page.goto(`/workflows/${workflowId}/executions`)
    await page.getByRole('row').getByText('Completed').first().waitFor()
    assert.deepEqual(watched.takeProblems(), [])
  })

  it('fields change while somebody fills in the form, and what they saw is accepted and stays readable', async () => {
    const form = await forms.create({
      name: 'Survey',
      fields: [
        { name: 'topic', type: 'text', label: 'Topic', required: true },
        { name: 'words', type: 'textarea', label: 'In your words' },
      ],
    })
    const stranger = await openAsStranger(form.path)
    await stranger.getByLabel('Topic').fill('Grain')
    await stranger.getByLabel('In your words').fill('Fine flour')

    await page.goto(`/forms/${form.id}`)
    await label(2).click()
    await page.getByRole('button', { name: 'Delete “In your words”' }).click()
    await label(1).fill('Subject')
    await page.keyboard.press('Enter')
    await page.keyboard.type('consent\n')
    await page.keyboard.type('I agree')
    await page.getByRole('checkbox', { name: 'Required' }).check()
    await saved()

    await stranger.getByRole('button', { name: 'Send' }).click()
    await stranger.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await forms.submissions(form), [{ topic: 'Grain', words: 'Fine flour' }])
    await stranger.getByRole('link', { name: 'Submit another response' }).click()
    await stranger.getByRole('group', { name: /I agree/ }).waitFor()
    await stranger.context().close()

    await page.getByRole('link', { name: 'Submissions' }).click()
    await page.getByRole('columnheader', { name: 'Subject' }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'In your words' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('cell', { name: 'Fine flour' }).waitFor()
    await page.getByRole('button', { name: /^Open the submission of/ }).click()
    const detail = page.getByRole('region', { name: 'Submission' })
    await detail.getByText('Topic', { exact: true }).first().waitFor()
    await detail.getByText('In your words').first().waitFor()
    assert.deepEqual(watched.takeProblems(), [])
  })

  it('two tabs edit one form, and both edits are there', async () => {
    const form = await forms.create({
      name: 'Shared',
      fields: [
        { name: 'a', type: 'text', label: 'First' },
        { name: 'b', type: 'text', label: 'Second' },
      ],
    })
    await page.goto(`/forms/${form.id}`)
    await label(1).waitFor()
    const other = await context.newPage()
    await other.goto(`/forms/${form.id}`)
    const otherLabel = other.getByRole('textbox', { name: 'Label of field 2' })
    await otherLabel.waitFor()
    await label(1).fill('First, changed')
    await otherLabel.fill('Second, changed')
    await saved()
    await other.getByRole('button', { name: 'Saved', exact: true }).waitFor()
    for (const tab of [page, other]) {
      await tab.waitForFunction(() =>
        ['First, changed', 'Second, changed'].every((text) =>
          [...document.querySelectorAll('input')].some(({ value }) => value === text),
        ),
      )
    }
    await page.reload()
    await label(1).waitFor()
    assert.equal(await label(1).inputValue(), 'First, changed')
    assert.equal(await label(2).inputValue(), 'Second, changed')
    await label(2).fill('Undone')
    await page.keyboard.press('Control+z')
    assert.equal(await label(2).inputValue(), 'Second, changed')
  })

  it('submissions are listed to the last one, searched, deleted and exported, and new ones announce themselves', async () => {
    const form = await forms.create({ name: 'Many', fields: [{ name: 'n', type: 'text', label: 'Number' }] })
    await page.goto(`/forms/${form.id}/submissions`)
    await page.getByRole('heading', { name: 'No submissions yet' }).waitFor()
    const total = 320
    await submitMany(page, form.id, total)
    await page.getByRole('table', { name: 'Submissions' }).waitFor()
    await page.reload()
    const cell = (name: string) => page.getByRole('cell', { name, exact: true })
    await cell(`answer ${total - 1}`).waitFor()
    await page.getByRole('link', { name: 'Submissions 320' }).waitFor()

    // Every row passes by: none is left out at the seams of the pages.
    const seen = new Set<string>()
    while (!seen.has('answer 0')) {
      for (const text of await page.getByRole('cell', { name: /^answer/ }).allTextContents()) seen.add(text)
      const rows = page.getByRole('button', { name: /^Open the submission of/ })
      await rows.last().scrollIntoViewIfNeeded()
      await page.mouse.move(400, 500)
      await page.mouse.wheel(0, 300)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    assert.equal(seen.size, total)

    await page.getByRole('searchbox', { name: 'Search answers' }).fill('ANSWER 31')
    await page.getByText('11 found').waitFor()
    await cell('answer 310').waitFor()
    await page
      .getByRole('checkbox', { name: /^Select the submission of/ })
      .nth(0)
      .check()
    await page
      .getByRole('checkbox', { name: /^Select the submission of/ })
      .nth(1)
      .check()
    await page
      .getByRole('toolbar', { name: 'Actions for the selected submissions' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page
      .getByRole('alertdialog', { name: 'Delete 2 submissions?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText('2 submissions deleted', { exact: true }).waitFor()
    await page.getByText('9 found').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export found as CSV' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    assert.equal(csv.trimEnd().split('\r\n').length, 10)
    assert.match(csv, /answer 31\b/)

    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('link', { name: 'Submissions 318' }).waitFor()
    await forms.submit(form, { n: 'a late one' })
    await page.getByRole('button', { name: '1 new submission' }).click()
    await cell('a late one').waitFor()
    await page
      .getByRole('button', { name: /^Open the submission of/ })
      .first()
      .click()
    await page.getByRole('region', { name: 'Submission' }).getByText('a late one').first().waitFor()
    await page.keyboard.press('j')
    await page.getByRole('region', { name: 'Submission' }).getByText('answer 3').first().waitFor()
    await page.getByRole('button', { name: 'Delete submission' }).click()
    await page
      .getByRole('alertdialog', { name: 'Delete this submission?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText('Submission deleted', { exact: true }).waitFor()
    assert.deepEqual(watched.takeProblems(), [])
  })

  it('a form may be embedded only where it is allowed, and closes at once', async () => {
    const form = await forms.create({ name: 'Embedded', fields: [{ name: 'n', type: 'text' }] })
    await page.goto(`/forms/${form.id}/share`)
    await page.getByText('no site may embed the form').waitFor()
    assert.match(await policyOf(form.path), /frame-ancestors 'none'/)
    await page.getByRole('textbox', { name: 'Add site' }).fill('shop.example')
    await page.keyboard.press('Enter')
    await page.getByText(/<iframe src=/).waitFor()
    await saved()
    assert.match(await policyOf(form.path), /frame-ancestors https:\/\/shop\.example/)
    await page
      .getByRole('navigation', { name: 'Parts of the form' })
      .getByRole('link', { name: 'Settings' })
      .click()
    await page.getByRole('button', { name: 'Close now' }).click()
    await page.getByText('Closed', { exact: true }).waitFor()
    const stranger = await openAsStranger(form.path)
    await stranger.getByText('This form is closed.').waitFor()
    await stranger.context().close()
    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByText('Open', { exact: true }).waitFor()
  })

  async function policyOf(path: string): Promise<string> {
    const response = await fetch(new URL(path, product.url))
    return response.headers.get('content-security-policy') ?? ''
  }
})

/** Submits in order, with the session of the page. */
async function submitMany(page: Page, formId: string, total: number): Promise<void> {
  await page.evaluate(
    async ({ id, count }) => {
      for (let n = 0; n < count; n += 1) {
        const response = await fetch(`/app/v1/forms/${id}/submissions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ data: { n: `answer ${n}` } }),
        })
        if (!response.ok) throw new Error(`not accepted: ${response.status}`)
      }
    },
    { id: formId, count: total },
  )
}
