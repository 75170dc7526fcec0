import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MemoryLocalQueue } from './memory-local-queue.ts'

const nextTurn = () => new Promise(setImmediate)

/** A handler whose calls the test completes. */
function makeHandler() {
  const begun: string[] = []
  const finish = new Map<string, () => void>()
  const handle = ({ id }: { id: string }) =>
    new Promise<void>((resolve) => {
      begun.push(id)
      finish.set(id, resolve)
    })
  return { begun, finish: (id: string) => finish.get(id)?.(), handle }
}

describe('local queue', () => {
  it('The queue passes on executions in order, including those enqueued before the start', async () => {
    const { begun, handle } = makeHandler()
    const localQueue = new MemoryLocalQueue()
    localQueue.enqueue({ id: 'early' })
    localQueue.start(handle)
    localQueue.enqueue({ id: 'a' })
    localQueue.enqueue({ id: 'b' })
    assert.deepEqual(begun, [], 'not within the call that enqueues')
    await nextTurn()
    assert.deepEqual(begun, ['early', 'a', 'b'])
  })

  it('The queue passes on the data with which an execution was enqueued', async () => {
    const localQueue = new MemoryLocalQueue()
    const due = { id: 'a', fresh: { id: 'a' } as never }
    const seen: unknown[] = []
    localQueue.start(async (given) => void seen.push(given))
    localQueue.enqueue(due)
    await nextTurn()
    assert.deepEqual(seen, [due])
  })

  it('The queue respects its concurrency limit', async () => {
    const { begun, finish, handle } = makeHandler()
    const localQueue = new MemoryLocalQueue(2)
    localQueue.start(handle)
    for (const id of ['a', 'b', 'c', 'd']) localQueue.enqueue({ id })
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    assert.deepEqual(begun, ['a', 'b'])
    finish('b')
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    assert.deepEqual(begun, ['a', 'b', 'c'])
    finish('a')
    finish('c')
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    assert.deepEqual(begun, ['a', 'b', 'c', 'd'])
  })

  it('Executions that have to be loaded are spread over turns of the event loop; others start together', async () => {
    const { begun, handle } = makeHandler()
    const localQueue = new MemoryLocalQueue()
    localQueue.start(handle)
    for (let count = 0; count < 30; count += 1) {
      localQueue.enqueue({ id: 'known', fresh: {} as never })
      localQueue.enqueue({ id: 'loaded' })
    }
    await nextTurn()
    assert.equal(begun.filter((id) => id === 'loaded').length, 25)
    assert.equal(begun.length, 51)
    await nextTurn()
    assert.equal(begun.length, 60)
  })

  it('Stopping waits for running calls and starts no more', async () => {
    const { begun, finish, handle } = makeHandler()
    const localQueue = new MemoryLocalQueue(2)
    localQueue.start(handle)
    for (const id of ['a', 'b', 'c']) localQueue.enqueue({ id })
    await nextTurn()
    let isStopped = false
    const stopping = localQueue.stop().then(() => (isStopped = true))
    finish('a')
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    assert.equal(isStopped, false)
    finish('b')
    await stopping
    localQueue.enqueue({ id: 'late' })
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    assert.deepEqual(begun, ['a', 'b'])
  })

  it('Stopping an idle queue resolves immediately and drops what was just enqueued', async () => {
    const { begun, handle } = makeHandler()
    const localQueue = new MemoryLocalQueue()
    localQueue.start(handle)
    localQueue.enqueue({ id: 'a' })
    await localQueue.stop()
    await nextTurn()
    assert.deepEqual(begun, [])
    await new MemoryLocalQueue().stop()
  })
})
