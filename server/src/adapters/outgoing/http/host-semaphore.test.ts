import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { HostSemaphore } from './host-semaphore.ts'
import { OutgoingError } from '../dial/outgoing-error.ts'

const never = new AbortController().signal

describe('host semaphore', () => {
  it('Requests of an account to a host get slots in order of arrival, up to the limit', async () => {
    const semaphore = new HostSemaphore(3)
    const order: number[] = []
    const acquired = [0, 1, 2, 3].map(async (n) => {
      const release = await semaphore.acquire('a.example', 'one', never)
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
    const release = await semaphore.acquire('a.example', 'one', never)
    let isBlocked = true
    const second = semaphore.acquire('a.example', 'one', never).then(() => {
      isBlocked = false
    })
    await semaphore.acquire('b.example', 'one', never)
    await new Promise(setImmediate)
    assert.equal(isBlocked, true)
    release()
    await second
  })

  it('A request that is cancelled while it waits is dropped', async () => {
    const semaphore = new HostSemaphore(1, 1)
    const release = await semaphore.acquire('a.example', 'one', never)
    const cancelled = new AbortController()
    const waiting = semaphore.acquire('a.example', 'one', cancelled.signal)
    cancelled.abort(new OutgoingError('aborted', 'The call was cancelled.'))
    await assert.rejects(waiting, { reason: 'aborted', sent: false })
    await assert.rejects(semaphore.acquire('a.example', 'one', cancelled.signal), { reason: 'aborted' })
    const next = semaphore.acquire('a.example', 'one', never)
    release()
    ;(await next)()
  })

  it('One account leaves a slot of a host to others, and accounts take turns', async () => {
    const semaphore = new HostSemaphore(3)
    const served: string[] = []
    const ask = async (name: string) => {
      const release = await semaphore.acquire('a.example', name.slice(0, 1), never)
      served.push(name)
      return release
    }
    const [a1, a2, a3, a4] = ['a1', 'a2', 'a3', 'a4'].map(ask)
    const [b1, b2] = ['b1', 'b2'].map(ask)
    await Promise.all([a1, a2, b1])
    assert.deepEqual(served, ['a1', 'a2', 'b1'])
    ;(await a1)?.()
    ;(await a2)?.()
    await Promise.all([a3, b2])
    ;(await b1)?.()
    ;(await a3)?.()
    await a4
    assert.deepEqual(served.slice(3, 5).sort(), ['a3', 'b2'])
  })

  it('If too many requests wait for a host, the next fails as busy', async () => {
    const semaphore = new HostSemaphore(1, 1)
    const release = await semaphore.acquire('a.example', 'one', never)
    const waiting = semaphore.acquire('a.example', 'one', never)
    await assert.rejects(semaphore.acquire('a.example', 'one', never), {
      reason: 'busy',
      sent: false,
      message:
        'The request was not sent, because too many other requests to a.example wait already. Try again later, or set `retry` on the node. An operator can raise the number of concurrent requests with MILLRACE_HOST_CONCURRENCY.',
    })
    ;(await semaphore.acquire('b.example', 'one', never))()
    release()
    ;(await waiting)()
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
          let asked = 0
          const held: (() => void)[] = []
          const waiting: AbortController[] = []
          const acquire = async () => {
            const cancellation = new AbortController()
            waiting.push(cancellation)
            try {
              held.push(await semaphore.acquire('a.example', `${(asked += 1)}`, cancellation.signal))
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
