import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { type DataPlace, newDataPlace } from '../testing/data-place.ts'
import { ServiceProcess } from '../testing/program.ts'

const key = 'test-'.repeat(6)
const KILLS = 3
const ACCEPTED_BEFORE_KILL = 100
const CALLERS = 8

/** A bounded run of what `npm run test:crash` does for longer. */
describe('a service that is killed under load', () => {
  let place: DataPlace
  let service: ServiceProcess | undefined
  beforeEach(async () => {
    place = await newDataPlace()
  })
  afterEach(async () => {
    await service?.end()
    await place.destroy()
  })

  const start = () =>
    ServiceProcess.start({ ...place.settings, MILLRACE_API_KEY: key, MILLRACE_RATE_LIMITS: 'off' })

  it('brings every execution it accepted to its end after the next start, with the right result', async () => {
    service = await start()
    const workflow = await service.request<{ id: string }>('POST', '/v1/workflows', {
      key,
      body: {
        name: 'Doubles',
        nodes: [
          { id: 'a', type: 'set', data: { values: { n: '{{ input.n * 2 }}' } } },
          { id: 'b', type: 'log', data: { message: 'n is {{ previous.n }}' } },
        ],
        edges: [{ source: 'a', target: 'b' }],
      },
    })
    const path = `/v1/workflows/${workflow.body.data.id}/execute`
    const accepted = new Map<string, number>()

    for (let kill = 1; kill <= KILLS; kill += 1) {
      await loadUntilKilled(service, path, accepted, kill * ACCEPTED_BEFORE_KILL)
      await service.finished
      service = await start()
    }
    assert.ok(accepted.size >= KILLS * ACCEPTED_BEFORE_KILL)
    for (const [id, n] of accepted) {
      const execution = await readEnd(service, id)
      assert.equal(execution.status, 'completed')
      assert.deepEqual(execution.output, { n: n * 2 })
      assert.deepEqual(execution.messages, [`n is ${n * 2}`, 'Completed: 2 nodes ran.'])
    }
    service.signal('SIGTERM')
    assert.equal((await service.finished).code, 0)
  })
})

/** Several callers run workflows; the service is killed, in the middle of it all, once enough were accepted. */
async function loadUntilKilled(
  service: ServiceProcess,
  path: string,
  accepted: Map<string, number>,
  killAt: number,
): Promise<void> {
  let isKilled = false
  const call = async () => {
    while (!isKilled) {
      const n = Math.floor(Math.random() * 1_000_000)
      const answer = await service
        .request<{ execution_id: string }>('POST', path, { key, body: { input: { n } } })
        .catch(() => undefined)
      // Without an answer nothing was promised.
      if (answer === undefined) continue
      assert.equal(answer.status, 202)
      accepted.set(answer.body.data.execution_id, n)
      if (accepted.size >= killAt && !isKilled) {
        isKilled = true
        service.signal('SIGKILL')
      }
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
}

interface ExecutionData {
  readonly status: string
  readonly output: unknown
  readonly logs: readonly { readonly message: string }[]
}

async function readEnd(service: ServiceProcess, id: string) {
  for (;;) {
    const answer = await service.request<ExecutionData>('GET', `/v1/executions/${id}`, { key })
    assert.equal(answer.status, 200, `execution ${id} is there`)
    const { status, output, logs } = answer.body.data
    if (status !== 'running') return { status, output, messages: logs.map(({ message }) => message) }
  }
}
