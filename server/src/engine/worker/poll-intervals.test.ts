import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SINGLE_PROCESS_INTERVALS, DEFAULT_INTERVALS } from './poll-intervals.ts'

const TAKEN_OVER_WITHIN_MS = 20_000
const CANCELLED_WITHIN_MS = 10_000

describe('the intervals of an engine', () => {
  for (const [name, intervals] of Object.entries({ DEFAULT_INTERVALS, SINGLE_PROCESS_INTERVALS })) {
    it(`keeps what is promised of runs that are taken over or cancelled, with a beat to spare: ${name}`, () => {
      const { leaseTimeoutMs, heartbeatMs } = intervals
      // Dead just after a beat, noticed by a sweep just before the next one.
      assert.ok(leaseTimeoutMs + heartbeatMs + heartbeatMs <= TAKEN_OVER_WITHIN_MS)
      assert.ok(heartbeatMs + heartbeatMs <= CANCELLED_WITHIN_MS)
    })

    it(`lets a process miss two beats before it is believed dead: ${name}`, () => {
      assert.ok(intervals.leaseTimeoutMs >= 3 * intervals.heartbeatMs)
    })
  }
})
