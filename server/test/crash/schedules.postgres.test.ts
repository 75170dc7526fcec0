import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { ServiceProcess } from '#start/testing/program.ts'
import { until } from '#test/support/until.ts'
import { type CrashStore, openCrashStore } from './service/crash-store.ts'
import { SeededRandom } from './seeded-random.ts'

const KEY = 'ticks-'.repeat(5)
const KILLS = 6
const SECONDS_BETWEEN = 3
/** By workflow, with the seconds between two times. However slow the machine is, no time may be skipped. */
const SCHEDULES = [
  { everySeconds: 1, data: { every_seconds: 1 } },
  { everySeconds: 1, data: { cron: '* * * * * *' } },
  { everySeconds: 2, data: { every_seconds: 2 } },
  { everySeconds: 1, data: { every_seconds: 1, jitter_seconds: 1 } },
  { everySeconds: 3, data: { cron: '*/3 * * * * *' } },
]
/** Repeats the plan of a failed run, but not its timing. */
const seed = Number(process.env['MILLRACE_SCHEDULES_SEED'] ?? randomInt(2 ** 31))

describe('Schedules that two processes on one database share', () => {
  let store: CrashStore
  let services: ServiceProcess[]
  beforeEach(async () => {
    store = await openCrashStore('postgres')
    services = []
  })
  afterEach(async () => {
    for (const service of services) await service.end()
    await store.destroy()
  })

  async function start(): Promise<ServiceProcess> {
    const settings = { ...store.settings, MILLRACE_API_KEY: KEY, MILLRACE_RATE_LIMITS: 'off' }
    const service = await ServiceProcess.startWithShortIntervals(settings)
    services.push(service)
    return service
  }

  /** The times for which a workflow was run, in order, as they are stored in the database. */
  const runsOf = (workflowId: string) =>
    store.open(async (query) => {
      const rows = await query(`select input from executions where workflow_id = '${workflowId}'`)
      const inputs = rows.map((row) => JSON.parse(String(row['input'])) as { scheduled_at: string })
      return inputs.map(({ scheduled_at: time }) => Date.parse(time)).sort((a, b) => a - b)
    })

  it(`Each scheduled time is run once and none is skipped, whichever process is killed (MILLRACE_SCHEDULES_SEED=${seed})`, async () => {
    const random = new SeededRandom(seed)
    const pair: [ServiceProcess, ServiceProcess] = [await start(), await start()]
    const workflows: { id: string; everyMs: number }[] = []
    for (const { everySeconds, data } of SCHEDULES) {
      const body = {
        name: 'Ticks',
        status: 'published',
        nodes: [{ id: 'tick', type: 'schedule', data: { ...data, misfire: 'all' } }],
      }
      const created = await pair[0].request<{ id: string }>('POST', '/v1/workflows', { key: KEY, body })
      workflows.push({ id: created.body.data.id, everyMs: everySeconds * 1000 })
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      const watched = random.pick(workflows)
      const wanted = (await runsOf(watched.id)).length + random.between(1, SECONDS_BETWEEN)
      await until(`${wanted} runs`, async () => (await runsOf(watched.id)).length >= wanted)
      const victim = random.between(0, 1) as 0 | 1
      pair[victim].signal('SIGKILL')
      await pair[victim].finished
      pair[victim] = await start()
    }
    for (const { id } of workflows) {
      const before = (await runsOf(id)).length
      await until('two more runs', async () => (await runsOf(id)).length >= before + 2)
    }
    for (const { id, everyMs } of workflows) {
      const runs = await runsOf(id)
      const [first = 0] = runs
      const expected = runs.map((_, n) => first + n * everyMs)
      assert.ok(runs.length > KILLS / 2)
      assert.deepEqual(runs, expected)
    }
  })
})
