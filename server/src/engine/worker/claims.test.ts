import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LocalWorkNotifier } from '#adapters/index.ts'
import { Claims } from './claims.ts'
import { ManualTime } from '../testing/manual-time.ts'

const POLL_MS = 1_000
const noLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** Claims of an engine with a limited capacity, on a store with unowned executions. */
function open({ unowned = 0, capacity = 1_000 } = {}) {
  const time = new ManualTime()
  const workNotifier = new LocalWorkNotifier()
  const state = { unowned, capacity, enqueued: 0, pollLimits: [] as number[], failures: 0 }
  const claims = new Claims({
    claims: {
      async claim(_owner, limit) {
        state.pollLimits.push(limit)
        if (state.failures > 0) {
          state.failures -= 1
          throw new Error('the database is unavailable')
        }
        const count = Math.min(limit, state.unowned)
        state.unowned -= count
        return Array.from({ length: count }, (_, n) => String(n))
      },
    },
    workNotifier,
    scheduler: time,
    log: noLog,
    intervals: { workPollMs: POLL_MS },
    owner: 'me',
    enqueue() {
      state.enqueued += 1
      state.capacity -= 1
    },
    capacity: () => state.capacity,
  })
  return { claims, workNotifier, time, state }
}

/** Enough turns for the requested polls to finish. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
}

describe('Claims', () => {
  it('A start claims all unowned executions, batch after batch', async () => {
    const { claims, state } = open({ unowned: 250 })
    await claims.start()
    await settle()
    assert.deepEqual([state.enqueued, state.pollLimits], [250, [100, 100, 100]])
    await claims.stop()
  })

  it('Claims poll when they are notified, and after every poll interval', async () => {
    const { claims, workNotifier, time, state } = open()
    await claims.start()
    await settle()
    state.unowned = 1
    workNotifier.notify()
    await settle()
    assert.equal(state.enqueued, 1)
    state.unowned = 1
    time.advance(POLL_MS)
    await settle()
    assert.equal(state.enqueued, 2)
    await claims.stop()
  })

  it('Claims never exceed the capacity, and continue as soon as it allows a whole batch', async () => {
    const { claims, state } = open({ unowned: 300, capacity: 130 })
    await claims.start()
    await settle()
    assert.deepEqual([state.enqueued, state.capacity], [130, 0])
    state.capacity = 99
    claims.pollIfShort()
    await settle()
    assert.equal(state.enqueued, 130, 'a single run that leaves does not cause a poll')
    state.capacity = 100
    claims.pollIfShort()
    await settle()
    assert.equal(state.enqueued, 230)
    await claims.stop()
  })

  it('A run that leaves does not cause a poll when the last poll had the capacity for a whole batch', async () => {
    const { claims, state } = open({ unowned: 10 })
    await claims.start()
    await settle()
    const polls = state.pollLimits.length
    claims.pollIfShort()
    await settle()
    assert.equal(state.pollLimits.length, polls)
    await claims.stop()
  })

  it('A failed poll is retried after the poll interval, and nothing is claimed after a stop', async () => {
    const { claims, workNotifier, time, state } = open({ unowned: 1 })
    state.failures = 1
    await claims.start()
    await settle()
    assert.equal(state.enqueued, 0)
    time.advance(POLL_MS)
    await settle()
    assert.equal(state.enqueued, 1)
    await claims.stop()
    state.unowned = 1
    workNotifier.notify()
    claims.poll()
    time.advance(POLL_MS)
    await settle()
    assert.equal(state.enqueued, 1)
  })
})
