import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TriggerOverview } from '../../api/triggers.ts'
import { failure, fakeService, ok } from '../../testing/fake-service.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/samples.ts'
import * as t from '../../texts/triggers/page.ts'
import * as tp from '../../texts/triggers/pause.ts'
import * as ta from '../../texts/triggers/pause-all.ts'
import { movePeriod } from './move-period.ts'
import { rangeOf, readTriggersSearch } from './triggers-search.ts'

const hourMs = 3_600_000
const from = Math.floor(Date.now() / hourMs) * hourMs
const at = (hours: number) => new Date(from + hours * hourMs).toISOString()

const schedule: TriggerOverview = {
  id: '01a1e16f-5698-70ea-9cc7-6111320da2a4',
  workflow_id: '01a1e16f-5698-70ea-9cc7-6111320da2a5',
  workflow_name: 'Morning report',
  workflow_status: 'published',
  node_id: 'clock',
  kind: 'schedule',
  data: { cron: '0 8 * * *', timezone: 'Asia/Tokyo' },
  state: 'active',
  pause: null,
  problems: [],
  next_run_at: at(5),
  plan: { times: [at(5)], bands: [], runs: 1 },
  last_calls: [],
  last_refusal: null,
  calls: { total: 0, failed: 0 },
}
const webhook: TriggerOverview = {
  ...schedule,
  id: '01a1e16f-5698-70ea-9cc7-6111320da2a6',
  workflow_name: 'Order intake',
  node_id: 'inbound',
  kind: 'webhook',
  data: {},
  next_run_at: null,
  url: 'https://example.com/hooks/abc',
  last_calls: [{ execution_id: '01a1e16f-5698-70ea-9cc7-6111320da2a7', at: at(-1), status: 'failed' }],
  calls: { total: 1_000, failed: 2 },
  problems: [
    {
      code: 'last_run_failed',
      severity: 'error',
      message: 'The last run failed.',
      execution_id: '01a1e16f-5698-70ea-9cc7-6111320da2a7',
    },
  ],
}
delete webhook.plan

const summary = {
  from: at(0),
  to: at(24),
  active: 2,
  paused: 0,
  all_paused: null,
  inactive: 0,
  load: [{ at: at(5), runs: 1, schedules: 1 }],
  is_complete: true,
}
const page = (data: unknown[]) => ({
  status: 200,
  body: { success: true, data, meta: { limit: 50, next_cursor: null, has_more: false } },
})
const common = {
  'GET /app/session': ok(signedIn),
  'GET /app/v1/node-types': ok([]),
  'GET /app/v1/integrations?limit=100': page([]),
  'GET /app/v1/triggers/summary?period=24h': ok(summary),
  'GET /app/v1/triggers?kind=inbound&limit=50': page([webhook]),
}

test('schedules have a strip with their runs, and addresses have their last calls and problems', async () => {
  fakeService({ ...common, 'GET /app/v1/triggers?period=24h&kind=schedule&limit=50': page([schedule]) })
  renderApp('/triggers')
  await userEvent.click(
    await screen.findByRole('button', { name: t.plannedRuns('Morning report', 1, false) }),
  )
  expect(await screen.findByText(/Your time/)).toBeTruthy()
  const inbound = screen.getByRole('list', { name: t.inbound, hidden: true })
  const links = within(inbound).getAllByRole('link', { hidden: true })
  expect(links.map((link) => link.getAttribute('href'))).toContain(
    '/executions/01a1e16f-5698-70ea-9cc7-6111320da2a7',
  )
  expect(within(inbound).getByText('1,000+ in 24 h, 2 failed')).toBeTruthy()
  expect(within(inbound).getByText(/The last run failed/)).toBeTruthy()
})

test('resuming says what was missed and sends the choice', async () => {
  const pause = { at: at(-3), by: 'Ada', missed: 3, runs_on_resume: 1 }
  const sent = fakeService({
    ...common,
    'GET /app/v1/triggers?state=paused&period=24h&kind=schedule&limit=50': page([
      { ...schedule, state: 'paused', pause },
    ]),
    'GET /app/v1/triggers?state=paused&kind=inbound&limit=50': page([]),
    [`PATCH /app/v1/workflows/${schedule.workflow_id}/triggers/clock`]: ok({}),
  })
  renderApp('/triggers?state=paused')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: tp.resumeNamed('Morning report') }))
  const dialog = await screen.findByRole('alertdialog', { name: tp.resumeTitle('Morning report') })
  expect(within(dialog).getByText('3 times were missed.')).toBeTruthy()
  expect(within(dialog).getByText('1 run starts at once, for the latest missed time.')).toBeTruthy()
  await user.click(within(dialog).getByRole('radio', { name: tp.skip }))
  await user.click(within(dialog).getByRole('button', { name: tp.resume }))
  await screen.findByText(tp.isResumed('Morning report'))
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ paused: false, missed: 'skip' })
})

test('a list that cannot be loaded says so', async () => {
  fakeService({
    ...common,
    'GET /app/v1/triggers?search=x&period=24h&kind=schedule&limit=50': failure(500, 'INTERNAL', 'Broken.'),
    'GET /app/v1/triggers?search=x&kind=inbound&limit=50': page([]),
  })
  renderApp('/triggers?q=x')
  expect(await screen.findByText(t.loadFailed)).toBeTruthy()
})

test('what is not valid in the address is ignored', () => {
  expect(
    readTriggersSearch({ period: '1y', from: '2026-02-30x', kind: 'start', state: 'paused', q: '' }),
  ).toEqual({ state: 'paused' })
  expect(readTriggersSearch({ period: '7d', from: '2026-03-29' })).toEqual({
    period: '7d',
    from: '2026-03-29',
  })
  expect(rangeOf({})).toEqual({ period: '24h' })
})

test('the strip moves by whole days of the viewer', () => {
  expect(movePeriod({ from: '2026-03-28' }, 1)).toBe('2026-03-29')
  expect(movePeriod({ from: '2026-03-28', period: '7d' }, 1)).toBe('2026-04-04')
  expect(movePeriod({ from: '2026-03-01', period: '30d' }, -1)).toBe('2026-01-30')
})

test('an owner pauses all triggers, reads who paused them on every page, and resumes them', async () => {
  const none = { account: null, installation: null }
  const paused = { account: { at: at(-1), by: 'Ada' }, installation: null }
  let pauses: unknown = none
  const set = (next: unknown) => () => ok((pauses = next))
  fakeService({
    ...common,
    'GET /app/v1/triggers?period=24h&kind=schedule&limit=50': page([schedule]),
    'GET /app/pause': () => ok(pauses),
    'POST /app/pause': set(paused),
    'DELETE /app/pause': set(none),
  })
  renderApp('/triggers')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: ta.pauseAll }))
  const asked = await screen.findByRole('alertdialog', { name: ta.pauseTitle })
  await user.click(within(asked).getByRole('button', { name: ta.pauseAll }))
  const notice = await screen.findByRole('region', { name: ta.noticeLabel })
  expect(notice.textContent).toContain('Ada paused them')
  expect(screen.queryByRole('button', { name: ta.pauseAll })).toBeNull()
  await user.click(within(notice).getByRole('button', { name: ta.resume }))
  const confirmed = await screen.findByRole('alertdialog', { name: ta.resumeTitle })
  await user.click(within(confirmed).getByRole('button', { name: ta.resume }))
  await screen.findByRole('button', { name: ta.pauseAll })
  expect(screen.queryByRole('region', { name: ta.noticeLabel })).toBeNull()
})

test('a pause of the installation has no button', async () => {
  const pauses = { account: null, installation: { at: at(-1), by: 'Command line' } }
  fakeService({
    ...common,
    'GET /app/v1/triggers?period=24h&kind=schedule&limit=50': page([schedule]),
    'GET /app/pause': ok(pauses),
  })
  renderApp('/triggers')
  const notice = await screen.findByRole('region', { name: ta.noticeLabel })
  expect(notice.textContent).toContain(ta.operatorEnds)
  expect(within(notice).queryByRole('button')).toBeNull()
})
