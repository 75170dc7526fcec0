import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { expect, test, vi } from 'vitest'
import { failure, fakeService, ok, okPage, type SentRequest } from '../../testing/fake-service.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleWorkflow, signedIn, viewer } from '../../testing/samples.ts'
import { parseImport } from './import/parse-import.ts'
import { readWorkflowsSearch } from './workflows-search.ts'

const run = {
  id: 'run',
  status: 'failed',
  started_at: '2026-01-01T00:00:00Z',
  completed_at: '2026-01-01T00:00:01Z',
} as const
const workflows = [
  sampleWorkflow('Order intake', {
    status: 'published',
    draft: { changed: true, version_number: 12, updated_at: '2026-01-05T00:00:00.000Z' },
    tags: ['sales'],
    folder: 'Sales/Orders',
    last_run: run,
    recent_runs: [run],
  }),
  sampleWorkflow('Welcome mail'),
  sampleWorkflow('Nightly import', {
    status: 'published',
    draft: { changed: false, version_number: 1, updated_at: null },
  }),
]

const definition = { nodes: [{ id: 'start', type: 'start', data: {} }], edges: [], variables: {} }

function serve(more: Parameters<typeof fakeService>[0] = {}): SentRequest[] {
  return fakeService({
    'GET /app/session': ok(signedIn),
    'GET /app/v1/workflows': okPage(workflows),
    'GET /app/v1/workflows/labels': ok({
      tags: [{ name: 'sales', workflows: 1 }],
      folders: [{ name: 'Sales', workflows: 1 }],
    }),
    'GET /app/v1/waits': okPage([]),
    ...more,
  })
}

async function openList() {
  const app = renderApp('/workflows')
  await screen.findByRole('link', { name: 'Welcome mail' })
  return app
}

function readText(blob: Blob | undefined): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.readAsText(blob ?? new Blob())
  })
}

const changedAt = (row: HTMLElement) => [...row.querySelectorAll('time')].map(({ dateTime }) => dateTime)

const writes = (sent: readonly SentRequest[]) =>
  sent.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

test('the list shows state, labels, recent runs and the last run of each workflow', async () => {
  serve()
  await openList()
  const rows = screen.getAllByRole('row')
  expect(rows).toHaveLength(4)
  const order = rows[1] as HTMLElement
  for (const text of ['Live · v12', 'changed', 'sales', 'Sales / Orders', 'Failed'])
    within(order).getByText(text)
  within(order).getByRole('img', { name: 'Last run: 1 failed' })
  // Edits that are not live count as changes.
  expect(changedAt(order)).toContain('2026-01-05T00:00:00.000Z')
  expect(changedAt(rows[2] as HTMLElement)).toContain('2026-01-02T00:00:00.000Z')
  within(rows[2] as HTMLElement).getByText('Draft')
  within(rows[2] as HTMLElement).getByText('Never')
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('search, status, tag, folder and order are in the address, and in the request', async () => {
  const sent = serve()
  const { router } = await openList()
  await userEvent.keyboard('/')
  await userEvent.keyboard('mail')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Draft')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tag' }), 'sales')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Folder' }), 'Sales')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Name')
  const search = { q: 'mail', status: 'draft', tag: 'sales', folder: 'Sales', sort: 'name' }
  await waitFor(() => expect(router.state.location.search).toEqual(search))
  const listed = sent.findLast(({ path }) => path.startsWith('/app/v1/workflows?'))
  const query = new URLSearchParams(listed?.path.split('?')[1])
  expect(Object.fromEntries(query)).toMatchObject({
    search: 'mail',
    status: 'draft',
    tag: 'sales',
    folder: 'Sales',
    sort: 'name',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'name' }))
})

test('invalid filters in the address are ignored', () => {
  expect(readWorkflowsSearch({ q: ' ', status: 'gone', sort: 'random', tag: 'a' })).toEqual({ tag: 'a' })
})

test('rows are chosen by keyboard, and all actions apply to the selection', async () => {
  const sent = serve({
    'POST /app/v1/workflows/order-intake/execute': ok({ execution_id: 'e1' }, 202),
    'POST /app/v1/workflows/welcome-mail/execute': failure(403, 'FORBIDDEN', 'You may not run this.'),
  })
  await openList()
  await userEvent.keyboard('jx')
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await screen.findByText('2 selected')
  await userEvent.keyboard('r')
  await screen.findByText('Run started')
  await screen.findByText('1 of 2 workflows could not be started')
  expect(writes(sent)).toEqual([
    'POST /app/v1/workflows/order-intake/execute',
    'POST /app/v1/workflows/welcome-mail/execute',
  ])
  await userEvent.keyboard('{Control>}a{/Control}')
  await screen.findByText('3 selected')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull())
})

test('deleting names what will be deleted and which triggers stop', async () => {
  const sent = serve({
    'GET /app/v1/workflows/order-intake/triggers': ok([
      { node_id: 'schedule', kind: 'schedule', active: true, problem: null },
      { node_id: 'webhook', kind: 'webhook', active: false, problem: 'no credential' },
    ]),
    'DELETE /app/v1/workflows/order-intake': ok({ deleted: true }),
  })
  await openList()
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Order intake' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Order intake”?' })
  await within(dialog).findByText('Schedule of “Order intake”')
  expect(within(dialog).queryByText(/webhook/i)).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await screen.findByText('Deleted 1 workflow')
  expect(writes(sent)).toEqual(['DELETE /app/v1/workflows/order-intake'])
})

test('after a workflow is deleted by keyboard, the next row has the focus', async () => {
  let left = workflows
  const remove = (id: string) => () => {
    left = left.filter((one) => one.id !== id)
    return ok({ deleted: true })
  }
  serve({
    'GET /app/v1/workflows': () => okPage(left),
    'DELETE /app/v1/workflows/welcome-mail': remove('welcome-mail'),
    'DELETE /app/v1/workflows/nightly-import': remove('nightly-import'),
    'GET /app/v1/workflows/nightly-import/triggers': ok([]),
  })
  await openList()
  const removeActive = async (name: string) => {
    await userEvent.keyboard('{Delete}')
    const dialog = await screen.findByRole('alertdialog', { name: `Delete “${name}”?` })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  }
  const focused = (name: string) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name })))
  await userEvent.keyboard('jj')
  await focused('Welcome mail')
  await removeActive('Welcome mail')
  await focused('Nightly import')
  await removeActive('Nightly import')
  await focused('Order intake')
})

test('publishing with errors asks first', async () => {
  const sent = serve({
    'GET /app/v1/workflows/welcome-mail/draft': ok(definition),
    'POST /app/v1/workflows/welcome-mail/check': ok({
      problems: [
        { severity: 'error', node_id: null, parameter: null, message: 'No.' },
        { severity: 'warning', node_id: null, parameter: null, message: 'Maybe.' },
      ],
    }),
    'POST /app/v1/workflows/welcome-mail/publish': ok({}),
  })
  await openList()
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Welcome mail' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Publish' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Publish with errors?' })
  within(dialog).getByText('1 error')
  expect(writes(sent)).toEqual(['POST /app/v1/workflows/welcome-mail/check'])
  expect(sent.find(({ path }) => path.endsWith('/check'))?.body).toEqual(definition)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish anyway' }))
  await screen.findByText('Published 1 workflow')
})

test('warnings alone do not hold up publishing', async () => {
  serve({
    'GET /app/v1/workflows/welcome-mail/draft': ok(definition),
    'POST /app/v1/workflows/welcome-mail/check': ok({
      problems: [{ severity: 'warning', node_id: null, parameter: null, message: 'Maybe.' }],
    }),
    'POST /app/v1/workflows/welcome-mail/publish': ok({}),
  })
  await openList()
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Welcome mail' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Publish' }))
  await screen.findByText('Published 1 workflow')
})

test('tags of several workflows change only where the user changed them', async () => {
  const sent = serve({
    'PATCH /app/v1/workflows/order-intake': ok({}),
    'PATCH /app/v1/workflows/welcome-mail': ok({}),
  })
  await openList()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Order intake' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Welcome mail' }))
  await userEvent.click(screen.getAllByRole('button', { name: 'Edit tags and folder' })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Tags and folder of 2 workflows' })
  expect(within(dialog).getByRole('checkbox', { name: 'sales' }).getAttribute('aria-checked')).toBe('mixed')
  await userEvent.type(within(dialog).getByLabelText('New tag'), 'urgent{Enter}')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(writes(sent)).toHaveLength(2))
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { tags: ['sales', 'urgent'], folder: 'Sales/Orders' },
    { tags: ['urgent'], folder: '' },
  ])
})

test('workflows are exported as one bundle of their working copies, with what they use once', async () => {
  const credential = { kind: 'credential', id: 'c1', name: 'Shop', type: 'bearer_token' }
  const bundle = (id: string, name: string, references: object[]) => ({
    format: 'millrace-bundle-1',
    workflows: [{ id, name, ...definition }],
    forms: [{ id: 'f1', name: 'Order', fields: [] }],
    references,
  })
  const exports = [
    bundle('order-intake', 'Order intake', [
      credential,
      { kind: 'workflow', id: 'welcome-mail', name: 'Welcome mail' },
    ]),
    bundle('welcome-mail', 'Welcome mail', [credential]),
    bundle('nightly-import', 'Nightly import', []),
  ]
  const sent = serve({ 'POST /app/v1/export': () => ok(exports.shift()) })
  let exported: Blob | undefined
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => ((exported = blob), 'blob:x'),
      revokeObjectURL: () => {},
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await openList()
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.keyboard('e')
  await waitFor(() => expect(exported).toBeDefined())
  expect(sent.filter(({ path }) => path.endsWith('/export')).map(({ body }) => body)).toEqual([
    { workflow_ids: ['order-intake'], drafts: true },
    { workflow_ids: ['welcome-mail'], drafts: true },
    { workflow_ids: ['nightly-import'], drafts: true },
  ])
  const { workflows: found, forms, references } = JSON.parse(await readText(exported))
  expect(found.map(({ name }: { name: string }) => name)).toEqual([
    'Order intake',
    'Welcome mail',
    'Nightly import',
  ])
  expect(forms).toHaveLength(1)
  expect(references).toEqual([credential])
})

test('a definition is imported as a new workflow', async () => {
  const sent = serve({ 'POST /app/v1/workflows': ok({ id: 'imported' }, 201) })
  await openList()
  await userEvent.click(screen.getByRole('button', { name: 'Import from JSON' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import workflows' })
  fireEvent.change(within(dialog).getByLabelText('Or paste JSON'), { target: { value: '{' } })
  within(dialog).getByText('This is not valid JSON.')
  const imported = { name: 'Order intake', description: '', tags: ['sales'], folder: 'Sales', ...definition }
  fireEvent.change(within(dialog).getByLabelText('Or paste JSON'), {
    target: { value: JSON.stringify(imported) },
  })
  within(dialog).getByText('Found 1 workflow:')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Import' }))
  await screen.findByText('Imported 1 workflow')
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual(imported)
})

test('definitions and bundles are read from a file, a list, and a response of the API', () => {
  const named = { name: 'A', ...definition }
  const read = (text: unknown) => {
    const parsed = parseImport(JSON.stringify(text), 'file')
    if ('bundle' in parsed) return parsed.bundle
    return 'definitions' in parsed ? parsed.definitions.map(({ name }) => name) : parsed.problem
  }
  expect(read(named)).toEqual(['A'])
  expect(read([named, definition])).toEqual(['A', 'file'])
  expect(read({ success: true, data: named })).toEqual(['A'])
  const bundle = { format: 'millrace-bundle-1', workflows: [named], forms: [] }
  expect(read({ ...bundle, comment: 'Left out.' })).toEqual(bundle)
  expect(read({ success: true, data: bundle })).toEqual(bundle)
  expect(read([named, { name: 'no nodes' }])).toBe('no-workflow')
  expect(read([])).toBe('no-workflow')
  expect(read(null)).toBe('no-workflow')
  expect(read({ format: 'millrace-bundle-1' })).toBe('empty-bundle')
  expect(read({ workflows: [], forms: [] })).toBe('empty-bundle')
  const faulty = { format: 'other', workflows: { not: 'a list' } }
  expect(read(faulty)).toEqual(faulty)
})

test('a workflow of another product is named instead of imported without its edges', () => {
  const productOf = (value: unknown) => {
    const parsed = parseImport(JSON.stringify(value), 'file')
    return 'product' in parsed ? parsed.product : parsed
  }
  const n8n = {
    name: 'Orders',
    nodes: [{ id: '1', name: 'Webhook', type: 'n8n-nodes-base.webhook', typeVersion: 1, parameters: {} }],
    connections: { Webhook: { main: [[]] } },
  }
  expect(productOf(n8n)).toBe('n8n')
  expect(productOf([n8n])).toBe('n8n')
  expect(productOf({ workflows: [n8n] })).toBe('n8n')
  expect(productOf({ data: n8n })).toBe('n8n')
  expect(
    productOf([
      { id: '1', type: 'tab' },
      { id: '2', type: 'inject', wires: [[]] },
    ]),
  ).toBe('Node-RED')
  expect(productOf({ name: 'Scenario', flow: [{ id: 1, module: 'http:ActionSendData' }] })).toBe('Make')
  expect(productOf({ summary: 'Flow', value: { modules: [] } })).toBe('Windmill')
  expect(productOf({ metadata: {}, zaps: [] })).toBe('Zapier')
  expect(productOf({ nodes: [{ type: 'step' }], connections: [] })).toBeNull()
})

test('an empty list helps to start, and opens the new workflow', async () => {
  const sent = serve({
    'GET /app/v1/workflows': okPage([]),
    'POST /app/v1/workflows': ok({ id: 'new' }, 201),
  })
  const { router } = renderApp('/workflows')
  await screen.findByText('Build your first workflow')
  await userEvent.click(screen.getByRole('button', { name: /^Decide by amount/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/workflows/new'))
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ name: 'Decide by amount' })
})

test('a viewer can neither create nor change workflows', async () => {
  serve({ 'GET /app/session': ok(viewer) })
  await openList()
  expect(screen.queryByRole('button', { name: 'New workflow' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Order intake' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Export as JSONE',
  ])
})

test('the list says that nothing matches, and that it could not be loaded', async () => {
  let up = false
  serve({ 'GET /app/v1/workflows': () => (up ? okPage([]) : failure(500, 'INTERNAL', 'It broke.')) })
  renderApp('/workflows?q=zebra')
  await screen.findByText('Could not load workflows')
  // The page also tries again by itself, so the button is there only as long as the server fails.
  const tryAgain = await screen.findByRole('button', { name: 'Try again' })
  up = true
  await userEvent.click(tryAgain)
  await screen.findByText('No workflow matches')
})
