import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import type { ApiKey } from '../../api/types.ts'
import { failure, fakeService, ok } from '../../testing/fake-service.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleKey, signedIn, viewer } from '../../testing/samples.ts'
import { allScopes } from './scopes.ts'

const secret = 'mr_secret-shown-once'

/** A service with one key that creates and revokes keys. */
function serviceWithKeys() {
  let keys: ApiKey[] = [sampleKey]
  return fakeService({
    'GET /app/session': ok(signedIn),
    'GET /app/keys': () => ok(keys),
    'POST /app/keys': ({ body }) => {
      const created = { ...sampleKey, ...(body as object), id: 'key-2', preset: null }
      keys = [created, ...keys]
      return ok({ ...created, key: secret }, 201)
    },
    'DELETE /app/keys/key-1': () => {
      keys = keys.map((key) =>
        key.id === 'key-1' ? { ...key, status: 'revoked', revoked_at: key.created_at } : key,
      )
      return ok({ id: 'key-1', revoked_at: sampleKey.created_at })
    },
  })
}

async function openDialog() {
  const app = renderApp('/settings/api-keys')
  await userEvent.click(await screen.findByRole('button', { name: 'Create Key' }))
  return { ...app, dialog: await screen.findByRole('dialog', { name: 'Create Key' }) }
}

const submit = (dialog: HTMLElement) =>
  userEvent.click(within(dialog).getByRole('button', { name: 'Create Key' }))

async function expectNoViolations() {
  const rules = { 'color-contrast': { enabled: false } }
  const { violations } = await axe.run(document, { rules, resultTypes: ['violations'] })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

test('a new key has the chosen name, expiration and the scopes of the preset', async () => {
  const sent = serviceWithKeys()
  const { dialog } = await openDialog()
  await userEvent.type(within(dialog).getByLabelText('Name'), ' Deploys ')
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Execute only' }))
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Never' }))
  await submit(dialog)
  await screen.findByTestId('new-api-key')
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Deploys',
    scopes: ['workflows:execute', 'executions:read'],
    expires_at: null,
  })
})

test('custom access starts with the scopes of the previous preset', async () => {
  const sent = serviceWithKeys()
  const { dialog } = await openDialog()
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Deploys')
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Custom' }))
  expect(within(dialog).getAllByRole('checkbox', { checked: true })).toHaveLength(allScopes.length)
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Credentials: Write' }))
  await submit(dialog)
  await screen.findByTestId('new-api-key')
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    scopes: allScopes.filter((scope) => scope !== 'credentials:write'),
  })
})

test('a key without a name, without scopes or with a past date is not sent', async () => {
  const sent = serviceWithKeys()
  const { dialog } = await openDialog()
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Execute only' }))
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Custom' }))
  for (const box of within(dialog).getAllByRole('checkbox', { checked: true })) await userEvent.click(box)
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Custom date' }))
  await submit(dialog)
  within(dialog).getByText('Enter a name for the key.')
  within(dialog).getByText('Select at least one scope.')
  within(dialog).getByText('Choose today or a later date.')
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
})

test('an issue of the server appears beside its field and the form keeps its values', async () => {
  const issues = [{ path: 'name', message: 'Another active key has this name.' }]
  fakeService({
    'GET /app/session': ok(signedIn),
    'GET /app/keys': ok([sampleKey]),
    'POST /app/keys': failure(400, 'VALIDATION_ERROR', 'The request is not valid.', { issues }),
  })
  const { dialog } = await openDialog()
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Deploys')
  await submit(dialog)
  await within(dialog).findByText('Another active key has this name.')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('Deploys')
})

test('the new key stays visible until "Done": Escape, a click outside and navigation only show a warning', async () => {
  serviceWithKeys()
  const { dialog, router } = await openDialog()
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Deploys')
  await submit(dialog)
  expect((await screen.findByTestId('new-api-key')).textContent).toBe(secret)
  expect(screen.getByTestId('new-api-key-curl').textContent).toBe(
    `curl -H "Authorization: Bearer ${secret}" ${location.origin}/v1/workflows`,
  )
  await expectNoViolations()

  void router.navigate({ to: '/settings/plan' })
  await screen.findByText('Have you saved the key?')
  expect(router.state.location.pathname).toBe('/settings/api-keys')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByTestId('new-api-key').textContent).toBe(secret)
  fireEvent.pointerDown(document.body)
  expect(screen.getByTestId('new-api-key').textContent).toBe(secret)

  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByTestId('new-api-key')).toBeNull())
  expect(document.body.textContent).not.toContain(secret)
  await screen.findByText('Deploys')
})

test('the copy button copies the key itself', async () => {
  serviceWithKeys()
  const user = userEvent.setup()
  const { dialog } = await openDialog()
  await user.type(within(dialog).getByLabelText('Name'), 'Deploys{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Copy API key' }))
  expect(await navigator.clipboard.readText()).toBe(secret)
  await screen.findByRole('button', { name: 'Copied API key' })
})

test('revoking a key asks for confirmation and hides the key', async () => {
  const sent = serviceWithKeys()
  renderApp('/settings/api-keys')
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Nightly import' }))
  const confirmation = await screen.findByRole('alertdialog', { name: 'Revoke “Nightly import”?' })
  await userEvent.click(within(confirmation).getByRole('button', { name: 'Cancel' }))
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Revoke Nightly import' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke key' }))
  await screen.findByText('No active keys. Programs cannot use the API.')
  await userEvent.click(screen.getByRole('button', { name: 'Show 1 revoked or expired key' }))
  within(screen.getByTestId('api-key')).getByText('Revoked')
})

test('the API keys page explains that there are no keys, or that they could not be loaded', async () => {
  fakeService({ 'GET /app/session': ok(signedIn), 'GET /app/keys': ok([]) })
  const empty = renderApp('/settings/api-keys')
  await screen.findByText('No API keys yet')
  await expectNoViolations()
  empty.queryClient.clear()

  let up = false
  fakeService({
    'GET /app/session': ok(signedIn),
    'GET /app/keys': () => (up ? ok([sampleKey]) : 'unreachable'),
  })
  renderApp('/settings/api-keys')
  await screen.findByText('Could not load API keys')
  up = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Nightly import')
})

test('people who are not owners learn who manages keys', async () => {
  const sent = fakeService({ 'GET /app/session': ok(viewer) })
  renderApp('/settings/api-keys')
  await screen.findByText('Owners manage API keys')
  expect(screen.queryByRole('button', { name: 'Create Key' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'API Keys' })).toBeNull()
  expect(sent.some(({ path }) => path.startsWith('/app/keys'))).toBe(false)
  await expectNoViolations()
})
