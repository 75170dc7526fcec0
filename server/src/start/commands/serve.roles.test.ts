import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { newDataFolder } from '../testing/data-folder.ts'
import { runProgram, ServiceProcess } from '../testing/program.ts'
import { type ExecutionData, LOST, SharedService, until } from '../testing/shared-service.ts'

describe('Several processes on one PostgreSQL database', () => {
  let shared: SharedService
  before(async () => {
    shared = await SharedService.start()
  })
  afterEach(() => shared.endWorkers())
  after(() => shared.destroy())

  it('share the work: an api process accepts an execution, and a worker runs it', async () => {
    const id = await shared.accept(
      { nodes: [{ id: 'a', type: 'set', data: { values: { n: '{{ input.n }}' } } }] },
      { n: 7 },
    )
    assert.equal((await shared.read(id)).status, 'running')
    await shared.startWorker()
    assert.deepEqual((await shared.untilStatus(id, 'completed')).output, { n: 7 })
  })

  it('print their role; a worker serves no route that needs a key, and neither creates nor prints one', async () => {
    const worker = await shared.startWorker()
    for (const [service, role] of [
      [shared.api, 'api'],
      [worker, 'worker'],
    ] as const) {
      const ready = await service.request('GET', '/readyz')
      assert.deepEqual([ready.status, ready.body], [200, { status: 'ready', role }])
      await service.logged(`"role":"${role}"`)
      assert.match(service.stdout, new RegExp(`^ {2}Role +${role}: `, 'm'))
    }
    assert.match(shared.api.stdout, /\/setup\?token=/)
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
      const answer = await worker.request('GET', path, { key: shared.key, headers: { accept: 'text/html' } })
      assert.equal(answer.status, path === '/v1/%ff' ? 400 : 404, path)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    }
    const refused = await worker.request('POST', '/v1/workflows', { key: shared.key, body: {} })
    assert.equal(refused.body.error.code, 'NOT_FOUND')
  })

  it('answer Prefer: wait in the api process with the result of the worker', async () => {
    await shared.startWorker()
    const workflow = await shared.createWorkflow({
      nodes: [{ id: 'a', type: 'return', data: { value: { n: '{{ input.n }}' } } }],
    })
    const path = `/v1/workflows/${workflow}/execute`
    for (let n = 0; n < 5; n += 1) {
      const headers = { prefer: 'wait=20' }
      const answer = await shared.api.request<ExecutionData>('POST', path, {
        key: shared.key,
        headers,
        body: { input: { n } },
      })
      assert.deepEqual([answer.status, answer.body.data.output], [200, { n }])
    }
  })

  it('abort the request in flight in a worker when the api process cancels the run', async () => {
    const worker = await shared.startWorker()
    const id = await shared.accept({
      nodes: [shared.call('a', '/slow'), shared.call('b', '/next')],
      edges: [{ source: 'a', target: 'b' }],
    })
    const slow = await shared.untilCalled('/slow')
    const cancelled = await shared.api.request<ExecutionData>('POST', `/v1/executions/${id}/cancel`, {
      key: shared.key,
    })
    assert.equal(cancelled.status, 200)
    await until('the call to be given up', async () => slow.isClosed || undefined)
    await worker.logged(LOST)
    const { status, error } = await shared.read(id)
    assert.deepEqual([status, error?.code], ['failed', 'CANCELLED'])
    assert.deepEqual(shared.outside.callsTo('/next'), [])
  })

  it('resume a parked run of a worker with a signal sent to the api process', async () => {
    await shared.startWorker()
    const id = await shared.accept({
      nodes: [{ id: 'a', type: 'wait', data: { for: 'event', event: 'paid' } }],
    })
    await shared.untilStatus(id, 'pending')
    await shared.signal(id, 'paid', { amount: 5 })
    assert.deepEqual((await shared.untilStatus(id, 'completed')).output, { amount: 5 })
  })

  it('deliver a signal sent to the api process to an active run of a worker', async () => {
    await shared.startWorker()
    const id = await shared.accept({
      nodes: [
        shared.call('a', '/slow'),
        { id: 'b', type: 'wait', data: { for: 'event', event: 'paid' } },
        shared.call('c', '/next'),
      ],
      edges: [{ source: 'b', target: 'c' }],
    })
    const slow = await shared.untilCalled('/slow')
    await shared.signal(id, 'paid', {})
    const next = await shared.untilCalled('/next')
    assert.equal(slow.isClosed, false)
    next.answer('c')
    slow.answer('a')
    await shared.untilStatus(id, 'completed')
  })

  it('fire every timer once, with any number of workers', async () => {
    await Promise.all([shared.startWorker(), shared.startWorker()])
    shared.outside.answerAtOnce = () => 'thanks'
    const workflow = await shared.createWorkflow({
      nodes: [{ id: 'pause', type: 'delay', data: { seconds: 1.5 } }, shared.call('tell', '/{{ input.n }}')],
      edges: [{ source: 'pause', target: 'tell' }],
    })
    const numbers = Array.from({ length: 40 }, (_, n) => n)
    const ids = await Promise.all(numbers.map((n) => shared.execute(workflow, { n })))
    for (const id of ids) await shared.untilStatus(id, 'completed')
    assert.deepEqual(
      shared.outside.calls.map(({ path }) => path).toSorted(),
      numbers.map((n) => `/${n}`).toSorted(),
    )
  })
})

describe('A worker that starts first on an empty database', () => {
  it('leaves the first account, its key and the link for the owner to a process that can print them', async () => {
    const place = await newDataFolder('PostgreSQL')
    const worker = await ServiceProcess.start({ ...place.settings, MILLRACE_ROLE: 'worker' })
    const api = await ServiceProcess.start({ ...place.settings, MILLRACE_ROLE: 'api' })
    try {
      assert.equal(worker.printedKey, undefined)
      const key = api.printedKey ?? assert.fail('no key was printed')
      assert.match(api.stdout, /\/setup\?token=/)
      assert.equal((await api.request('GET', '/v1/workflows', { key })).status, 200)
    } finally {
      await worker.end()
      await api.end()
      await place.destroy()
    }
  })
})

describe('A process with the role api or worker on SQLite', () => {
  for (const role of ['api', 'worker']) {
    it(`is refused in one line: ${role}`, async () => {
      const place = await newDataFolder()
      const { code, stderr } = await runProgram(['serve'], { ...place.settings, MILLRACE_ROLE: role })
      await place.destroy()
      assert.equal(code, 2)
      assert.equal(
        stderr,
        `MILLRACE_ROLE (--process-role): ${role} needs PostgreSQL (DATABASE_URL), which several processes can share; on SQLite the only role is all\n`,
      )
    })
  }
})
