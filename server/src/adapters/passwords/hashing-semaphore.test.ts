import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { HashingSemaphore } from './hashing-semaphore.ts'

describe('hashing semaphore', () => {
  it('The semaphore runs at mostConcurrent as many calls concurrently as it has slots, in order of arrival', async () => {
    const semaphore = new HashingSemaphore(2)
    let running = 0
    let mostConcurrent = 0
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        semaphore.run(async () => {
          running += 1
          mostConcurrent = Math.max(mostConcurrent, running)
          order.push(index)
          await nextTurn()
          running -= 1
        }),
      ),
    )
    assert.equal(mostConcurrent, 2)
    assert.deepEqual(
      order,
      Array.from({ length: 20 }, (_, index) => index),
    )
  })

  it('A slot is released when the work fails', async () => {
    const semaphore = new HashingSemaphore(1)
    await assert.rejects(
      semaphore.run(() => Promise.reject(new Error('no'))),
      /no/,
    )
    assert.equal(await semaphore.run(() => Promise.resolve('yes')), 'yes')
  })
})
