import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { LOST, SharedService } from '../testing/shared-service.ts'

describe('Workers that share a PostgreSQL database, after one of them is gone,', () => {
  let shared: SharedService
  before(async () => {
    shared = await SharedService.start()
  })
  afterEach(() => shared.endWorkers())
  after(() => shared.destroy())

  it('take over the runs of a killed worker, with the same Idempotency-Key', async () => {
    const first = await shared.startWorker()
    const id = await shared.accept({ nodes: [shared.call('a', '/slow')] })
    const cutOff = await shared.untilCalled('/slow')
    await shared.startWorker()
    first.signal('SIGKILL')
    const again = await shared.untilCalled('/slow', 2)
    assert.equal(again.idempotencyKey, cutOff.idempotencyKey)
    again.answer('second')
    const { output } = await shared.untilStatus(id, 'completed')
    assert.equal((output as { body: unknown }).body, 'second')
  })

  it('ignore the late result of a worker whose lease had expired', async () => {
    const first = await shared.startWorker()
    const id = await shared.accept({ nodes: [shared.call('a', '/slow')] })
    const late = await shared.untilCalled('/slow')
    const second = await shared.startWorker()
    first.signal('SIGSTOP')
    ;(await shared.untilCalled('/slow', 2)).answer('in time')
    const ended = await shared.untilStatus(id, 'completed')
    assert.equal((ended.output as { body: unknown }).body, 'in time')

    late.answer('too late')
    first.signal('SIGCONT')
    await first.logged(LOST)
    assert.deepEqual(await shared.read(id), ended)

    second.signal('SIGTERM')
    assert.equal((await second.finished).code, 0)
    const next = await shared.accept({ nodes: [{ id: 'a', type: 'return', data: { value: { ok: true } } }] })
    assert.deepEqual((await shared.untilStatus(next, 'completed')).output, { ok: true })
  })

  it('take over the run of a worker that stopped in the middle of a transaction', async () => {
    const first = await shared.startWorker()
    const journal = await shared.lockTable('execution_journal')
    const id = await shared.accept({ nodes: [{ id: 'a', type: 'delay', data: { seconds: 1.5 } }] })
    await journal.untilAwaited()
    first.signal('SIGSTOP')
    await journal.release()
    await shared.startWorker()
    await shared.untilStatus(id, 'completed')
  })

  it('continue the runs that a stopping worker hands over', async () => {
    const first = await shared.startWorker()
    const id = await shared.accept({ nodes: [shared.call('a', '/slow')] })
    const cutOff = await shared.untilCalled('/slow')
    await shared.startWorker()
    first.signal('SIGTERM')
    const again = await shared.untilCalled('/slow', 2)
    assert.ok(cutOff.isClosed, 'it was given up before it was repeated')
    again.answer('second')
    await shared.untilStatus(id, 'completed')
    assert.equal((await first.finished).code, 0)
  })
})
