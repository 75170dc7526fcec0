import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { AUTHORIZATION, startMillrace, withDataFolder } from './millrace.ts'

export interface Sizes {
  readonly workflows: number
  readonly executions: number
  readonly submissions: number
  readonly credentials: number
}

export interface ListTime {
  readonly name: string
  readonly medianMs: number
  readonly slowestMs: number
}

const REPETITIONS = 15
const SENDERS = 48
const USED_WORKFLOWS = 50
const FAILING_EVERY = 20
const BULK_RUNS = 50

/** Fills an installation through the API, and measures every list that a page of the web app opens with. */
export async function measureFullLists(
  sizes: Sizes,
  databaseUrl?: string,
): Promise<{ readonly fillSeconds: number; readonly times: readonly ListTime[] }> {
  return withDataFolder(async (data) => {
    const server = await startMillrace(data, databaseUrl)
    try {
      const began = performance.now()
      const filled = await fill(server.url, sizes)
      const fillSeconds = (performance.now() - began) / 1000
      const times: ListTime[] = []
      for (const [name, path] of listPaths(filled)) times.push(await timeList(server.url, name, path))
      times.push(await timeScrolling(server.url, 'executions, page after page', '/executions?limit=50'))
      const submissions = `/forms/${filled.form}/submissions?limit=100`
      times.push(await timeScrolling(server.url, 'submissions, page after page', submissions))
      return { fillSeconds, times }
    } finally {
      await server.stop()
    }
  })
}

/** The requests of the pages, as they open and with the filters that people use. */
function listPaths({ workflow, form, webhook }: Filled): readonly (readonly [string, string])[] {
  const members = 'include=tags,folder,last_run,draft,updated_at,recent_runs&limit=50'
  return [
    ['home, 24 hours', '/statistics?period=24h'],
    ['home, 7 days', '/statistics?period=7d'],
    ['home, 30 days', '/statistics?period=30d'],
    ['failures by cause', '/failures?period=7d'],
    ['next schedules', '/schedules'],
    ['inbox', '/waits'],
    ['triggers', '/triggers?limit=50'],
    ['triggers, summary', '/triggers/summary'],
    ['bulk runs', '/bulk-runs'],
    ['workflows', `/workflows?${members}`],
    ['workflows, last page', `/workflows?${members}&page=20`],
    ['workflows, search', `/workflows?${members}&search=number%20777`],
    ['labels of workflows', '/workflows/labels'],
    ['executions', '/executions?limit=50'],
    ['executions, failed', '/executions?limit=50&status=failed'],
    ['executions of a workflow', `/executions?limit=50&workflow_id=${workflow}`],
    ['executions, before all others', '/executions?limit=50&to=2020-01-01'],
    ['executions that match, counted', '/executions/count?status=completed'],
    ['executions, none match', '/executions?limit=50&error_code=NO_SUCH_CODE'],
    ['forms', '/forms?limit=50&include=statistics'],
    ['submissions', `/forms/${form}/submissions?limit=100`],
    ['submissions, search', `/forms/${form}/submissions?limit=100&search=guest%207`],
    ['submissions, none match', `/forms/${form}/submissions?limit=100&search=nowhere`],
    ['credentials', '/credentials?limit=100&include=status,last_error,allowed_hosts,value_changed_at'],
    ['integrations', '/integrations?limit=100'],
    ['webhooks', '/webhooks?limit=100&include=health'],
    ['deliveries', `/webhooks/${webhook}/deliveries?limit=50`],
    ['versions', `/workflows/${workflow}/versions?limit=50`],
  ]
}

interface Filled {
  readonly workflow: string
  readonly form: string
  readonly webhook: string
}

async function fill(url: string, sizes: Sizes): Promise<Filled> {
  const workflows = await many(sizes.workflows, (n) => send(url, '/workflows', workflowNumber(n)))
  await many(sizes.credentials, (n) =>
    send(url, '/credentials', { name: `Credential ${n}`, type: 'api_key', value: `key-${n}` }),
  )
  const fields = [
    { name: 'name', type: 'text', label: 'Name', required: true },
    { name: 'message', type: 'textarea', label: 'Message' },
  ]
  const form = await send(url, '/forms', { name: 'Guest book', fields })
  // Nobody receives these deliveries: the list shows them as due.
  const webhook = await send(url, '/webhooks', {
    url: 'https://receiver.invalid/hook',
    events: ['form.submitted'],
  })
  const message = 'A message that is about as long as what people write into such a field. '.repeat(3)
  await many(sizes.submissions, (n) =>
    send(url, `/forms/${form.id}/submissions`, { data: { name: `Guest ${n}`, message } }),
  )
  const used = workflows.slice(0, USED_WORKFLOWS)
  await many(sizes.executions, (n) =>
    send(url, `/workflows/${used[n % used.length]?.id}/execute`, { input: { n } }),
  )
  await untilFolded(url, sizes.executions)
  await endBulkRuns(url)
  return { workflow: used[0]?.id ?? '', form: form.id, webhook: webhook.id }
}

function workflowNumber(n: number): object {
  const schedule = { id: 'at-night', type: 'schedule', data: { cron: `${n % 60} 3 * * *` } }
  return {
    name: `Workflow number ${n}`,
    description: 'Checks an order and keeps a record of it.',
    status: 'published',
    tags: [`team-${n % 12}`],
    nodes: [
      n % 4 === 0 ? schedule : { id: 'start', type: 'start' },
      { id: 'check', type: 'if', data: { condition: `input.n % ${FAILING_EVERY} == 0` } },
      { id: 'stop', type: 'fail', data: { message: 'Order {{ input.n }} was declined' } },
      { id: 'keep', type: 'set', data: { values: { n: '{{ input.n }}' } } },
    ],
    edges: [
      { source: n % 4 === 0 ? 'at-night' : 'start', target: 'check' },
      { source: 'check', target: 'stop', sourceHandle: 'true' },
      { source: 'check', target: 'keep', sourceHandle: 'false' },
    ],
  }
}

/** Statistics are counted in the background: the figures are meaningless before all runs are in them. */
async function untilFolded(url: string, executions: number): Promise<void> {
  for (;;) {
    const { total } = await read<{ total: { completed: number; failed: number } }>(
      url,
      '/statistics?period=24h',
    )
    if (total.completed + total.failed >= executions) return
    await sleep(250)
  }
}

/** Bulk runs that find nothing to do, with 100 items each. */
async function endBulkRuns(url: string): Promise<void> {
  const ended = await read<{ id: string }[]>(url, '/executions?limit=100&status=completed')
  const body = { kind: 'cancel', execution_ids: ended.map(({ id }) => id) }
  await many(BULK_RUNS, () => send(url, '/bulk-runs', body))
  for (;;) {
    const runs = await read<{ ended_at: string | null }[]>(url, '/bulk-runs')
    if (runs.every((run) => run.ended_at !== null)) return
    await sleep(250)
  }
}

async function many<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  let next = 0
  const sendInTurn = async () => {
    while (next < count) {
      const n = next
      next += 1
      made[n] = await make(n)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sendInTurn))
  return made
}

async function send(url: string, path: string, body: object): Promise<{ id: string }> {
  const answer = await fetch(`${url}/v1${path}`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} was not accepted: ${await answer.text()}`)
  return ((await answer.json()) as { data: { id: string } }).data
}

async function read<T>(url: string, path: string): Promise<T> {
  return (await readPage<T>(url, path)).data
}

interface PageOf<T> {
  readonly data: T
  readonly meta?: { readonly next_cursor?: string | null }
}

async function readPage<T>(url: string, path: string): Promise<PageOf<T>> {
  const answer = await fetch(`${url}/v1${path}`, { headers: AUTHORIZATION })
  if (!answer.ok) throw new Error(`${path} failed: ${await answer.text()}`)
  return (await answer.json()) as PageOf<T>
}

async function timeList(url: string, name: string, path: string): Promise<ListTime> {
  const times: number[] = []
  for (let n = 0; n < REPETITIONS; n += 1) times.push(await timeOf(() => readPage(url, path)))
  return summarise(name, times)
}

/** What a person does who holds the end of the scroll bar. */
async function timeScrolling(url: string, name: string, path: string): Promise<ListTime> {
  const times: number[] = []
  let next = path
  for (let n = 0; n < 4 * REPETITIONS; n += 1) {
    const began = performance.now()
    const { meta } = await readPage(url, next)
    times.push(performance.now() - began)
    if (typeof meta?.next_cursor !== 'string') break
    next = `${path}&cursor=${meta.next_cursor}`
  }
  return summarise(name, times)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function summarise(name: string, times: readonly number[]): ListTime {
  const sorted = times.toSorted((a, b) => a - b)
  return {
    name,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    slowestMs: sorted.at(-1) ?? Number.NaN,
  }
}
