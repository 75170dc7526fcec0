import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import type { ImportReport } from '../../../api/bundles.ts'
import { failure, fakeService, ok, okPage, type SentRequest } from '../../../testing/fake-service.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { sampleWorkflow, signedIn } from '../../../testing/samples.ts'

const foreignId = '0195f1a0-0000-7000-8000-000000000001'
const bundle = {
  format: 'millrace-bundle-1',
  workflows: [
    {
      id: '0195f1a0-0000-7000-8000-000000000002',
      name: 'Order intake',
      nodes: [{ id: 'fetch', type: 'http', credential_id: foreignId, data: {} }],
      edges: [],
    },
  ],
  forms: [],
  variables: [{ name: 'REGION', value: 'eu', description: '' }],
  references: [{ kind: 'credential', id: foreignId, name: 'Partner', type: 'bearer_token' }],
}

const credential = (id: string, name: string, type = 'bearer_token') => ({
  id,
  name,
  type,
  created_at: '2026-01-01T00:00:00Z',
  status: 'ok',
})

const nothing: ImportReport = { mode: 'check', workflows: [], forms: [], variables: [], missing: [] }
const item = (name: string, action: 'create' | 'replace' | 'unchanged', applied = false) => ({
  name,
  action,
  applied,
  id: applied ? '0195f1a0-0000-7000-8000-000000000009' : null,
})

interface ImportBody {
  mode: string
  map: Record<string, string | null>
}

const importsIn = (sent: readonly SentRequest[]) =>
  sent.filter(({ path }) => path === '/app/v1/import').map(({ body }) => body as ImportBody)

interface Account {
  credentials?: readonly object[]
  report: Partial<ImportReport>
}

async function review({ credentials = [], report }: Account, more: Parameters<typeof fakeService>[0] = {}) {
  const sent = fakeService({
    'GET /app/session': ok(signedIn),
    'GET /app/v1/workflows': okPage([sampleWorkflow('Welcome mail')]),
    'GET /app/v1/workflows/labels': ok({ tags: [], folders: [] }),
    'GET /app/v1/waits': okPage([]),
    'GET /app/v1/credentials': okPage([...credentials]),
    'GET /app/v1/integrations/catalogue': ok([]),
    'POST /app/v1/import': ok({ ...nothing, ...report }),
    ...more,
  })
  renderApp('/workflows')
  await userEvent.click(await screen.findByRole('button', { name: 'Import from JSON' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import workflows' })
  fireEvent.change(within(dialog).getByLabelText('Or paste JSON'), {
    target: { value: JSON.stringify(bundle) },
  })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }))
  return { sent, dialog: await screen.findByRole('dialog', { name: 'Review the import' }) }
}

async function choose(dialog: HTMLElement, option: string) {
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Partner' }))
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${option}`) }))
}

test('a credential of the same name and type is chosen beforehand, and the import says what it does', async () => {
  const { sent, dialog } = await review({
    credentials: [
      credential('own', 'Partner'),
      credential('other', 'Another'),
      credential('key', 'Partner', 'api_key'),
    ],
    report: {
      workflows: [item('Order intake', 'create', true)],
      variables: [item('REGION', 'create', true)],
    },
  })
  await within(dialog).findByText('What will be imported')
  expect(importsIn(sent)).toEqual([{ bundle, mode: 'check', map: { [foreignId]: 'own' } }])
  expect(within(dialog).getByRole('combobox', { name: 'Partner' }).textContent).toContain('Partner')
  within(dialog).getByText('Bearer token, used by Order intake')
  expect(within(dialog).getAllByText('New')).toHaveLength(2)
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])

  // Only credentials of the type are offered.
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Partner' }))
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toEqual([
    'No credential',
    'PartnerBearer token',
    'AnotherBearer token',
    'Create a credential',
  ])
  await userEvent.click(screen.getByRole('option', { name: /^Another/ }))
  await waitFor(() => expect(importsIn(sent).at(-1)?.map).toEqual({ [foreignId]: 'other' }))

  await userEvent.click(within(dialog).getByRole('button', { name: 'Import' }))
  await screen.findByText('Imported 1 workflow and 1 variable')
  expect(importsIn(sent).at(-1)).toEqual({ bundle, mode: 'create', map: { [foreignId]: 'other' } })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('without a match the person chooses none, or creates a credential with the name of the bundle', async () => {
  const { sent, dialog } = await review(
    { report: { workflows: [item('Order intake', 'create')] } },
    { 'POST /app/v1/credentials': ok(credential('made', 'Partner'), 201) },
  )
  await within(dialog).findByText(/You have no credential with this name and type/)
  expect(importsIn(sent).at(-1)?.map).toEqual({})
  await choose(dialog, 'No credential')
  await within(dialog).findByText('The nodes are imported without a credential.')
  await waitFor(() => expect(importsIn(sent).at(-1)?.map).toEqual({ [foreignId]: null }))

  await choose(dialog, 'Create a credential')
  const form = await screen.findByRole('dialog', { name: 'Create a credential' })
  expect(within(form).getByLabelText<HTMLInputElement>('Name').value).toBe('Partner')
  await userEvent.type(within(form).getByLabelText('Token'), 'secret')
  await userEvent.click(within(form).getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(importsIn(sent).at(-1)?.map).toEqual({ [foreignId]: 'made' }))
})

test('of several credentials with the name none is guessed', async () => {
  const { sent, dialog } = await review({
    credentials: [credential('one', 'Partner'), credential('two', 'Partner')],
    report: { workflows: [item('Order intake', 'create')] },
  })
  await within(dialog).findByText(/You have several credentials with this name and type/)
  expect(importsIn(sent).at(-1)?.map).toEqual({})
})

test('what differs is kept, unless the person replaces it', async () => {
  const { sent, dialog } = await review({
    report: { workflows: [item('Order intake', 'replace')], variables: [item('REGION', 'unchanged')] },
  })
  await within(dialog).findByText('Kept as it is')
  const button = within(dialog).getByRole('button', { name: 'Import' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Replace what differs' }))
  within(dialog).getByText('Replaced')
  await userEvent.click(button)
  await waitFor(() => expect(importsIn(sent).at(-1)?.mode).toBe('replace'))
})

test('missing variables, integrations and workflows are named with the workflows that use them', async () => {
  const { dialog } = await review({
    report: {
      workflows: [item('Order intake', 'create')],
      missing: [
        { kind: 'variable', id: 'LIMIT', name: 'LIMIT', used_by: ['Order intake'], reason: '' },
        { kind: 'workflow', id: foreignId, name: 'Called', used_by: ['Order intake'], reason: '' },
      ],
    },
  })
  await within(dialog).findByText('2 things are missing')
  within(dialog).getByText('Variable “LIMIT”')
  within(dialog).getByText('Workflow “Called”')
})

test('a bundle that the server refuses changes nothing, and the person can go back to the text', async () => {
  const issues = [{ path: 'bundle.workflows[0].name', message: 'is required' }]
  const { dialog } = await review(
    { report: {} },
    { 'POST /app/v1/import': failure(400, 'VALIDATION_ERROR', 'The request is invalid.', { issues }) },
  )
  await within(dialog).findByText('This cannot be imported')
  within(dialog).getByText('Workflows[0].name is required.')
  expect(within(dialog).getByRole('button', { name: 'Import' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Back' }))
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Or paste JSON')
  expect(JSON.parse(text.value)).toEqual(bundle)
})
