import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { failure, fakeService, ok } from '../testing/fake-service.ts'
import { renderApp } from '../testing/render-app.tsx'
import { withoutOwner, sampleKey, signedIn, signedOut } from '../testing/samples.ts'

test('a signed-out user signs in and then reaches the requested page', async () => {
  fakeService({
    'GET /app/session': ok(signedOut),
    'POST /app/session': ok(signedIn),
    'GET /app/keys': ok([]),
  })
  const { router } = renderApp('/settings/api-keys?x=1')
  await userEvent.type(await screen.findByLabelText('Email'), ' owner@example.com ')
  expect(router.state.location.search).toEqual({ next: '/settings/api-keys?x=1' })
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'API Keys' })).toBeTruthy()
  expect(router.state.location.href).toBe('/settings/api-keys?x=1')
})

test('a wrong password shows the message of the server and keeps the typed email', async () => {
  fakeService({
    'GET /app/session': ok(signedOut),
    'POST /app/session': failure(401, 'UNAUTHORIZED', 'Email or password is wrong.'),
  })
  renderApp('/sign-in')
  await userEvent.type(await screen.findByLabelText('Email'), 'owner@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'no{Enter}')
  const alert = await screen.findByText('Email or password is wrong.')
  expect(alert.closest('[role=alert]')).not.toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('owner@example.com')
})

test('after too many attempts the button is inactive as long as the server says', async () => {
  const limited = failure(429, 'RATE_LIMITED', 'Too many attempts.')
  const sent = fakeService({
    'GET /app/session': ok(signedOut),
    'POST /app/session':
      typeof limited === 'object' ? { ...limited, headers: { 'Retry-After': '40' } } : limited,
  })
  renderApp('/sign-in')
  await userEvent.type(await screen.findByLabelText('Email'), 'owner@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'no{Enter}')
  const button = await screen.findByRole('button', { name: /^Try again in \d+ s$/ })
  await userEvent.click(button)
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a session that ends redirects to the sign-in page, which knows the page to return to', async () => {
  let session: object = signedIn
  fakeService({
    'GET /app/session': () => ok(session),
    'GET /app/keys': () =>
      session === signedIn ? ok([sampleKey]) : failure(401, 'UNAUTHORIZED', 'Sign in.'),
  })
  const { router, queryClient } = renderApp('/settings/api-keys')
  await screen.findByText('Nightly import')
  session = signedOut
  await queryClient.refetchQueries({ queryKey: ['keys'] })
  expect(await screen.findByText('Your session has ended')).toBeTruthy()
  expect(router.state.location.search).toEqual({ next: '/settings/api-keys', reason: 'expired' })
})

test('an unreachable server has an error page with a button to try again', async () => {
  // The router logs every error it catches; this one is expected.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  let up = false
  fakeService({ 'GET /app/session': () => (up ? ok(signedOut) : 'unreachable') })
  renderApp('/settings/plan')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  up = true
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

test('without an owner the sign-in page explains where to find the setup link', async () => {
  fakeService({ 'GET /app/session': ok(withoutOwner) })
  renderApp('/')
  expect(await screen.findByText('This installation has no owner yet')).toBeTruthy()
})

test('an unknown address shows a page that links to the start page', async () => {
  fakeService({ 'GET /app/session': ok(signedIn), 'GET /app/keys': ok([]) })
  const { router } = renderApp('/nowhere')
  await userEvent.click(await screen.findByRole('link', { name: 'Go to the start page' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/api-keys'))
})
