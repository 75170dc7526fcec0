import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fakeService, ok, refusal } from '../../testing/fake-service.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ownerless, signedIn, signedOut } from '../../testing/samples.ts'
import { forgetSetupToken } from './setup-token.ts'

afterEach(forgetSetupToken)

async function fill(values: { name?: string; email?: string; password?: string }) {
  const name = await screen.findByLabelText('Name')
  if (values.name) await userEvent.type(name, values.name)
  if (values.email) await userEvent.type(screen.getByLabelText('E-mail'), values.email)
  if (values.password) await userEvent.type(screen.getByLabelText('Password'), values.password)
  await userEvent.click(screen.getByRole('button', { name: 'Create owner' }))
}

const good = { name: 'Olive', email: 'olive@example.com', password: 'long enough words' }

test('the token leaves the address bar and the history, but is sent as it was', async () => {
  const sent = fakeService({
    'GET /app/session': ok(ownerless),
    'POST /app/setup': ok(signedIn, 201),
    'GET /app/keys': ok([]),
  })
  const { router } = renderApp('/setup?token=00012345678901234567890')
  await fill(good)
  expect(await screen.findByRole('heading', { name: 'API Keys' })).toBeTruthy()
  expect(router.history.length).toBe(1)
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    token: '00012345678901234567890',
    ...good,
  })
})

test('what is missing is marked before anything is sent, and the first such field is focused', async () => {
  const sent = fakeService({ 'GET /app/session': ok(ownerless) })
  const { router } = renderApp('/setup?token=t')
  await fill({ email: 'nobody', password: 'short' })
  expect(router.state.location.href).toBe('/setup')
  const name = screen.getByLabelText('Name')
  await waitFor(() => expect(document.activeElement).toBe(name))
  for (const [label, words] of [
    ['Name', 'Enter your name.'],
    ['E-mail', 'Enter an e-mail address, such as name@example.com.'],
    ['Password', 'Use at least 12 characters.'],
  ] as const) {
    const field = screen.getByLabelText(label)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(words)
  }
  expect(screen.getByText('3 fields need attention.').getAttribute('role')).toBe('alert')
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
})

test('issues of the service stand beside their fields until the field is changed', async () => {
  const issues = [{ path: 'email', message: 'This address cannot get mail.' }]
  fakeService({
    'GET /app/session': ok(ownerless),
    'POST /app/setup': refusal(400, 'VALIDATION_ERROR', 'The request is not valid.', { issues }),
  })
  renderApp('/setup?token=t')
  await fill(good)
  await screen.findByText('This address cannot get mail.')
  await userEvent.type(screen.getByLabelText('E-mail'), 'x')
  expect(screen.queryByText('This address cannot get mail.')).toBeNull()
})

test('a used-up link is explained in the words of the service', async () => {
  const message = 'This link is no longer valid. Start the service again to get a new one.'
  fakeService({ 'GET /app/session': ok(ownerless), 'POST /app/setup': refusal(403, 'FORBIDDEN', message) })
  renderApp('/setup?token=t')
  await fill(good)
  const words = await screen.findByText(message)
  expect(words.closest('[role=alert]')).not.toBeNull()
})

test('without a token, or with an owner already there, no form is offered', async () => {
  fakeService({ 'GET /app/session': ok(ownerless) })
  renderApp('/setup')
  await screen.findByText('Open the link from the terminal')
  expect(screen.queryByLabelText('Password')).toBeNull()

  fakeService({ 'GET /app/session': ok(signedOut) })
  renderApp('/setup?token=t')
  await screen.findByRole('heading', { name: 'Already set up' })
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('the password can be shown and hidden', async () => {
  fakeService({ 'GET /app/session': ok(ownerless) })
  renderApp('/setup?token=t')
  const field = await screen.findByLabelText<HTMLInputElement>('Password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field.type).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field.type).toBe('password')
})
