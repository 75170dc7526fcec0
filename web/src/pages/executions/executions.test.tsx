import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failure, fakeService, ok } from '../../testing/fake-service.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleExecution } from '../../testing/sample-run.ts'
import { signedIn } from '../../testing/samples.ts'
import * as t from '../../texts/executions.ts'
import { hasFilters, readListSearch } from './execution-filters.ts'

const page = (data: unknown[]) => ({
  status: 200,
  body: { success: true, data, meta: { next_cursor: null, has_more: false } },
})
const common = {
  'GET /app/session': ok(signedIn),
  'GET /app/v1/workflows?sort=updated&limit=20': ok([]),
  'GET /app/v1/bulk-runs': ok([]),
  'GET /app/saved-filters': ok([]),
}
const failed = {
  ...sampleExecution,
  id: '01a1e16f-5698-70ea-9cc7-6111320da2a4',
  status: 'failed',
  completed_at: sampleExecution.started_at,
  error: { code: 'HTTP_402', message: 'The card was declined.', node_id: 'charge' },
}

test('the list shows what failed and why, and each run is a link', async () => {
  fakeService({ ...common, 'GET /app/v1/executions?limit=50': page([sampleExecution, failed]) })
  renderApp('/executions')
  expect(await screen.findByText('The card was declined.')).toBeTruthy()
  const table = screen.getByRole('table', { name: t.list })
  const links = within(table).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/executions/${sampleExecution.id}`,
    `/executions/${failed.id}`,
  ])
})

test('filters are in the address', async () => {
  const sent = fakeService({
    ...common,
    'GET /app/v1/executions?limit=50': page([sampleExecution]),
    'GET /app/v1/executions?status=failed&limit=50': page([]),
  })
  const { router } = renderApp('/executions')
  const user = userEvent.setup()
  await screen.findByText('Order intake')
  await user.selectOptions(screen.getByLabelText(t.status), 'failed')
  expect(await screen.findByText(t.noMatch)).toBeTruthy()
  expect(router.state.location.search).toEqual({ status: 'failed' })
  expect(sent.some(({ path }) => path.includes('status=failed'))).toBe(true)
})

test('a list that cannot be loaded can be tried again', async () => {
  let isDown = true
  fakeService({
    ...common,
    'GET /app/v1/executions?status=running&limit=50': () =>
      isDown ? failure(500, 'INTERNAL', 'Something broke.') : page([sampleExecution]),
  })
  // Other filters than above: a list that was loaded once is shown from the cache.
  renderApp('/executions?status=running')
  expect(await screen.findByText(t.loadFailed)).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Order intake')).toBeTruthy()
})

test('filters that are not valid are ignored', () => {
  expect(readListSearch({ status: 'sleeping', trigger: 'webhook', from: '', other: 'x' })).toEqual({
    trigger: 'webhook',
  })
  expect(hasFilters({})).toBe(false)
})
