import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { EditorPage } from './support/editor-page.ts'
import { startOwnedProduct } from './support/owned-product.ts'

const SCHEMA = {
  type: 'object',
  required: ['email', 'amount'],
  properties: {
    email: { type: 'string', format: 'email', title: 'Email of the customer' },
    amount: { type: 'number', minimum: 0, title: 'Amount in EUR' },
    currency: { enum: ['EUR', 'USD'], default: 'EUR' },
  },
}

const WORKFLOW = {
  name: 'Invoice',
  nodes: [
    { id: 'start', type: 'start', name: 'Start', data: { input_schema: SCHEMA } },
    {
      id: 'link',
      type: 'set',
      name: 'Link',
      data: { values: { url: '{{ vars.BASE_URL }}/invoices', amount: '{{ input.amount }}' } },
    },
  ],
  edges: [{ source: 'start', target: 'link' }],
}

describe('variables of the account and checked inputs', () => {
  const owned = startOwnedProduct()
  let context: BrowserContext
  let page: Page
  before(async () => {
    ;({ context, page } = await owned.open())
  })
  after(() => context?.close())

  const outputOf = async (run: string) =>
    (await owned.api.send<{ output: { url: string; amount: number } }>('GET', `/executions/${run}`)).output

  const save = async (name: string, value: string) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Value', { exact: true }).fill(value)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`${name} was saved`).first().waitFor()
    await dialog.waitFor({ state: 'detached' })
  }

  it('a variable is created where the settings are, and a name that no expression could write is refused', async () => {
    await page.goto('/settings/variables')
    await page.getByRole('heading', { name: 'No variables yet' }).waitFor()
    await page.getByRole('button', { name: 'New variable' }).click()
    const dialog = page.getByRole('dialog', { name: 'New variable' })
    await dialog.getByLabel('Name').fill('base url')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Use letters, digits and _, beginning with a letter or _.').waitFor()
    await save('BASE_URL', 'https://shop.example')
    await page.getByRole('button', { name: 'Open BASE_URL' }).waitFor()
  })

  it('the run dialog draws a form from the schema of the input, and the run reads the variable', async () => {
    const { id } = await owned.api.createWorkflow(WORKFLOW)
    const editor = new EditorPage(page, owned.api)
    await editor.open(id)
    await editor.node('Start').waitFor()
    await page.keyboard.press('Control+Shift+Enter')
    const dialog = page.getByRole('dialog', { name: 'Run with input' })
    await dialog.getByLabel('Email of the customer').fill('not an address')
    await dialog.getByLabel('Amount in EUR').fill('12.5')
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
    await page
      .getByText(/email address/)
      .first()
      .waitFor()
    await dialog.getByLabel('Email of the customer').fill('ada@example.com')
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByText(/Completed in/)
      .first()
      .waitFor()
    const run = new URL(page.url()).searchParams.get('run') ?? ''
    assert.deepEqual(await outputOf(run), { url: 'https://shop.example/invoices', amount: 12.5 })
  })

  it('the next run reads the changed value, and the settings name the workflows that use it', async () => {
    await page.goto('/settings/variables')
    await page.getByRole('button', { name: 'Open BASE_URL' }).click()
    const dialog = page.getByRole('dialog', { name: 'BASE_URL' })
    await dialog.getByText('1 workflow uses it:').waitFor()
    await dialog.getByRole('link', { name: 'Invoice' }).waitFor()
    await save('BASE_URL', 'https://new.example')
    const [workflow] = await owned.api.send<{ id: string }[]>('GET', '/workflows')
    const run = await owned.api.run(workflow?.id ?? '', { email: 'ada@example.com', amount: 1 })
    assert.equal((await outputOf(run)).url, 'https://new.example/invoices')
  })

  it('somebody who deletes a variable is told who uses it', async () => {
    await page.goto('/settings/variables')
    await page.getByRole('button', { name: 'Open BASE_URL' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete BASE_URL?' })
    await question.getByText('Invoice').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No variables yet' }).waitFor()
  })
})
