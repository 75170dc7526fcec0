import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { ServiceProcess } from '#start/testing/program.ts'
import { stepsFromText } from '#store/executions/journal/journal-text.ts'
import { until } from '#test/support/until.ts'
import { insertRows } from './service/insert-rows.ts'
import { type CrashStore, STORE_KINDS, openCrashStore } from './service/crash-store.ts'
import type { Query, Row } from './service/read-stored.ts'

const KEY = 'down-'.repeat(6)
const TIMERS = 10_000
const WORKFLOWS = 500
/** The times that were missed; the schedules end with the last one, so no more become due while the test runs. */
const MISSED = [9, 10, 11, 12].map((hour) => `2026-01-31T${String(hour).padStart(2, '0')}:00:00.000Z`)
const [FIRST = '', LAST = ''] = [MISSED.at(0), MISSED.at(-1)]
/** Most run once: they are the ten thousand. The others show that their policy also holds among many. */
const MISFIRES = ['once', 'once', 'skip', 'once', 'once', 'all', 'once', 'once', 'once', 'once'] as const
/** Catching up takes as long as the machine needs for tens of thousands of runs. */
const PATIENCE_MS = 240_000
const EXPECTED = { once: [LAST], skip: [], all: MISSED }
const TIMERS_OF_ONE = TIMERS / WORKFLOWS
const RUNS_OF_ONE = Array.from({ length: TIMERS_OF_ONE }, (_, n) => EXPECTED[misfireOf(n)].length).reduce(
  (sum, runs) => sum + runs,
)

for (const kind of STORE_KINDS) {
  describe(`Ten thousand schedules and ten thousand parked executions that became due while the service was down [${kind}]`, () => {
    let store: CrashStore
    let service: ServiceProcess | undefined
    afterEach(async () => {
      await service?.end()
      await store.destroy()
    })

    /** With a short lease timeout, so that a killed process is replaced soon. */
    async function start(): Promise<ServiceProcess> {
      const settings = { ...store.settings, MILLRACE_API_KEY: KEY, MILLRACE_RATE_LIMITS: 'off' }
      service = await ServiceProcess.startWithShortIntervals(settings)
      return service
    }

    async function stop(running: ServiceProcess): Promise<void> {
      running.signal('SIGTERM')
      await running.finished
    }

    it('Each overdue schedule and each parked execution runs once, although the service is killed while it catches up', async () => {
      store = await openCrashStore(kind)
      let running = await start()
      const napId = await create(running, nap())
      await running.request('POST', `/v1/workflows/${napId}/execute`, { key: KEY, body: { input: {} } })
      await until('a parked execution', () => hasAny(running, napId, 'pending'))
      const scheduledId = await create(running, schedules(), 'published')
      await stop(running)
      const ids = await store.open(async (query) => {
        await parkMany(query)
        return publishMany(query, scheduledId)
      })
      running = await start()
      // Twice somewhere in the middle: some have fired, and some have not.
      for (const id of [ids[WORKFLOWS / 5], ids[WORKFLOWS / 2]]) {
        await untilDone('a resumed execution', () => hasAny(running, napId, 'completed'))
        await untilDone('a run of a schedule', async () => (await countRuns(running, id ?? '')) > 0)
        running.signal('SIGKILL')
        await running.finished
        running = await start()
      }
      for (const id of ids) {
        await untilDone('all runs of a workflow', async () => (await countRuns(running, id)) >= RUNS_OF_ONE)
      }
      for (const id of [napId, ...ids]) {
        await untilDone('the end of all runs', async () => !(await hasAny(running, id, 'running')))
      }
      await untilDone('the end of all delays', async () => !(await hasAny(running, napId, 'pending')))
      await stop(running)
      await store.open(async (query) => {
        const all = await query('select * from executions')
        const { nap: parked = [], scheduled = [] } = Object.groupBy(all, (row) =>
          row['workflow_id'] === napId ? 'nap' : 'scheduled',
        )
        const expected = ids.flatMap((id) =>
          Array.from({ length: TIMERS_OF_ONE }, (_, n) =>
            EXPECTED[misfireOf(n)].map((time) => `${id} n${n} ${time} completed`),
          ).flat(),
        )
        assert.deepEqual(differences(scheduled.map(describeRun), expected), [])
        assert.equal(parked.length, TIMERS)
        assert.deepEqual(await findIncomplete(query, parked), [])
      })
    })
  })
}

function misfireOf(n: number): (typeof MISFIRES)[number] {
  return MISFIRES[n % MISFIRES.length] ?? 'once'
}

function schedules(): object {
  const nodes = Array.from({ length: TIMERS_OF_ONE }, (_, n) => ({
    id: `n${n}`,
    type: 'schedule',
    data: { every_seconds: 3_600, end: LAST, misfire: misfireOf(n) },
  }))
  return { nodes }
}

function nap(): object {
  return {
    nodes: [
      { id: 'nap', type: 'delay', data: { seconds: 86_400 } },
      { id: 'awake', type: 'set', data: { values: { done: true } } },
    ],
    edges: [{ source: 'nap', target: 'awake' }],
  }
}

async function create(service: ServiceProcess, definition: object, status = 'draft'): Promise<string> {
  const body = { name: 'Timers', status, ...definition }
  const created = await service.request<{ id: string }>('POST', '/v1/workflows', { key: KEY, body })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  return created.body.data.id
}

async function countRuns(service: ServiceProcess, workflowId: string): Promise<number> {
  return (await list(service, `/v1/workflows/${workflowId}/executions?limit=100`)).length
}

function untilDone(what: string, holds: () => Promise<boolean>): Promise<void> {
  return until(what, holds, PATIENCE_MS)
}

async function hasAny(service: ServiceProcess, workflowId: string, status: string): Promise<boolean> {
  return (await list(service, `/v1/workflows/${workflowId}/executions?status=${status}&limit=1`)).length > 0
}

async function list(service: ServiceProcess, path: string): Promise<readonly unknown[]> {
  const listed = await service.request<unknown[]>('GET', path, { key: KEY })
  assert.equal(listed.status, 200, JSON.stringify(listed.body))
  return listed.body.data
}

function describeRun(row: Row): string {
  const { scheduled_at: time } = JSON.parse(String(row['input'])) as { scheduled_at: string }
  const node = JSON.parse(String(row['trigger_node_id'])) as string
  return `${String(row['workflow_id'])} ${node} ${time} ${String(row['status'])}`
}

/** A few of the surplus and of the missing ones. */
function differences(found: readonly string[], expected: readonly string[]): readonly string[] {
  const open = new Set(expected)
  const tooMany = found.filter((one) => !open.delete(one)).map((one) => `too many: ${one}`)
  const missing = [...open].map((one) => `missing: ${one}`)
  return [...tooMany.slice(0, 3), ...missing.slice(0, 3)]
}

/** Copies the one workflow many times, with schedules that missed some of their times; returns the ids of all. */
async function publishMany(query: Query, id: string): Promise<readonly string[]> {
  const due = Date.parse(FIRST)
  await query(`update triggers set next_run = ${due}, fire_at = ${due}`)
  const [workflow = {}] = await query(`select * from workflows where id = '${id}'`)
  const [version = {}] = await query(`select * from workflow_versions where workflow_id = '${id}'`)
  const triggers = await query('select * from triggers')
  const copies = Array.from({ length: WORKFLOWS - 1 }, (_, n) => ({ id: idOf(3, n), version_id: idOf(4, n) }))
  await insertRows(
    query,
    'workflows',
    copies.map((copy) => ({ ...workflow, ...copy })),
  )
  await insertRows(
    query,
    'workflow_versions',
    copies.map((copy) => ({ ...version, id: copy.version_id, workflow_id: copy.id })),
  )
  await insertRows(
    query,
    'triggers',
    copies.flatMap((copy, n) =>
      triggers.map((trigger, index) => ({
        ...trigger,
        id: idOf(5, n * TIMERS_OF_ONE + index),
        workflow_id: copy.id,
      })),
    ),
  )
  return [id, ...copies.map((copy) => copy.id)]
}

/** Copies the one parked execution many times, all due an hour ago. */
async function parkMany(query: Query): Promise<void> {
  const due = Date.now() - 3_600_000
  const one = async (statement: string) => (await query(statement))[0] ?? assert.fail(statement)
  const execution = await one('select * from executions')
  const page = await one('select * from execution_journal')
  const wait = await one('select * from execution_waits')
  const wake = (waitId: string) => {
    const steps = JSON.parse(String(page['steps'])) as Record<string, unknown>[]
    return JSON.stringify(steps.map((step) => ('waitId' in step ? { ...step, waitId, until: due } : step)))
  }
  const ids = Array.from({ length: TIMERS - 1 }, (_, n) => [idOf(1, n), idOf(2, n)] as const)
  await query(`update execution_journal set steps = '${wake(String(wait['id']))}'`)
  await query(`update execution_waits set due_at = ${due}`)
  await insertRows(
    query,
    'executions',
    ids.map(([id]) => ({ ...execution, id })),
  )
  await insertRows(
    query,
    'execution_journal',
    ids.map(([id, waitId]) => ({ ...page, execution_id: id, steps: wake(waitId) })),
  )
  await insertRows(
    query,
    'execution_waits',
    ids.map(([id, waitId]) => ({ ...wait, id: waitId, execution_id: id, due_at: due })),
  )
}

function idOf(kind: number, n: number): string {
  return `018f0000-0000-7000-8000-${kind}${n.toString(16).padStart(11, '0')}`
}

/** A few of those that did not continue exactly once and to the end. */
async function findIncomplete(query: Query, parked: readonly Row[]): Promise<readonly string[]> {
  const pages = Map.groupBy(
    await query('select execution_id, steps from execution_journal order by execution_id, sequence'),
    (row) => row['execution_id'],
  )
  const outcomes = parked.map(({ id, status }) => {
    const entries = (pages.get(id) ?? []).flatMap(({ steps }) => stepsFromText(String(steps), undefined))
    return [String(status), ...entries.map((entry) => `${entry.nodeId} ${entry.status}`)].join(', ')
  })
  return outcomes
    .filter((outcome) => outcome !== 'completed, nap waiting, nap completed, awake completed')
    .slice(0, 3)
}
