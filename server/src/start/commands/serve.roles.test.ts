import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import type { JsonObject } from '#domain/json.ts'
import { type DataPlace, newDataPlace } from '../testing/data-place.ts'
import { OutsideServer } from '../testing/outside-server.ts'
import { runProgram, ServiceProcess } from '../testing/program.ts'

const key = 'test-'.repeat(6)
const DEADLINE_MS = 20_000
const POLL_MS = 50
const LOST = 'an execution was ended or taken over elsewhere'

interface ExecutionData {
  readonly id: string
  readonly status: string
  readonly output: unknown
  readonly error: { readonly code: string } | null
}

interface Drawing {
  readonly nodes: readonly JsonObject[]
  readonly edges?: readonly JsonObject[]
}

describe('several processes on one PostgreSQL', () => {
  let place: DataPlace
  let outside: OutsideServer
  let started: ServiceProcess[]
  let api: ServiceProcess
  before(async () => {
    place = await newDataPlace('PostgreSQL')
    api = await ServiceProcess.startHasty({
      ...place.settings,
      MILLRACE_ROLE: 'api',
      MILLRACE_API_KEY: key,
      MILLRACE_RATE_LIMITS: 'off',
    })
  })
  beforeEach(async () => {
    outside = await OutsideServer.start()
    started = []
  })
  afterEach(async () => {
    for (const worker of started) await worker.end()
    await outside.close()
  })
  after(async () => {
    await api.end()
    await place.destroy()
  })

  async function startWorker(): Promise<ServiceProcess> {
    const settings = { ...place.settings, MILLRACE_ROLE: 'worker', MILLRACE_EGRESS_ALLOW: '127.0.0.1' }
    const worker = await ServiceProcess.startHasty(settings)
    started.push(worker)
    return worker
  }

  async function accept(drawing: Drawing, input: JsonObject = {}): Promise<string> {
    const body = { name: 'Test', edges: [], ...drawing }
    const made = await api.request<{ id: string }>('POST', '/v1/workflows', { key, body })
    assert.equal(made.status, 201)
    return execute(made.body.data.id, input)
  }

  async function execute(workflow: string, input: JsonObject): Promise<string> {
    const path = `/v1/workflows/${workflow}/execute`
    const answer = await api.request<{ execution_id: string }>('POST', path, { key, body: { input } })
    assert.equal(answer.status, 202)
    return answer.body.data.execution_id
  }

  async function read(id: string): Promise<ExecutionData> {
    const answer = await api.request<ExecutionData>('GET', `/v1/executions/${id}`, { key })
    assert.equal(answer.status, 200)
    return answer.body.data
  }

  async function signal(id: string, event: string, data: JsonObject): Promise<void> {
    const answer = await api.request('POST', `/v1/executions/${id}/signal`, { key, body: { event, data } })
    assert.ok(answer.status < 300, `the signal was answered ${answer.status}`)
  }

  const untilStatus = (id: string, status: string) =>
    until(`${id} to be ${status}`, async () => {
      const execution = await read(id)
      return execution.status === status ? execution : undefined
    })
  const call = (id: string, path: string): JsonObject => ({
    id,
    type: 'http',
    data: { method: 'POST', url: `${outside.url}${path}` },
  })
  const untilCalled = (path: string, times = 1) =>
    until(`call ${times} of ${path}`, async () => outside.callsTo(path)[times - 1])

  it('share the work: what an api accepts waits for a worker, which runs it', async () => {
    const id = await accept(
      { nodes: [{ id: 'a', type: 'set', data: { values: { n: '{{ input.n }}' } } }] },
      { n: 7 },
    )
    assert.equal((await read(id)).status, 'running')
    await startWorker()
    assert.deepEqual((await untilStatus(id, 'completed')).output, { n: 7 })
  })

  it('tell their role, and a worker serves nothing that needs a key, makes none and prints none', async () => {
    const worker = await startWorker()
    for (const [service, role] of [
      [api, 'api'],
      [worker, 'worker'],
    ] as const) {
      const ready = await service.request('GET', '/readyz')
      assert.deepEqual([ready.status, ready.body], [200, { status: 'ready', role }])
      await service.logged(`"role":"${role}"`)
      assert.match(service.stdout, new RegExp(`^ {2}Role +${role}: `, 'm'))
    }
    assert.match(api.stdout, /\/setup\?token=/)
    assert.doesNotMatch(worker.stdout, /setup|mr_|\/v1|\/docs/)
    assert.equal((await worker.request('GET', '/livez')).status, 200)
    assert.equal((await fetch(`${worker.url}/metrics`)).status, 200)
    for (const path of [
      '/v1/workflows',
      '/',
      '/docs',
      '/openapi.json',
      '/app/session',
      '/setup',
      '/v1/%ff',
    ]) {
      const answer = await worker.request('GET', path, { key, headers: { accept: 'text/html' } })
      assert.equal(answer.status, path === '/v1/%ff' ? 400 : 404, path)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    }
    const refused = await worker.request('POST', '/v1/workflows', { key, body: {} })
    assert.equal(refused.body.error.code, 'NOT_FOUND')
  })

  it('answer Prefer: wait through the api with what a worker made of it', async () => {
    await startWorker()
    const made = await api.request<{ id: string }>('POST', '/v1/workflows', {
      key,
      body: {
        name: 'Test',
        nodes: [{ id: 'a', type: 'return', data: { value: { n: '{{ input.n }}' } } }],
        edges: [],
      },
    })
    const path = `/v1/workflows/${made.body.data.id}/execute`
    for (let n = 0; n < 5; n += 1) {
      const headers = { prefer: 'wait=20' }
      const answer = await api.request<ExecutionData>('POST', path, { key, headers, body: { input: { n } } })
      assert.deepEqual([answer.status, answer.body.data.output], [200, { n }])
    }
  })

  it('take over what a killed worker left, with the same Idempotency-Key', async () => {
    const first = await startWorker()
    const id = await accept({ nodes: [call('a', '/slow')] })
    const cutOff = await untilCalled('/slow')
    await startWorker()
    first.signal('SIGKILL')
    const again = await untilCalled('/slow', 2)
    assert.equal(again.idempotencyKey, cutOff.idempotencyKey)
    again.answer('second')
    const { output } = await untilStatus(id, 'completed')
    assert.equal((output as { body: unknown }).body, 'second')
  })

  it('fence out a worker that was believed dead and comes back: its late result changes nothing', async () => {
    const first = await startWorker()
    const id = await accept({ nodes: [call('a', '/slow')] })
    const late = await untilCalled('/slow')
    const second = await startWorker()
    first.signal('SIGSTOP')
    ;(await untilCalled('/slow', 2)).answer('in time')
    const ended = await untilStatus(id, 'completed')
    assert.equal((ended.output as { body: unknown }).body, 'in time')

    late.answer('too late')
    first.signal('SIGCONT')
    await first.logged(LOST)
    assert.deepEqual(await read(id), ended)

    second.signal('SIGTERM')
    assert.equal((await second.finished).code, 0)
    const next = await accept({ nodes: [{ id: 'a', type: 'return', data: { value: { ok: true } } }] })
    assert.deepEqual((await untilStatus(next, 'completed')).output, { ok: true })
  })

  it('go on with what a worker hands over when it is told to stop', async () => {
    const first = await startWorker()
    const id = await accept({ nodes: [call('a', '/slow')] })
    const cutOff = await untilCalled('/slow')
    await startWorker()
    first.signal('SIGTERM')
    const again = await untilCalled('/slow', 2)
    assert.ok(cutOff.isOver, 'it was given up before it was repeated')
    again.answer('second')
    await untilStatus(id, 'completed')
    assert.equal((await first.finished).code, 0)
  })

  it('abort the call in flight in a worker when the run is cancelled through the api', async () => {
    const worker = await startWorker()
    const id = await accept({
      nodes: [call('a', '/slow'), call('b', '/next')],
      edges: [{ source: 'a', target: 'b' }],
    })
    const slow = await untilCalled('/slow')
    const cancelled = await api.request<ExecutionData>('POST', `/v1/executions/${id}/cancel`, { key })
    assert.equal(cancelled.status, 200)
    await until('the call to be given up', async () => slow.isOver || undefined)
    await worker.logged(LOST)
    const { status, error } = await read(id)
    assert.deepEqual([status, error?.code], ['failed', 'CANCELLED'])
    assert.deepEqual(outside.callsTo('/next'), [])
  })

  it('wake a run that a worker parked with a signal sent through the api', async () => {
    await startWorker()
    const id = await accept({ nodes: [{ id: 'a', type: 'wait', data: { for: 'event', event: 'paid' } }] })
    await untilStatus(id, 'pending')
    await signal(id, 'paid', { amount: 5 })
    assert.deepEqual((await untilStatus(id, 'completed')).output, { amount: 5 })
  })

  it('bring a signal sent through the api to a run that is active in a worker', async () => {
    await startWorker()
    const id = await accept({
      nodes: [
        call('a', '/slow'),
        { id: 'b', type: 'wait', data: { for: 'event', event: 'paid' } },
        call('c', '/next'),
      ],
      edges: [{ source: 'b', target: 'c' }],
    })
    const slow = await untilCalled('/slow')
    await signal(id, 'paid', {})
    const next = await untilCalled('/next')
    assert.equal(slow.isOver, false)
    next.answer('c')
    slow.answer('a')
    await untilStatus(id, 'completed')
  })

  it('fire every timer once, however many workers there are', async () => {
    await Promise.all([startWorker(), startWorker()])
    outside.answerAtOnce = () => 'thanks'
    const made = await api.request<{ id: string }>('POST', '/v1/workflows', {
      key,
      body: {
        name: 'Test',
        nodes: [
          { id: 'pause', type: 'delay', data: { seconds: 1.5 } },
          { ...call('tell', ''), data: { method: 'POST', url: `${outside.url}/{{ input.n }}` } },
        ],
        edges: [{ source: 'pause', target: 'tell' }],
      },
    })
    const numbers = Array.from({ length: 40 }, (_, n) => n)
    const ids = await Promise.all(numbers.map((n) => execute(made.body.data.id, { n })))
    for (const id of ids) await untilStatus(id, 'completed')
    assert.deepEqual(outside.calls.map(({ path }) => path).toSorted(), numbers.map((n) => `/${n}`).toSorted())
  })
})

describe('a process with a part of the work on SQLite', () => {
  for (const role of ['api', 'worker']) {
    it(`is refused in a sentence: ${role}`, async () => {
      const place = await newDataPlace()
      const { code, stderr } = await runProgram(['serve'], { ...place.settings, MILLRACE_ROLE: role })
      await place.destroy()
      assert.equal(code, 2)
      assert.equal(
        stderr,
        `MILLRACE_ROLE (--role): ${role} needs PostgreSQL (DATABASE_URL), which several processes can share; on SQLite one process does all\n`,
      )
    })
  }
})

/** Asks until there is an answer, or the deadline has passed. */
async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > deadline) assert.fail(`Waited in vain for ${what}.`)
    await setTimeout(POLL_MS)
  }
}
