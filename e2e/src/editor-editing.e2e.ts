import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { ApiClient } from './support/api-client.ts'
import { findAccessibilityProblems, launchBrowser, openPage, type WatchedPage } from './support/browser.ts'
import { type Draft, EditorPage, nodeCard, wiring } from './support/editor-page.ts'
import { setUpOwner, useSession } from './support/owner.ts'
import { type Product, startProduct } from './support/product.ts'
import { INVOICE, invoiceTotals } from './support/sample-workflows.ts'

const APPEARANCE = { width: 1440, scheme: 'light' } as const
const at = (column: number, row = 0) => ({ x: column * 300, y: row * 140 })

/** Start → Fetch → Store → Done. */
const LINE = {
  nodes: [
    { id: 'start', type: 'start', name: 'Start', position: at(0) },
    {
      id: 'fetch',
      type: 'set',
      name: 'Fetch',
      position: at(1),
      data: { values: { customer: { name: 'Ada', 'first order': 7 } } },
    },
    { id: 'store', type: 'set', name: 'Store', position: at(2), data: { values: { who: '' } } },
    { id: 'done', type: 'log', name: 'Done', position: at(3), data: { message: 'done' } },
  ],
  edges: [
    { source: 'start', target: 'fetch' },
    { source: 'fetch', target: 'store' },
    { source: 'store', target: 'done' },
  ],
}

describe('editing a workflow', () => {
  let product: Product
  let browser: Browser
  let api: ApiClient
  let watched: WatchedPage
  let editor: EditorPage

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    api = new ApiClient(product)
    watched = await openPage(browser, product.url, APPEARANCE)
    await useSession(watched.context, product, await setUpOwner(product))
    await watched.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    editor = new EditorPage(watched.page, api)
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })
  afterEach(() => assert.deepEqual(watched.takeProblems(), []))

  const open = async (workflow: object, search = '') => {
    const { id } = await api.createWorkflow({ name: 'Editing', ...workflow })
    await editor.open(id, search)
    return id
  }
  const namesOf = ({ nodes }: Draft) => nodes.map(({ name }) => name)
  const dataOf = ({ nodes }: Draft, id: string) => nodes.find((node) => node.id === id)?.data

  it('a field of earlier data is dragged into a parameter, or inserted with the keyboard', async () => {
    const { page } = watched
    const { id } = await api.createWorkflow({ name: 'Editing', ...LINE })
    const { execution_id: run } = await api.send<{ execution_id: string }>(
      'POST',
      `/workflows/${id}/execute`,
      {
        input: {},
        wait: true,
      },
    )
    await editor.open(id, `?node=store&run=${run}`)
    await editor.page.getByRole('button', { name: 'Open the focus view' }).click()
    const focus = page.getByRole('region', { name: 'Focus view of Store' })
    await focus
      .getByRole('treeitem', { name: /^name: "Ada"/ })
      .dragTo(focus.getByRole('textbox', { name: 'Value of who' }))
    assert.equal(
      await focus.getByRole('textbox', { name: 'Value of who' }).innerText(),
      '{{ previous.customer.name }}',
    )
    await focus.getByRole('status').filter({ hasText: 'Ada' }).waitFor()
    assert.deepEqual(await findAccessibilityProblems(page), [])

    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Alt+i')
    await page.getByRole('combobox', { name: 'Search fields' }).waitFor()
    await page.keyboard.type('first order')
    await page.keyboard.press('Enter')
    assert.match(
      await focus.getByRole('textbox', { name: 'Value of who' }).innerText(),
      /^\{\{ .*customer\["first order"\] \}\}$/,
    )
    await page.keyboard.press('Escape')
    await focus.waitFor({ state: 'detached' })
    const { values } = dataOf(await editor.readDraft(), 'store') as { values: { who: string } }
    assert.match(values.who, /customer\["first order"\]/)
  })

  it('a rename is followed by five expressions, taken back by one undo and repeated by one redo', async () => {
    const { page } = watched
    const reader = (index: number) => ({
      id: `reader${index}`,
      type: 'log',
      name: `Reader ${index}`,
      position: at(2, index),
      data: { message: `{{ nodes["Fetch"].output.customer.name + ${index} }}` },
    })
    const readers = [0, 1, 2, 3, 4].map(reader)
    await open({
      nodes: [...LINE.nodes.slice(0, 2), ...readers],
      edges: [LINE.edges[0], ...readers.map(({ id }) => ({ source: 'fetch', target: id }))],
    })
    const references = (draft: Draft) =>
      readers.map(({ id }) => /nodes\["(.*?)"\]/.exec(String(dataOf(draft, id)?.['message']))?.[1])
    await editor.node('Fetch').click()
    await page.keyboard.press('F2')
    await page.keyboard.type('Load "the" order')
    await page.keyboard.press('Enter')
    const renamed = await editor.readDraft()
    assert.ok(namesOf(renamed).includes('Load "the" order'))
    const message = String(dataOf(renamed, 'reader0')?.['message'])
    assert.equal(message, String.raw`{{ nodes["Load \"the\" order"].output.customer.name + 0 }}`)
    await page.keyboard.press('Control+z')
    const undone = await editor.readDraft()
    assert.ok(namesOf(undone).includes('Fetch'))
    assert.deepEqual(references(undone), Array(5).fill('Fetch'))
    await page.keyboard.press('Control+Shift+Z')
    assert.deepEqual((await editor.readDraft()).nodes, renamed.nodes)
  })

  it('the focus stays in the graph when a node is renamed or deleted, on the canvas and in the list', async () => {
    const { page } = watched
    const list = page.getByRole('list', { name: 'Nodes of the workflow' })
    for (const within of [editor.graph, list]) {
      const focused = (name: string) => nodeCard(within, name).and(page.locator(':focus')).waitFor()
      await open(LINE)
      if (within === list) {
        await page.keyboard.press('l')
        await nodeCard(list, 'Fetch').focus()
      } else {
        await editor.node('Fetch').click()
      }
      await page.keyboard.press('F2')
      await page.keyboard.type('Load')
      await page.keyboard.press('Enter')
      await focused('Load')
      await page.keyboard.press('F2')
      await page.keyboard.press('Escape')
      await focused('Load')
      await page.keyboard.down('Delete')
      await focused('Start')
      // The key is held: the node that has the focus now stays.
      await page.keyboard.down('Delete')
      await page.keyboard.up('Delete')
      await focused('Start')
      if (within === list) await page.keyboard.press('ArrowDown')
      else await editor.node('Store').click()
      await focused('Store')
      await page.keyboard.press('Control+x')
      await focused('Start')
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await page
        .locator(':focus')
        .getByText(/Start with a trigger|no nodes/)
        .waitFor()
    }
  })

  it('a graph of 60 nodes is pasted as text, and one undo takes it back', async () => {
    const { page } = watched
    await open(LINE)
    const nodes = Array.from({ length: 60 }, (_, index) => ({
      id: `n${index}`,
      type: 'log',
      name: `Pasted ${index}`,
      position: at(index % 10, Math.floor(index / 10)),
      data: { message: index === 0 ? 'first' : `{{ nodes["Pasted ${index - 1}"].output }}` },
    }))
    const edges = nodes.slice(1).map(({ id }, index) => ({ source: `n${index}`, target: id }))
    await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify({ nodes, edges }))
    await editor.graph.click({ position: { x: 500, y: 500 } })
    await page.keyboard.press('Control+v')
    const pasted = await editor.readDraft()
    assert.equal(pasted.nodes.length, 64)
    assert.equal(pasted.edges.length, 62)
    assert.deepEqual(
      pasted.nodes.slice(0, 4).map(({ position }) => position),
      LINE.nodes.map(({ position }) => position),
    )
    await page.keyboard.press('Control+z')
    assert.deepEqual(namesOf(await editor.readDraft()), namesOf(LINE))
  })

  it('a node is inserted on an edge, and deleting a middle node reconnects its neighbours', async () => {
    const { page } = watched
    await open(LINE)
    const [from, to] = [await editor.node('Fetch').boundingBox(), await editor.node('Store').boundingBox()]
    assert.ok(from !== null && to !== null)
    await page.mouse.move((from.x + from.width + to.x) / 2, from.y + from.height / 2)
    await page.getByRole('button', { name: 'Add a node between Fetch and Store' }).click()
    await editor.dialog.getByRole('combobox').fill('delay')
    await editor.dialog.getByRole('option', { name: /^Delay / }).click()
    const inserted = await editor.readDraft()
    assert.deepEqual(wiring(inserted), ['Delay→Store', 'Fetch→Delay', 'Start→Fetch', 'Store→Done'])
    const x = (name: string) => inserted.nodes.find((node) => node.name === name)?.position?.x ?? 0
    assert.ok(x('Fetch') < x('Delay') && x('Delay') < x('Store') && x('Store') < x('Done'))
    await page.getByRole('button', { name: 'Fit', exact: true }).click()
    await editor.node('Store').click()
    await page.keyboard.press('Delete')
    assert.deepEqual(wiring(await editor.readDraft()), ['Delay→Done', 'Fetch→Delay', 'Start→Fetch'])
    await page.keyboard.press('Control+z')
    assert.deepEqual(wiring(await editor.readDraft()), wiring(inserted))
  })

  it('nodes are copied from one tab to another', async () => {
    const { page } = watched
    await open(LINE)
    await editor.node('Fetch').click()
    await editor.node('Store').click({ modifiers: ['Control'] })
    await page.keyboard.press('Control+c')
    await page.getByText('2 nodes copied.', { exact: true }).waitFor()
    const tab = await watched.context.newPage()
    try {
      const { id } = await api.createWorkflow({ name: 'Other', ...LINE })
      const other = new EditorPage(tab, api)
      await other.open(id)
      await other.node('Done').waitFor()
      await tab.keyboard.press('Control+v')
      await other.node('Fetch 2').waitFor()
      const draft = await other.readDraft()
      assert.deepEqual(namesOf(draft), [...namesOf(LINE), 'Fetch 2', 'Store 2'])
      assert.ok(wiring(draft).includes('Fetch 2→Store 2'))
    } finally {
      await tab.close()
    }
  })

  it('nodes are grouped, disabled and explained by a note', async () => {
    const { page } = watched
    await open(LINE)
    await editor.node('Fetch').click()
    await editor.node('Store').click({ modifiers: ['Control'] })
    await page.keyboard.press('Control+g')
    await page.keyboard.type('Intake')
    await page.keyboard.press('Enter')
    const grouped = await editor.readDraft()
    const group = grouped.nodes.find(({ type }) => type === 'section')
    assert.deepEqual([group?.data?.['title'], group?.data?.['node_ids']], ['Intake', ['fetch', 'store']])
    await page.getByRole('button', { name: 'Collapse Intake' }).click()
    await editor.node('Store').waitFor({ state: 'detached' })
    await editor.node('Intake').dblclick()
    await editor.node('Store').waitFor()

    await editor.node('Done').click()
    await page.keyboard.press('d')
    await editor
      .node('Done')
      .and(page.getByRole('button', { name: /Disabled/ }))
      .waitFor()
    assert.equal((await editor.readDraft()).nodes.find(({ id }) => id === 'done')?.disabled, true)

    await page.keyboard.press('Shift+n')
    await page.locator('[aria-label="Text of the note, in Markdown"]:focus').waitFor()
    await page.keyboard.type('Ask **Ada** first')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Note: Ask **Ada** first' }).waitFor()
    const { nodes } = await editor.readDraft()
    assert.equal(nodes.find(({ type }) => type === 'note')?.data?.['text'], 'Ask **Ada** first')
    assert.deepEqual(await findAccessibilityProblems(page), [])
  })

  it('undo inside an expression takes back what was typed last and never empties the field', async () => {
    const { page } = watched
    const before = '{{ nodes["Fetch"].output.customer.name }}'
    await open({
      ...LINE,
      nodes: LINE.nodes.map((node) => (node.id === 'done' ? { ...node, data: { message: before } } : node)),
    })
    await editor.node('Done').click()
    const field = editor.field('Message')
    await field.click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and more')
    assert.equal(await field.innerText(), `${before} and more`)
    // One step for each pause while typing.
    let steps = 0
    for (; steps < 12 && (await field.innerText()) !== before; steps += 1)
      await page.keyboard.press('Control+z')
    assert.equal(await field.innerText(), before)
    await page.keyboard.press('Control+z')
    assert.equal(await field.innerText(), before)
    assert.equal(dataOf(await editor.readDraft(), 'done')?.['message'], before)
    await field.click()
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('Control+Shift+Z')
    await field.filter({ hasText: /\}\} and more$/ }).waitFor()
  })

  it('completions in code follow somebody who types faster than they are shown', async () => {
    const { page } = watched
    const { id } = await api.createWorkflow(invoiceTotals())
    const run = await api.run(id, INVOICE)
    await editor.open(id, `?node=sum&run=${run}`)
    await editor.field('Code').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('input.lines[0')
    // Nothing fits behind the bracket. The point follows before the list of the bracket has been looked for.
    await page.evaluate(async () => {
      await new Promise(requestAnimationFrame)
      document.execCommand('insertText', false, ']')
      await new Promise((resolve) => setTimeout(resolve, 4))
      document.execCommand('insertText', false, '.')
    })
    await page.getByRole('option', { name: /^sku/ }).waitFor()
    await page.keyboard.press('Enter')
    await editor.field('Code').filter({ hasText: 'input.lines[0].sku' }).waitFor()
  })

  it('Tab completes what somebody has typed, even if the next key follows before the list does', async () => {
    const { page } = watched
    const { id } = await api.createWorkflow({ name: 'Editing', ...LINE })
    const run = await api.run(id, {})
    await editor.open(id, `?node=done&run=${run}`)
    const field = editor.field('Message')
    await field.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('{{nodes["Fetch"].output.customer.')
    await page.getByRole('option', { name: /^name/ }).waitFor()
    // Each in a task of its own, as keys are, and without a paint between them, as when the page is busy: the list still shows what
    // fits behind the point.
    await field.evaluate(async (element) => {
      const nextTask = () =>
        new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve())
          port1.start()
          port2.postMessage(null)
        })
      document.execCommand('insertText', false, 'n')
      await Promise.resolve()
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }))
      await nextTask()
      document.execCommand('insertText', false, ' + "!"')
    })
    await field.filter({ hasText: 'customer.name + "!"' }).waitFor()
    assert.equal(await field.innerText(), '{{ nodes["Fetch"].output.customer.name + "!" }}')
  })
})
