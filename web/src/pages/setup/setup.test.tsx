import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { failure, fakeService, ok } from '../../testing/fake-service.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { withoutOwner, signedIn, signedOut } from '../../testing/samples.ts'
import { clearSetupToken } from './setup-token.ts'

afterEach(clearSetupToken)

async function fill(values: { name?: string; email?: string; password?: string }) {
  const name = await screen.findByLabelText('Name')
  if (values.name) await userEvent.type(name, values.name)
  if (values.email) await userEvent.type(screen.getByLabelText('Email'), values.email)
  if (values.password) await userEvent.type(screen.getByLabelText('Password'), values.password)
  await userEvent.click(screen.getByRole('button', { name: 'Create owner' }))
}

const good = { name: 'Olive', email: 'olive@example.com', password: 'long enough words' }

test('the app removes the token from the address bar and the history, and sends it unchanged', async () => {
  const sent = fakeService({
    'GET /app/session': ok(withoutOwner),
    'POST /app/setup': ok(signedIn, 201),
  })
  const { router } = renderApp('/setup?token=00012345678901234567890')
  await fill(good)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(router.history.length).toBe(1)
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    token: '00012345678901234567890',
    ...good,
  })
})

test('invalid fields show an error before anything is sent, and the first one has the focus', async () => {
  const sent = fakeService({ 'GET /app/session': ok(withoutOwner) })
  const { router } = renderApp('/setup?token=t')
  await fill({ email: 'not-an-address', password: 'short' })
  expect(router.state.location.href).toBe('/setup')
  const name = screen.getByLabelText('Name')
  await waitFor(() => expect(document.activeElement).toBe(name))
  for (const [label, message] of [
    ['Name', 'Enter your name.'],
    ['Email', 'Enter a valid email address, such as name@example.com.'],
    ['Password', 'Use at least 12 characters.'],
  ] as const) {
    const field = screen.getByLabelText(label)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(message)
  }
  expect(screen.getByText('3 fields need attention.').getAttribute('role')).toBe('alert')
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
})

test('an issue of the server appears beside its field until the user changes the field', async () => {
  const issues = [{ path: 'email', message: 'This address cannot receive email.' }]
  fakeService({
    'GET /app/session': ok(withoutOwner),
    'POST /app/setup': failure(400, 'VALIDATION_ERROR', 'The request is not valid.', { issues }),
  })
  renderApp('/setup?token=t')
  await fill(good)
  await screen.findByText('This address cannot receive email.')
  await userEvent.type(screen.getByLabelText('Email'), 'x')
  expect(screen.queryByText('This address cannot receive email.')).toBeNull()
})

test('a used setup link shows the message of the server', async () => {
  const message = 'This link is no longer valid. Start the service again to get a new one.'
  fakeService({ 'GET /app/session': ok(withoutOwner), 'POST /app/setup': failure(403, 'FORBIDDEN', message) })
  renderApp('/setup?token=t')
  await fill(good)
  const alert = await screen.findByText(message)
  expect(alert.closest('[role=alert]')).not.toBeNull()
})

test('the setup page shows no form without a token or when an owner exists', async () => {
  fakeService({ 'GET /app/session': ok(withoutOwner) })
  renderApp('/setup')
  await screen.findByText('Open the setup link')
  expect(screen.queryByLabelText('Password')).toBeNull()

  fakeService({ 'GET /app/session': ok(signedOut) })
  renderApp('/setup?token=t')
  await screen.findByRole('heading', { name: 'Millrace is already set up' })
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('a button shows and hides the password', async () => {
  fakeService({ 'GET /app/session': ok(withoutOwner) })
  renderApp('/setup?token=t')
  const field = await screen.findByLabelText<HTMLInputElement>('Password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field.type).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field.type).toBe('password')
})
