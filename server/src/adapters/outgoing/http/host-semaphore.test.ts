import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { HostSemaphore } from './host-semaphore.ts'
import { OutgoingError } from '../dial/outgoing-error.ts'

const never = new AbortController().signal

describe('host semaphore', () => {
  it('Requests to a host get slots in order of arrival, up to the limit', async () => {
    const semaphore = new HostSemaphore(2)
    const order: number[] = []
    const acquired = [0, 1, 2, 3].map(async (n) => {
      const release = await semaphore.acquire('a.example', never)
      order.push(n)
      return release
    })
    const [first, second] = [await acquired[0], await acquired[1]]
    assert.deepEqual(order, [0, 1])
    second?.()
    ;(await acquired[2])?.()
    ;(await acquired[3])?.()
    first?.()
    assert.deepEqual(order, [0, 1, 2, 3])
  })

  it('A busy host does not delay requests to another host', async () => {
    const semaphore = new HostSemaphore(1)
    const release = await semaphore.acquire('a.example', never)
    let isBlocked = true
    const second = semaphore.acquire('a.example', never).then(() => {
      isBlocked = false
    })
    await semaphore.acquire('b.example', never)
    await new Promise(setImmediate)
    assert.equal(isBlocked, true)
    release()
    await second
  })

  it('A request that waits past its deadline fails with the reason', async () => {
    const semaphore = new HostSemaphore(1)
    await semaphore.acquire('a.example', never)
    const late = new AbortController()
    const waiting = semaphore.acquire('a.example', late.signal)
    late.abort(new OutgoingError('timeout', 'No complete response within 5 ms.'))
    await assert.rejects(waiting, {
      reason: 'timeout',
      sent: false,
      message:
        'The request was not sent before its deadline: 1 other request to a.example was in progress. An operator can raise the limit with MILLRACE_HOST_CONCURRENCY.',
    })
    await assert.rejects(semaphore.acquire('a.example', late.signal), { reason: 'timeout' })
  })

  it('Slots never exceed the limit, and none is lost, whatever the order of releases and cancellations', async () => {
    const step = fc.oneof(
      fc.constant('acquire' as const),
      fc.constant('release' as const),
      fc.constant('cancel' as const),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, limit) => {
          const semaphore = new HostSemaphore(limit)
          const held: (() => void)[] = []
          const waiting: AbortController[] = []
          const acquire = async () => {
            const cancellation = new AbortController()
            waiting.push(cancellation)
            try {
              held.push(await semaphore.acquire('a.example', cancellation.signal))
            } catch (error) {
              if (!(error instanceof OutgoingError)) throw error
            }
            waiting.splice(waiting.indexOf(cancellation), 1)
          }
          const all: Promise<void>[] = []
          for (const one of steps) {
            if (one === 'acquire') all.push(acquire())
            else if (one === 'release') held.shift()?.()
            else waiting.at(-1)?.abort(new OutgoingError('aborted', 'Gone.'))
            await new Promise(setImmediate)
            assert.ok(held.length <= limit)
            if (waiting.length > 0) assert.equal(held.length, limit)
          }
          while (held.length > 0) {
            held.shift()?.()
            await new Promise(setImmediate)
          }
          await Promise.all(all)
          assert.equal(waiting.length, 0)
        },
      ),
      { numRuns: 50 },
    )
  })
})
