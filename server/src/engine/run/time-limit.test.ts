import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TimeLimit } from './time-limit.ts'

/** A clock that moves only when it is told to. */
function manualTime() {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  return {
    now: () => now,
    after(ms: number, callback: () => void) {
      const timer = { at: now + ms, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    pass(ms: number) {
      now += ms
      for (const timer of timers) {
        if (timer.at > now) continue
        timers.delete(timer)
        timer.callback()
      }
    },
    get timers() {
      return timers.size
    },
  }
}

function startLimit(ms: number) {
  const time = manualTime()
  const limit = new TimeLimit(ms, time.now)
  const state = { expired: 0 }
  return { time, limit, state, start: () => limit.start(time, () => (state.expired += 1)) }
}

describe('TimeLimit', () => {
  it('The time expires once, unless the limit is ended before', () => {
    const { time, state, start } = startLimit(100)
    start()
    time.pass(99)
    assert.equal(state.expired, 0)
    time.pass(1)
    time.pass(1_000)
    assert.equal(state.expired, 1)
    const other = startLimit(100)
    other.start()()
    other.time.pass(1_000)
    assert.deepEqual([other.state.expired, other.time.timers], [0, 0])
  })

  it('A wait before the start does not count', () => {
    const { time, limit, state, start } = startLimit(100)
    const resume = limit.suspend()
    start()
    time.pass(1_000_000)
    resume()
    time.pass(99)
    assert.equal(state.expired, 0)
    time.pass(1)
    assert.equal(state.expired, 1)
  })

  it('Several waits do not count, also if they overlap, and ending one twice changes nothing', () => {
    const { time, limit, state, start } = startLimit(100)
    start()
    time.pass(40)
    const [first, second] = [limit.suspend(), limit.suspend()]
    time.pass(500)
    first()
    first()
    time.pass(500)
    assert.deepEqual([state.expired, time.timers], [0, 0])
    second()
    time.pass(59)
    assert.equal(state.expired, 0)
    time.pass(1)
    assert.equal(state.expired, 1)
  })

  it('A wait that ends after the limit was ended starts no timer', () => {
    const { time, limit, start } = startLimit(100)
    const resume = limit.suspend()
    const end = start()
    end()
    resume()
    assert.equal(time.timers, 0)
  })
})
