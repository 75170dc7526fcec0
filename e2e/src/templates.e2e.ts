import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { startOwnedProduct } from './support/owned-product.ts'

interface Template {
  readonly title: string
  readonly group: string
  readonly nodes: readonly { readonly id: string; readonly type: string }[]
  readonly edges: readonly object[]
  readonly variables: object
  readonly input: object
}

const FOLDER = new URL('../../web/src/templates/data/', import.meta.url)
const TEMPLATES = readdirSync(FOLDER).map(
  (name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Template,
)

describe('templates', () => {
  const owned = startOwnedProduct()

  it('a newcomer signs in, uses a template of the start page and runs it with its sample data', async () => {
    const { page, takeProblems } = await owned.open()
    await page.goto('/')
    await page.getByText('Welcome to Millrace').waitFor()
    const offered = page.getByRole('button', { name: /^Use this template: / })
    await offered.first().waitFor()
    assert.equal(await offered.count(), TEMPLATES.length)
    assert.equal(await page.getByRole('img', { name: /^Graph with \d+ steps$/ }).count(), TEMPLATES.length)
    await page.getByRole('button', { name: 'Use this template: Price an order' }).click()
    await page.waitForURL('**/workflows/*')
    await page.getByRole('button', { name: 'Run with last input', exact: true }).click()
    await page.waitForURL(/run=/)
    const run = new URL(page.url()).searchParams.get('run') ?? ''
    await page.goto(`/executions/${run}`)
    await page.getByText('Completed').first().waitFor()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Failures by cause' }).waitFor()
    assert.deepEqual(takeProblems(), [])
    await page.context().close()
  })

  it('templates are reachable from the list of workflows', async () => {
    const { page } = await owned.open()
    await page.goto('/workflows')
    await page.getByRole('button', { name: 'New from template' }).click()
    await page.waitForURL('**/templates')
    await page.getByRole('button', { name: 'Use this template: Sales by region' }).click()
    await page.waitForURL('**/workflows/*')
    await page.context().close()
  })

  it('there are at least twelve', () => assert.ok(TEMPLATES.length >= 12))

  for (const { title, nodes, edges, variables, input } of TEMPLATES) {
    it(`${title}: the check finds no problem, and a run with the sample data completes`, async () => {
      const { id } = await owned.api.createWorkflow({ name: title, nodes, edges, variables })
      const { problems } = await owned.api.send<{ problems: unknown[] }>('POST', `/workflows/${id}/check`, {})
      assert.deepEqual(problems, [])
      const run = await owned.api.run(id, input)
      const { status, output } = await owned.api.send<{ status: string; output: object }>(
        'GET',
        `/executions/${run}`,
      )
      assert.equal(status, 'completed')
      assert.ok(Object.keys(output).length > 0)
    })
  }
})
