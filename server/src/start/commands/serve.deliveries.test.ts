import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Receiver } from '#test/support/receiver.ts'
import { type DataFolder, newDataFolder } from '../testing/data-folder.ts'
import { ServiceProcess } from '../testing/program.ts'

const key = 'test-'.repeat(6)
const KILLS = 2
const RUNS_BEFORE_KILL = 40
const RECEIVED_BEFORE_KILL = 12

describe('A service that is killed while it delivers events', () => {
  let dataFolder: DataFolder
  let service: ServiceProcess | undefined
  let receiver: Receiver
  beforeEach(async () => {
    dataFolder = await newDataFolder()
  })
  afterEach(async () => {
    await service?.end()
    await receiver.close()
    await dataFolder.destroy()
  })

  it('delivers an event for every finished run; a repeated delivery has the same ID and body', async () => {
    // Never answers one of eight before the last start: those are under way at every kill.
    let isPatient = false
    receiver = await Receiver.start((response, _received, number) => {
      if (isPatient || number % 8 !== 0) response.writeHead(200).end()
    })
    service = await start()
    await post(service, '/v1/webhooks', { url: receiver.url, events: ['workflow.executed'] })
    const workflow = await post(service, '/v1/workflows', { name: 'Nothing' })
    const ended = new Set<string>()
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const running = service
      const runs = Array.from({ length: RUNS_BEFORE_KILL }, () => run(running, workflow.id, ended))
      await receiver.count(kill * RECEIVED_BEFORE_KILL)
      service.signal('SIGKILL')
      await Promise.all(runs)
      await service.finished
      isPatient = kill === KILLS
      service = await start()
    }
    await run(service, workflow.id, ended)
    const received = () => Map.groupBy(receiver.received, ({ body }) => String(body.data['execution_id']))
    const repeats = () => [...received().values()].filter((times) => times.length > 1)
    while (![...ended].every((id) => received().has(id)) || repeats().length === 0) {
      await receiver.count(receiver.received.length + 1)
    }
    for (const [first, ...others] of repeats()) {
      for (const other of others) {
        assert.equal(other.headers['webhook-id'], first?.headers['webhook-id'])
        assert.equal(other.text, first?.text)
      }
    }
  })

  function start(): Promise<ServiceProcess> {
    return ServiceProcess.start({
      ...dataFolder.settings,
      MILLRACE_API_KEY: key,
      MILLRACE_RATE_LIMITS: 'off',
    })
  }
})

async function post(service: ServiceProcess, path: string, body: object): Promise<{ id: string }> {
  return (await service.request<{ id: string }>('POST', path, { key, body })).body.data
}

/** Adds the run once its end is confirmed. */
async function run(service: ServiceProcess, workflow: string, ended: Set<string>): Promise<void> {
  const headers = { prefer: 'wait=30' }
  const answer = await service
    .request<{ id: string }>('POST', `/v1/workflows/${workflow}/execute`, { key, headers })
    .catch(() => undefined)
  if (answer?.status === 200) ended.add(answer.body.data.id)
}
