import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { until } from '#test/support/until.ts'
import { type DataFolder, newDataFolder } from '../testing/data-folder.ts'
import { ServiceProcess, type Settings } from '../testing/program.ts'

const key = 'test-'.repeat(6)
/** Long lists make each step compute for some milliseconds: the run would take half a minute. */
const INPUT = { list: Array.from({ length: 8_000 }, (_, n) => n) }
const BUSY = {
  name: 'Busy',
  nodes: [
    { id: 'loop', type: 'for_each', data: { items: Array.from({ length: 9_000 }, (_, n) => n) } },
    { id: 'body', type: 'set', data: { values: { n: '{{ input.list.map((x) => x + item).length }}' } } },
  ],
  edges: [{ source: 'loop', sourceHandle: 'each', target: 'body' }],
}
const SHORT = { name: 'Short', nodes: [{ id: 'a', type: 'set', data: { values: { done: true } } }] }

interface ExecutionData {
  readonly status: string
  readonly error: { readonly code: string; readonly message: string } | null
}

for (const store of ['SQLite', 'PostgreSQL'] as const) {
  describe(`A service that is killed while a run computes [${store}]`, { timeout: 240_000 }, () => {
    let dataFolder: DataFolder | undefined
    let service: ServiceProcess
    afterEach(async () => {
      await service.end()
      await dataFolder?.destroy()
    })

    /** Starts the run, kills the service after the run has saved some progress, and starts it again. */
    async function killDuringRun(settings: Settings): Promise<string> {
      dataFolder = await newDataFolder(store)
      // On PostgreSQL, a process is presumed dead only when its lease has expired.
      const start = () =>
        ServiceProcess.startWithShortIntervals({
          ...dataFolder?.settings,
          ...settings,
          MILLRACE_API_KEY: key,
          MILLRACE_RATE_LIMITS: 'off',
        })
      service = await start()
      const id = await execute(await create(BUSY), INPUT)
      await until('a step', async () => (await stepsOf(id)) > 0)
      service.signal('SIGKILL')
      await service.finished
      service = await start()
      return id
    }

    async function create(workflow: object): Promise<string> {
      const { status, body } = await service.request<{ id: string }>('POST', '/v1/workflows', {
        key,
        body: workflow,
      })
      assert.equal(status, 201, JSON.stringify(body.error))
      return body.data.id
    }

    async function execute(workflow: string, input: object): Promise<string> {
      const path = `/v1/workflows/${workflow}/execute`
      const { status, body } = await service.request<{ execution_id: string }>('POST', path, {
        key,
        body: { input },
      })
      assert.equal(status, 202, JSON.stringify(body.error))
      return body.data.execution_id
    }

    async function stepsOf(id: string): Promise<number> {
      const { body } = await service.request<object[]>('GET', `/v1/executions/${id}/steps?limit=1`, { key })
      return body.data.length
    }

    async function read(id: string): Promise<ExecutionData> {
      return (await service.request<ExecutionData>('GET', `/v1/executions/${id}`, { key })).body.data
    }

    it('answers while the run goes on, and cancels it', async () => {
      const id = await killDuringRun({ MILLRACE_RUN_CPU_SECONDS: '0' })
      await service.logged('interrupted executions taken over')
      assert.equal((await service.request('GET', '/livez')).status, 200)
      assert.equal((await service.request('GET', '/readyz')).status, 200)
      const headers = { prefer: 'wait=60' }
      const path = `/v1/workflows/${await create(SHORT)}/execute`
      const short = await service.request<ExecutionData>('POST', path, { key, headers })
      assert.deepEqual([short.status, short.body.data.status], [200, 'completed'])
      assert.equal((await read(id)).status, 'running')

      assert.equal((await service.request('POST', `/v1/executions/${id}/cancel`, { key })).status, 200)
      const { status, error } = await read(id)
      assert.deepEqual([status, error?.code], ['failed', 'CANCELLED'])
      service.signal('SIGTERM')
      assert.equal((await service.finished).code, 0)
    })

    if (store === 'PostgreSQL') return
    it('fails the run with the reason when its computing time is used up', async () => {
      const id = await killDuringRun({ MILLRACE_RUN_CPU_SECONDS: '3' })
      let run = await read(id)
      await until('the end of the run', async () => {
        run = await read(id)
        return run.status !== 'running'
      })
      assert.equal(run.error?.code, 'TOO_MUCH_COMPUTING')
      assert.match(run.error?.message ?? '', /^The run has computed for more than 3 s\. /)
    })
  })
}

describe('A service that starts', () => {
  it('opens its port before it resumes anything', async () => {
    const dataFolder = await newDataFolder()
    const service = await ServiceProcess.start({ ...dataFolder.settings, MILLRACE_API_KEY: key })
    await service.logged('service started')
    service.signal('SIGTERM')
    const { stderr } = await service.finished
    await dataFolder.destroy()
    const [listening, started] = [stderr.indexOf('Server listening'), stderr.indexOf('service started')]
    assert.ok(listening >= 0 && listening < started, stderr)
  })
})
