import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { HashingSemaphore } from './hashing-semaphore.ts'

describe('a turnstile', () => {
  it('lets no more through at once than it has places, and everybody in the end', async () => {
    const turnstile = new HashingSemaphore(2)
    let inside = 0
    let most = 0
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        turnstile.run(async () => {
          inside += 1
          most = Math.max(most, inside)
          order.push(index)
          await nextTurn()
          inside -= 1
        }),
      ),
    )
    assert.equal(most, 2)
    assert.deepEqual(
      order,
      Array.from({ length: 20 }, (_, index) => index),
    )
  })

  it('gives a place back when the work fails', async () => {
    const turnstile = new HashingSemaphore(1)
    await assert.rejects(
      turnstile.run(() => Promise.reject(new Error('no'))),
      /no/,
    )
    assert.equal(await turnstile.run(() => Promise.resolve('yes')), 'yes')
  })
})
