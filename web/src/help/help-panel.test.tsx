import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeService, ok, okPage } from '../testing/fake-service.ts'
import { renderApp } from '../testing/render-app.tsx'
import { signedIn, viewer } from '../testing/samples.ts'

const index = [
  { page: 'Access', url: '/docs/guides/access', title: 'Access', text: 'Keys, people and roles.' },
  { page: 'Access', url: '/docs/guides/access#api-keys', title: 'API keys', text: 'One key per program.' },
  {
    page: 'Access',
    url: '/docs/guides/access#sessions',
    title: 'Sessions',
    text: 'Where you are signed in.',
  },
]

const page = `<!doctype html><title>Access · Millrace</title><main id="main"><div class="guide"><h1>Access</h1>
<p>Keys, people and roles.</p><section id="api-keys"><h2 id="api-keys-title"><a class="anchor" href="#api-keys">API keys</a></h2>
<p>One key <b>per</b> program. <a href="#sessions">Sessions</a> <a href="/docs#op-createKey">The operation</a></p>
<p onclick="alert(1)" style="color: red">Plain<script>alert(2)</script><img src="https://evil.example/x.png" alt="Tracker"></p></section>
<section id="sessions"><h2 id="sessions-title"><a class="anchor" href="#sessions">Sessions</a></h2><p>Where you are signed in.</p></section></div></main>`

function service(session = signedIn) {
  return fakeService({
    'GET /app/session': ok(session),
    'GET /app/keys': ok([]),
    'GET /app/v1/workflows': okPage([]),
    'GET /app/v1/workflows/labels': ok({ tags: [], folders: [] }),
    'GET /app/v1/waits': okPage([]),
    'GET /app/v1/node-types': ok([]),
    'GET /docs/search.json': { status: 200, body: index },
    'GET /docs/guides/access': { status: 200, body: page },
  })
}

const panel = () => screen.findByRole('complementary', { name: 'Help' })
const field = async () => within(await panel()).findByRole('combobox', { name: 'Search help' })

test('H opens the help beside the page, which stays as it is; Escape gives the focus back', async () => {
  service()
  const { router } = renderApp('/settings/api-keys')
  const create = await screen.findByRole('button', { name: 'Create Key' })
  create.focus()
  await userEvent.keyboard('h')
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  expect(await within(await panel()).findByText('About this page')).toBeTruthy()
  expect(router.state.location.href).toBe('/settings/api-keys')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Help' })).toBeNull())
  expect(document.activeElement).toBe(create)
})

test('a function is found while typing, and its example is evaluated as it changes', async () => {
  service()
  renderApp('/settings/api-keys')
  await screen.findByRole('button', { name: 'Create Key' })
  await userEvent.keyboard('{F1}')
  await userEvent.type(await field(), 'padstart')
  const found = await within(await panel()).findByRole('option', { name: /^text\.padStart/ })
  expect(found.getAttribute('aria-selected')).toBe('true')
  await userEvent.keyboard('{Enter}')
  const article = await within(await panel()).findByRole('region', { name: 'text.padStart(length, fill?)' })
  await waitFor(() => expect(document.activeElement).toBe(article))
  const result = within(article).getByRole('status', { name: 'Result' })
  expect(result.textContent).toBe('"007"')
  const example = within(article).getByRole('textbox', { name: 'Try it' })
  await userEvent.clear(example)
  await userEvent.type(example, '"x".padStart(2, "-")')
  await waitFor(() => expect(result.textContent).toBe('"-x"'))
  await userEvent.type(example, '.nonsense()')
  await waitFor(() => expect(result.textContent).toMatch(/nonsense/))
  // Nothing to insert into on this page.
  expect(within(article).queryByRole('button', { name: 'Insert into the expression' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  expect((document.activeElement as HTMLInputElement).value).toBe('padstart')
  await userEvent.keyboard('{Escape}')
})

test('a guide is read in the panel, its links stay inside, and nothing of its markup runs', async () => {
  service()
  renderApp('/settings/api-keys')
  await screen.findByRole('button', { name: 'Create Key' })
  await userEvent.click(screen.getByRole('button', { name: 'Learn more' }))
  const article = await within(await panel()).findByRole('region', { name: 'API keys' })
  expect(await within(article).findByText(/One key/)).toBeTruthy()
  expect(article.querySelector('script, img, [onclick], [style]')).toBeNull()
  const outside = within(article).getByRole('link', { name: 'The operation' })
  expect([outside.getAttribute('href'), outside.getAttribute('target')]).toEqual([
    '/docs#op-createKey',
    '_blank',
  ])
  await userEvent.click(within(article).getByRole('link', { name: 'Sessions' }))
  const next = await within(await panel()).findByRole('region', { name: 'Sessions' })
  expect(await within(next).findByText('Where you are signed in.')).toBeTruthy()
  await userEvent.click(within(next).getByRole('button', { name: 'Back' }))
  expect(await within(await panel()).findByRole('region', { name: 'API keys' })).toBeTruthy()
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Close help' }))
})

test('a viewer reads what a page is for, without being asked to do what only others may', async () => {
  service(viewer)
  renderApp('/workflows')
  expect(await screen.findByRole('heading', { name: 'No workflows yet' })).toBeTruthy()
  expect(screen.getByText(/Editors and the owner create them/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New workflow' })).toBeNull()
})
