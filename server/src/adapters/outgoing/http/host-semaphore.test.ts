import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { HostSemaphore } from './host-semaphore.ts'
import { OutgoingError } from '../dial/outgoing-error.ts'

const never = new AbortController().signal

describe('turns at a host', () => {
  it('come in the order of those who ask, so many at a time', async () => {
    const turns = new HostSemaphore(2)
    const order: number[] = []
    const entered = [0, 1, 2, 3].map(async (n) => {
      const leave = await turns.enter('a.example', never)
      order.push(n)
      return leave
    })
    const [first, second] = [await entered[0], await entered[1]]
    assert.deepEqual(order, [0, 1])
    second?.()
    ;(await entered[2])?.()
    ;(await entered[3])?.()
    first?.()
    assert.deepEqual(order, [0, 1, 2, 3])
  })

  it('are counted separately for each host', async () => {
    const turns = new HostSemaphore(1)
    const leaveA = await turns.enter('a.example', never)
    let hasEntered = false
    const waiting = turns.enter('a.example', never).then((leave) => {
      hasEntered = true
      return leave
    })
    const impatient = new AbortController()
    setImmediate(() => impatient.abort(new Error('b.example waits for a.example')))
    const leaveB = await turns.enter('b.example', impatient.signal)
    leaveB()
    await nextTurn()
    assert.equal(hasEntered, false, 'leaving b.example let a request in at a.example')
    leaveA()
    await waiting
    assert.equal(hasEntered, true)
  })

  it('end with the time of who waits, in words that say why', async () => {
    const turns = new HostSemaphore(1)
    await turns.enter('a.example', never)
    const late = new AbortController()
    const waiting = turns.enter('a.example', late.signal)
    late.abort(new OutgoingError('timeout', 'No complete answer within 5 ms.'))
    await assert.rejects(waiting, {
      reason: 'timeout',
      sent: false,
      message:
        "It was not this request's turn in time: 1 others to a.example were under way (MILLRACE_HOST_CONCURRENCY).",
    })
    await assert.rejects(turns.enter('a.example', late.signal), { reason: 'timeout' })
  })

  it('are never more than so many, and none is lost, whoever leaves or gives up when', async () => {
    const step = fc.oneof(
      fc.constant('enter' as const),
      fc.constant('leave' as const),
      fc.constant('give up' as const),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, most) => {
          const turns = new HostSemaphore(most)
          const inside: (() => void)[] = []
          const waiting: AbortController[] = []
          const enter = async () => {
            const patience = new AbortController()
            waiting.push(patience)
            try {
              inside.push(await turns.enter('a.example', patience.signal))
            } catch (error) {
              if (!(error instanceof OutgoingError)) throw error
            }
            waiting.splice(waiting.indexOf(patience), 1)
          }
          const all: Promise<void>[] = []
          for (const one of steps) {
            if (one === 'enter') all.push(enter())
            else if (one === 'leave') inside.shift()?.()
            else waiting.at(-1)?.abort(new OutgoingError('aborted', 'Gone.'))
            await new Promise(setImmediate)
            assert.ok(inside.length <= most)
            if (waiting.length > 0) assert.equal(inside.length, most)
          }
          while (inside.length > 0) {
            inside.shift()?.()
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
