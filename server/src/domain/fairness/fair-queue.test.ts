import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FairQueue, type SlotResult } from './fair-queue.ts'

/** Asks for a slot and writes down who was served, in order. */
function recordServed(queue: FairQueue) {
  const served: string[] = []
  const refused: string[] = []
  const releases = new Map<string, () => void>()
  return {
    served,
    refused,
    async ask(name: string, signal?: AbortSignal): Promise<void> {
      void queue.acquire(name.slice(0, 1), signal).then((slot) => {
        if (!slot.ok) return refused.push(`${name} ${slot.reason}`)
        served.push(name)
        releases.set(name, slot.release)
        return undefined
      })
      await settled()
    },
    async release(name: string): Promise<void> {
      releases.get(name)?.()
      await settled()
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('fair queue', () => {
  it('One owner holds at most all slots but one', async () => {
    const queue = new FairQueue({ slots: 3, maxWaiting: 10 })
    const { served, ask } = recordServed(queue)
    for (const name of ['a1', 'a2', 'a3', 'a4']) await ask(name)
    assert.deepEqual(served, ['a1', 'a2'])
    assert.equal(queue.waiting, 2)
    await ask('b1')
    assert.deepEqual(served, ['a1', 'a2', 'b1'])
  })

  it('A single slot is handed out to any owner', async () => {
    const { served, ask, release } = recordServed(new FairQueue({ slots: 1, maxWaiting: 10 }))
    for (const name of ['a1', 'a2', 'b1']) await ask(name)
    assert.deepEqual(served, ['a1'])
    await release('a1')
    await release('b1')
    assert.deepEqual(served, ['a1', 'b1', 'a2'])
  })

  it('A free slot goes to the owner who holds the fewest, and each owner is served in its order', async () => {
    const { served, ask, release } = recordServed(new FairQueue({ slots: 3, maxWaiting: 10 }))
    for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'c1']) await ask(name)
    await release('a1')
    assert.deepEqual(served, ['a1', 'a2', 'b1', 'c1'])
    await release('c1')
    assert.deepEqual(served.slice(4), ['b2'], 'both hold one, and `a` had one more in the meantime')
    await release('b1')
    assert.deepEqual(served.slice(5), ['a3'])
  })

  it('Owners who come back again and again do not overtake one who waits', async () => {
    const { served, ask, release } = recordServed(new FairQueue({ slots: 1, maxWaiting: 10 }))
    await ask('b1')
    await ask('a1')
    await ask('c1')
    await release('b1')
    await ask('b2')
    await release('a1')
    assert.deepEqual(served, ['b1', 'a1', 'c1'])
    await ask('a2')
    await release('c1')
    await ask('c2')
    await release('b2')
    assert.deepEqual(served, ['b1', 'a1', 'c1', 'b2', 'a2'])
  })

  it('If too many wait, the newest request of the owner with the most makes way', async () => {
    const queue = new FairQueue({ slots: 1, maxWaiting: 3 })
    const { served, refused, ask, release } = recordServed(queue)
    for (const name of ['a1', 'a2', 'a3', 'a4']) await ask(name)
    assert.deepEqual(refused, [])
    await ask('a5')
    assert.deepEqual(refused, ['a5 full'])
    await ask('b1')
    assert.deepEqual(refused.slice(1), ['a4 full'])
    await ask('c1')
    assert.deepEqual(refused.slice(2), ['a3 full'])
    await ask('d1')
    assert.deepEqual(refused.slice(3), ['d1 full'], 'equal shares do not make way')
    await ask('a6')
    assert.deepEqual(refused.slice(4), ['a6 full'])
    for (const name of ['a1', 'b1', 'c1', 'a2']) await release(name)
    assert.deepEqual(served, ['a1', 'b1', 'c1', 'a2'])
    assert.equal(queue.held + queue.waiting, 0)
  })

  it('A request that is aborted while it waits is dropped', async () => {
    const queue = new FairQueue({ slots: 1, maxWaiting: 1 })
    const { served, refused, ask, release } = recordServed(queue)
    const controller = new AbortController()
    await ask('a1')
    await ask('b1', controller.signal)
    controller.abort()
    await settled()
    assert.deepEqual(refused, ['b1 aborted'])
    assert.equal(queue.waiting, 0)
    await ask('c1')
    await release('a1')
    assert.deepEqual(served, ['a1', 'c1'])
    await ask('d1', AbortSignal.abort())
    assert.deepEqual(refused, ['b1 aborted', 'd1 aborted'])
  })

  it('Aborting after a slot was handed out changes nothing, and a slot is released once', async () => {
    const queue = new FairQueue({ slots: 2, maxWaiting: 1 })
    const controller = new AbortController()
    const slots: SlotResult[] = [await queue.acquire('a', controller.signal), await queue.acquire('b')]
    controller.abort()
    assert.equal(queue.held, 2)
    const [first] = slots
    assert.ok(first?.ok)
    first.release()
    first.release()
    assert.equal(queue.held, 1)
  })

  it('Closing refuses those who wait and all who come later; held slots stay', async () => {
    const queue = new FairQueue({ slots: 1, maxWaiting: 5 })
    const { served, refused, ask, release } = recordServed(queue)
    for (const name of ['a1', 'a2', 'b1']) await ask(name)
    queue.close()
    await settled()
    await ask('c1')
    assert.deepEqual(refused, ['a2 closed', 'b1 closed', 'c1 closed'])
    assert.equal(queue.held, 1)
    await release('a1')
    assert.deepEqual(served, ['a1'])
    assert.equal(queue.held, 0)
  })
})
