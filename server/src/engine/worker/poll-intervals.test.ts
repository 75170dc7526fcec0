import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SINGLE_PROCESS_INTERVALS, DEFAULT_INTERVALS } from './poll-intervals.ts'

const MAX_TAKEOVER_MS = 20_000
const MAX_CANCELLATION_MS = 10_000

describe('Poll intervals', () => {
  for (const [name, intervals] of Object.entries({ DEFAULT_INTERVALS, SINGLE_PROCESS_INTERVALS })) {
    it(`The intervals keep the promised times of takeover and cancellation with a heartbeat to spare: ${name}`, () => {
      const { leaseTimeoutMs, heartbeatMs } = intervals
      // The worst case: a process dies right after a heartbeat, and a sweep runs right before its lease expires.
      assert.ok(leaseTimeoutMs + heartbeatMs + heartbeatMs <= MAX_TAKEOVER_MS)
      assert.ok(heartbeatMs + heartbeatMs <= MAX_CANCELLATION_MS)
    })

    it(`A process can miss two heartbeats before its lease expires: ${name}`, () => {
      assert.ok(intervals.leaseTimeoutMs >= 3 * intervals.heartbeatMs)
    })
  }
})
