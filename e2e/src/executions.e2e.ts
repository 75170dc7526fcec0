import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startOwnedProduct } from './support/owned-product.ts'
import { OWNER, signIn } from './support/owner.ts'

const START = { id: 'start', type: 'start' }
const EDGES = [{ source: 'start', target: 'step' }]
const graph = (name: string, step: object) => ({
  name,
  status: 'published',
  nodes: [START, { id: 'step', name: 'Charge', ...step }],
  edges: EDGES,
})
const WAITING = graph('Approvals', { type: 'wait', data: { for: 'event', event: 'never' } })
const FAILING = graph('Payments', { type: 'fail', data: { message: 'Card declined', code: 'DECLINED' } })
const FIXED = { nodes: [START, { id: 'step', name: 'Charge', type: 'set', data: { values: { ok: true } } }] }
const LOOP = {
  name: 'Orders',
  status: 'published',
  nodes: [
    START,
    { id: 'same', name: 'Load settings', type: 'set', data: { values: { currency: 'EUR' } } },
    { id: 'loop', name: 'Each line', type: 'for_each', data: { items: '{{ input.lines }}' } },
    { id: 'price', name: 'Price', type: 'set', data: { values: { total: '{{ item.price }}' } } },
    { id: 'done', name: 'Done', type: 'set', data: { values: { text: '{{ "x".repeat(20) }}' } } },
  ],
  edges: [
    { source: 'start', target: 'same' },
    { source: 'same', target: 'loop' },
    { source: 'loop', target: 'price', sourceHandle: 'each' },
    { source: 'loop', target: 'done', sourceHandle: 'done' },
  ],
}

/** Does something many times, some of them at once. */
async function repeat(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 20) {
    await Promise.all(Array.from({ length: Math.min(20, count - done) }, act))
  }
}

interface Run {
  readonly id: string
  readonly status: string
  readonly retry_of: string | null
  readonly error: { readonly code: string } | null
}

describe('executions of all workflows', () => {
  const owned = startOwnedProduct()

  async function open(path: string, width = 1440): Promise<{ page: Page; takeProblems: () => string[] }> {
    const { page, takeProblems } = await owned.open({ width, scheme: 'light' })
    await page.goto(path)
    return { page, takeProblems: () => [...takeProblems()] }
  }

  /** Runs the live version. */
  async function run(id: string, input: object = {}): Promise<string> {
    const headers = { prefer: 'wait=30' }
    const started = await owned.api.send<{ id?: string; execution_id?: string }>(
      'POST',
      `/workflows/${id}/execute`,
      { input },
      headers,
    )
    return started.execution_id ?? started.id ?? ''
  }

  const start = async (id: string) =>
    (await owned.api.send<{ execution_id: string }>('POST', `/workflows/${id}/execute`, {})).execution_id

  const runsOf = (id: string) => owned.api.send<Run[]>('GET', `/executions?workflow_id=${id}&limit=100`)

  it('all runs that match a filter are cancelled though the server is killed, and others are skipped with the reason', async () => {
    const { id } = await owned.api.createWorkflow(WAITING)
    const other = await owned.api.createWorkflow({ ...WAITING, name: 'Other approvals' })
    const left = await start(other.id)
    const finished = await owned.api.createWorkflow(
      graph('Approvals', { type: 'log', data: { message: 'x' } }),
    )
    await run(finished.id)
    await repeat(120, () => start(id))
    const { page, takeProblems } = await open(`/executions?workflow_id=${id}`)
    await page
      .getByRole('link', { name: /^Approvals/ })
      .first()
      .waitFor()
    // One has ended before the others are cancelled.
    const [ended] = await runsOf(id)
    await owned.api.send('POST', `/executions/${ended?.id ?? ''}/cancel`)

    await page.getByRole('checkbox', { name: 'Select all loaded executions' }).click()
    await page.getByText(/^\d+ selected$/).waitFor()
    await page.getByRole('button', { name: 'Select all that match' }).click()
    await page.getByText('All that match are selected').waitFor()
    await page.getByRole('button', { name: 'Cancel executions' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Cancel 119 executions?' })
    await dialog.getByText('1 execution has already ended and is skipped.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel executions' }).click()
    await page.getByText(/^Cancelling: \d+ of 119/).waitFor()
    await owned.product.kill()
    await owned.product.restart()
    await page.getByText('119 executions cancelled').waitFor({ timeout: 60_000 })
    await page.getByText('1 × The execution has already failed.').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('119 executions cancelled').waitFor({ state: 'detached' })
    const counts = await owned.api.send('GET', `/executions/count?workflow_id=${id}`)
    assert.deepEqual(counts, { pending: 0, running: 0, completed: 0, failed: 120, complete: true })
    assert.equal((await owned.api.send<Run>('GET', `/executions/${left}`)).status, 'pending')
    takeProblems()
    await page.context().close()
  })

  it('runs are selected by keyboard and by mouse, stay selected while new runs arrive, and are resumed once', async () => {
    const { id } = await owned.api.createWorkflow(FAILING)
    const failed: string[] = []
    for (let n = 0; n < 6; n += 1) failed.push(await run(id))
    await owned.api.send('PATCH', `/workflows/${id}`, FIXED)
    const { page, takeProblems } = await open(`/executions?workflow_id=${id}`)
    await page
      .getByRole('link', { name: /^Payments/ })
      .nth(5)
      .waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('3 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('3 selected').waitFor({ state: 'detached' })
    const boxes = page.getByRole('checkbox', { name: /^Select run/ })
    await boxes.nth(1).click()
    await boxes.nth(4).click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()

    // A new run appears on request, and the selection stays.
    const completed = await run(id)
    await page.getByRole('button', { name: '1 new execution' }).click()
    await page
      .getByRole('link', { name: /^Payments/ })
      .nth(6)
      .waitFor()
    await page.getByText('4 selected').waitFor()
    await page.getByRole('checkbox', { name: `Select run ${completed.slice(-4)} of Payments` }).click()
    await page.getByText('5 selected').waitFor()
    await page.keyboard.press('r')
    const dialog = page.getByRole('alertdialog', { name: 'Resume 4 executions?' })
    await dialog.getByText(/^1 execution did not fail/).waitFor()
    await dialog.getByRole('button', { name: 'Resume executions' }).click()
    await page.getByText('4 executions resumed · 4 completed · 1 skipped').waitFor({ timeout: 30_000 })
    const retries = (await runsOf(id)).filter(({ retry_of: of }) => of !== null)
    assert.deepEqual(new Set(retries.map(({ retry_of: of }) => of)), new Set(failed.slice(1, 5)))
    assert.equal(retries.length, 4)

    // The same again: nothing is resumed twice.
    await page.goto(`/executions?workflow_id=${id}&status=failed`)
    await page
      .getByRole('link', { name: /^Payments/ })
      .nth(5)
      .waitFor()
    await page.keyboard.press('Control+Shift+a')
    await page.keyboard.press('r')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resume executions' }).click()
    await page.getByText('2 executions resumed · 2 completed · 4 skipped').waitFor({ timeout: 30_000 })
    await page.getByText('4 × The execution was already resumed.').waitFor()
    assert.deepEqual(takeProblems(), [])
    await page.context().close()
  })

  it('a bulk run can be stopped', async () => {
    const { id } = await owned.api.createWorkflow({ ...FAILING, name: 'Refunds' })
    await repeat(60, () => run(id))
    await owned.api.send('PATCH', `/workflows/${id}`, FIXED)
    const { page } = await open(`/executions?workflow_id=${id}`, 390)
    await page
      .getByRole('link', { name: /^Refunds/ })
      .first()
      .waitFor()
    await page.keyboard.press('Control+Shift+a')
    await page.getByRole('button', { name: 'Resume executions' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resume executions' }).click()
    await page.getByText(/^Resuming: \d+ of 60/).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText(/^Stopped: \d+ of 60 executions resumed/).waitFor()
    const resumed = (await runsOf(id)).filter(({ retry_of: of }) => of !== null).length
    assert.ok(resumed < 60)
    await page.context().close()
  })

  it('a filter is saved under a name, follows the person to another browser, and is renamed and deleted', async () => {
    const { page, takeProblems } = await open('/executions')
    await page
      .getByRole('link', { name: /^Refunds/ })
      .first()
      .waitFor()
    await page.getByLabel('Status').selectOption('failed')
    await page.getByRole('textbox', { name: 'Error code' }).fill('DECLINED')
    await page.keyboard.press('Enter')
    await page.waitForURL(/error_code=DECLINED/)
    await page.getByRole('heading', { name: 'Executions' }).focus()
    await page.keyboard.press('Shift+S')
    const dialog = page.getByRole('dialog', { name: 'Save this filter' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Declined cards')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Declined cards' }).waitFor()

    // Another browser, signed in by the same person.
    const { page: second } = await owned.open(
      { width: 390, scheme: 'dark' },
      await signIn(owned.product, OWNER),
    )
    await second.goto('/executions')
    await second.getByRole('button', { name: 'Saved filters' }).click()
    await second.getByRole('menuitem', { name: 'Declined cards' }).click()
    await second.waitForURL(/status=failed&error_code=DECLINED|error_code=DECLINED&status=failed/)
    await second.context().close()

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('heading', { name: 'Executions' }).focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Commands' }).fill('declined')
    await page.getByRole('option', { name: 'Show “Declined cards”' }).click()
    await page.waitForURL(/error_code=DECLINED/)
    await page.getByRole('button', { name: 'Declined cards' }).click()
    await page.getByRole('menuitem', { name: 'Rename or delete filters' }).click()
    const list = page.getByRole('dialog', { name: 'Saved filters' })
    await list.getByText('Failed · Error code: DECLINED').waitFor()
    await list.getByRole('textbox').fill('Cards')
    await page.keyboard.press('Enter')
    await list.getByRole('button', { name: 'Delete “Cards”' }).click()
    await list.getByText('Choose filters, then save them under a name. Only you see them.').waitFor()
    await list.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('button', { name: 'Saved filters' }).waitFor()
    assert.deepEqual(takeProblems(), [])
    await page.context().close()
  })

  it('two runs are compared: the first difference is one key away, with the data of both', async () => {
    const { id } = await owned.api.createWorkflow(LOOP)
    const lines = [{ price: 5 }, { price: 7 }, { price: 9 }]
    const first = await run(id, { lines })
    await owned.api.send('PATCH', `/workflows/${id}`, {
      nodes: [
        ...LOOP.nodes.slice(0, 4),
        { id: 'extra', name: 'Notify', type: 'log', data: { message: 'new' } },
        ...LOOP.nodes.slice(4),
      ],
      edges: [...LOOP.edges, { source: 'done', target: 'extra' }],
    })
    const second = await run(id, { lines: [{ price: 5 }, { price: 8 }, { price: 9 }] })
    const { page, takeProblems } = await open(`/executions?workflow_id=${id}`)
    await page
      .getByRole('link', { name: /^Orders/ })
      .nth(1)
      .waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('c')
    await page.waitForURL(`**/executions/compare?a=${first}&b=${second}`)
    await page.getByText('The runs used different versions of the workflow.').waitFor()
    await page.getByText(/^\d of \d+ steps differ/).waitFor()
    const row = (name: RegExp) => page.getByRole('row', { name })
    await row(/^Load settings .* equal/).waitFor()
    await row(/^Input of the run .*input/).waitFor()
    await row(/^Notify .* only in B/).waitFor()

    await page.keyboard.press('f')
    await page.waitForURL(/step=/)
    await page.getByRole('heading', { name: 'Each line' }).waitFor()
    await page.keyboard.press('n')
    await page.keyboard.press('Escape')
    await row(/^Price item 2/)
      .getByRole('button')
      .click()
    const sideA = page.getByRole('region', { name: 'Data of run A' })
    const sideB = page.getByRole('region', { name: 'Data of run B' })
    await sideA.getByText('7', { exact: true }).first().waitFor()
    await sideB.getByText('8', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'Open the step in run B' }).click()
    await page.waitForURL(`**/executions/${second}?step=**`)
    await page.goBack()
    await row(/^Price item 2/).waitFor()
    await page.keyboard.press('d')
    await row(/^Load settings/).waitFor({ state: 'detached' })
    await page.keyboard.press('s')
    await page.waitForURL(new RegExp(`a=${second}&b=${first}`))
    await row(/^Notify .* only in A/).waitFor()
    assert.deepEqual(takeProblems(), [])
    await page.context().close()
  })

  it('a run is compared with another from its own page, and the comparison follows a run that goes on', async () => {
    const { id } = await owned.api.createWorkflow({
      ...WAITING,
      name: 'Shipping',
      nodes: [...WAITING.nodes, { id: 'after', name: 'Ship', type: 'log', data: { message: 'shipped' } }],
      edges: [...EDGES, { source: 'step', target: 'after' }],
    })
    const done = await start(id)
    const signal = (execution: string) =>
      owned.api.send('POST', `/executions/${execution}/signal`, { event: 'never', data: { n: 1 } })
    await signal(done)
    const open1 = await start(id)
    const { page, takeProblems } = await open(`/executions/${open1}`, 390)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Compare with another run' }).click()
    await page
      .getByRole('dialog', { name: 'Compare with' })
      .getByRole('button', { name: new RegExp(done.slice(-4)) })
      .click()
    await page.waitForURL(`**/executions/compare?a=${done}&b=${open1}`)
    await page.getByText('A run has not ended. The comparison follows it.').waitFor()
    await page.getByRole('row', { name: /^Ship .*not reached yet/ }).waitFor()
    await signal(open1)
    await page.getByText(/^All \d steps are equal/).waitFor()
    await page.getByRole('row', { name: /^Ship/ }).getByRole('button').click()
    await page.getByText('Both outputs are equal.').waitFor()
    await page.getByRole('button', { name: 'Close the step' }).click()
    await page.getByRole('row', { name: /^Ship/ }).waitFor()
    assert.deepEqual(takeProblems(), [])
    await page.context().close()
  })

  it('a long error code ends with an ellipsis in the timeline of a phone', async () => {
    const code = 'CARD_DECLINED_BY_THE_BANK_OF_THE_CUSTOMER'
    const { id } = await owned.api.createWorkflow(
      graph('Cards', { type: 'fail', data: { message: 'No', code } }),
    )
    const { page, takeProblems } = await open(`/executions/${await run(id)}`, 390)
    const row = page.getByRole('treeitem', { name: new RegExp(`Charge.*${code}`) })
    await row.waitFor()
    const widths = await row.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
    assert.equal(widths.scrollWidth, widths.clientWidth, 'the row fits')
    const label = row.getByText(code).filter({ visible: true })
    const shown = await label.evaluate((one) => ({
      text: getComputedStyle(one).textOverflow,
      isCut: one.scrollWidth > one.clientWidth,
      width: one.clientWidth,
    }))
    assert.ok(shown.text === 'ellipsis' && shown.isCut && shown.width > 150, JSON.stringify(shown))
    assert.deepEqual(takeProblems(), [])
    await page.context().close()
  })
})
