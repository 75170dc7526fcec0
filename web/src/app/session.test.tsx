import { screen, waitFor, within } from '@testing-library/react'
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

test('a session that ends asks for the password in place, and repeats the request that failed', async () => {
  let session: object = signedIn
  const sent = fakeService({
    'GET /app/session': () => ok(session),
    'POST /app/session': () => {
      session = signedIn
      return ok(signedIn)
    },
    'GET /app/keys': () =>
      session === signedIn ? ok([sampleKey]) : failure(401, 'UNAUTHORIZED', 'Sign in.'),
  })
  const { router, queryClient } = renderApp('/settings/api-keys')
  await screen.findByText('Nightly import')
  session = signedOut
  const refetch = queryClient.refetchQueries({ queryKey: ['keys'] })
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' })
  // The page stays behind the dialog, and the email is known.
  expect(screen.getByText('Nightly import')).toBeTruthy()
  expect(within(dialog).getByLabelText<HTMLInputElement>('Email').value).toBe('owner@example.com')
  const before = sent.length
  await userEvent.type(within(dialog).getByLabelText('Password'), 'correct horse battery{Enter}')
  await refetch
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.slice(before).map(({ method, path }) => `${method} ${path}`)).toContain('GET /app/keys')
  expect(router.state.location.pathname).toBe('/settings/api-keys')
})

test('a remembered session opens the app before the server has confirmed it', async () => {
  localStorage.setItem('millrace.session', JSON.stringify(signedIn))
  let answer: (() => void) | undefined
  fakeService({ 'GET /app/session': ok(signedIn), 'GET /app/keys': ok([sampleKey]) })
  const respond = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/app/session') await new Promise<void>((resolve) => (answer = resolve))
    return respond(path, init)
  })
  renderApp('/settings/api-keys')
  expect(await screen.findByText('Nightly import')).toBeTruthy()
  await waitFor(() => expect(answer).toBeDefined())
  answer?.()
})

test('a remembered session that has ended opens the sign-in page, which knows the page to return to', async () => {
  localStorage.setItem('millrace.session', JSON.stringify(signedIn))
  fakeService({
    'GET /app/session': ok(signedOut),
    'GET /app/keys': failure(401, 'UNAUTHORIZED', 'Sign in.'),
  })
  const { router } = renderApp('/settings/api-keys')
  expect(await screen.findByText('Your session has ended')).toBeTruthy()
  expect(router.state.location.search).toEqual({ next: '/settings/api-keys', reason: 'expired' })
  expect(localStorage.getItem('millrace.session')).toBeNull()
})

test('an unreachable server has an error page that goes away when the server responds', async () => {
  // The router logs every error it catches; this one is expected.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  let up = false
  fakeService({ 'GET /app/session': () => (up ? ok(signedOut) : 'unreachable') })
  renderApp('/settings/plan')
  await screen.findByRole('button', { name: 'Try again' })
  up = true
  // It recovers without the button, too.
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

test('without an owner the sign-in page explains where to find the setup link', async () => {
  fakeService({ 'GET /app/session': ok(withoutOwner) })
  renderApp('/')
  expect(await screen.findByText('This installation has no owner yet')).toBeTruthy()
})

test('an unknown address shows a page that links to the start page', async () => {
  fakeService({ 'GET /app/session': ok(signedIn) })
  const { router } = renderApp('/nowhere')
  await userEvent.click(await screen.findByRole('link', { name: 'Go to the start page' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})
