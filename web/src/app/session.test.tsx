import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeService, ok, refusal } from '../testing/fake-service.ts'
import { renderApp } from '../testing/render-app.tsx'
import { ownerless, sampleKey, signedIn, signedOut } from '../testing/samples.ts'

test('somebody signed out is asked to sign in and then brought to where they wanted', async () => {
  fakeService({
    'GET /app/session': ok(signedOut),
    'POST /app/session': ok(signedIn),
    'GET /app/keys': ok([]),
  })
  const { router } = renderApp('/settings/api-keys?x=1')
  await userEvent.type(await screen.findByLabelText('E-mail'), ' owner@example.com ')
  expect(router.state.location.search).toEqual({ next: '/settings/api-keys?x=1' })
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'API Keys' })).toBeTruthy()
  expect(router.state.location.href).toBe('/settings/api-keys?x=1')
})

test('a wrong password is said in words and keeps what was typed', async () => {
  fakeService({
    'GET /app/session': ok(signedOut),
    'POST /app/session': refusal(401, 'UNAUTHORIZED', 'E-mail or password is wrong.'),
  })
  renderApp('/sign-in')
  await userEvent.type(await screen.findByLabelText('E-mail'), 'owner@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'no{Enter}')
  const alert = await screen.findByText('E-mail or password is wrong.')
  expect(alert.closest('[role=alert]')).not.toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('owner@example.com')
})

test('after too many tries the button waits as long as the service says', async () => {
  const limited = refusal(429, 'RATE_LIMITED', 'Too many attempts.')
  const sent = fakeService({
    'GET /app/session': ok(signedOut),
    'POST /app/session':
      typeof limited === 'object' ? { ...limited, headers: { 'Retry-After': '40' } } : limited,
  })
  renderApp('/sign-in')
  await userEvent.type(await screen.findByLabelText('E-mail'), 'owner@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'no{Enter}')
  const button = await screen.findByRole('button', { name: /^Try again in \d+ s$/ })
  await userEvent.click(button)
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a session that ends while reading leads to the sign-in page and names the way back', async () => {
  let session: object = signedIn
  fakeService({
    'GET /app/session': () => ok(session),
    'GET /app/keys': () =>
      session === signedIn ? ok([sampleKey]) : refusal(401, 'UNAUTHORIZED', 'Sign in.'),
  })
  const { router, queryClient } = renderApp('/settings/api-keys')
  await screen.findByText('Nightly import')
  session = signedOut
  await queryClient.refetchQueries({ queryKey: ['keys'] })
  expect(await screen.findByText('Your session has ended')).toBeTruthy()
  expect(router.state.location.search).toEqual({ next: '/settings/api-keys', reason: 'expired' })
})

test('a service that does not answer has a page that tries again', async () => {
  // The router tells developers about every error it catches; this one is meant.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  let up = false
  fakeService({ 'GET /app/session': () => (up ? ok(signedOut) : 'no answer') })
  renderApp('/settings/plan')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  up = true
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

test('without an owner the sign-in page tells where to find the link', async () => {
  fakeService({ 'GET /app/session': ok(ownerless) })
  renderApp('/')
  expect(await screen.findByText('Nobody owns this Millrace yet')).toBeTruthy()
})

test('an unknown address says so and leads back', async () => {
  fakeService({ 'GET /app/session': ok(signedIn), 'GET /app/keys': ok([]) })
  const { router } = renderApp('/nowhere')
  await userEvent.click(await screen.findByRole('link', { name: 'Go to the start page' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/api-keys'))
})
