import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { type DataPlace, newDataPlace } from '../testing/data-place.ts'
import { ServiceProcess } from '../testing/program.ts'

const key = 'test-'.repeat(6)
const WORKFLOWS = 5
const KILLS = 3
/** Runs that every workflow has before the next process is killed. */
const RUNS_BETWEEN = 2

/** Two services on one database, of which one is killed now and then, and another takes its place. */
describe('schedules that several processes look after', () => {
  let place: DataPlace
  let services: ServiceProcess[]
  beforeEach(async () => {
    place = await newDataPlace('PostgreSQL')
    services = []
  })
  afterEach(async () => {
    for (const service of services) await service.end()
    await place.destroy()
  })

  async function start(): Promise<ServiceProcess> {
    const settings = { ...place.settings, MILLRACE_API_KEY: key, MILLRACE_RATE_LIMITS: 'off' }
    const service = await ServiceProcess.start(settings)
    services.push(service)
    return service
  }

  it('run each time once, and leave none out, whoever is killed when', async () => {
    let [first, second] = [await start(), await start()]
    const ids: string[] = []
    for (let n = 0; n < WORKFLOWS; n += 1) {
      const nodes = [{ id: 'tick', type: 'schedule', data: { every_seconds: 1 } }]
      const body = { name: `Every second, ${n}`, status: 'published', nodes }
      const created = await first.request<{ id: string }>('POST', '/v1/workflows', { key, body })
      ids.push(created.body.data.id)
    }
    for (let kill = 1; kill <= KILLS; kill += 1) {
      for (const id of ids) while ((await listOf(second, id)).length < kill * RUNS_BETWEEN);
      first.signal('SIGKILL')
      await first.finished
      ;[first, second] = [second, await start()]
    }
    for (const id of ids) while ((await listOf(first, id)).length < (KILLS + 1) * RUNS_BETWEEN);
    for (const id of ids) {
      const runs = (await runsOf(first, id)).sort((a, b) => a - b)
      const [begin = 0] = runs
      assert.deepEqual(
        runs,
        runs.map((_, index) => begin + index * 1000),
      )
    }
  })
})

async function listOf(service: ServiceProcess, workflowId: string): Promise<readonly { id: string }[]> {
  const path = `/v1/workflows/${workflowId}/executions?limit=100`
  return (await service.request<{ id: string }[]>('GET', path, { key })).body.data
}

/** The times a workflow was run for, as its executions tell. */
async function runsOf(service: ServiceProcess, workflowId: string): Promise<number[]> {
  const runs: number[] = []
  for (const { id } of await listOf(service, workflowId)) {
    const read = await service.request<{ input: { scheduled_at: string } }>('GET', `/v1/executions/${id}`, {
      key,
    })
    runs.push(Date.parse(read.body.data.input.scheduled_at))
  }
  return runs
}
