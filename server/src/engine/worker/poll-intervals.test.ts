import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PACE_ALONE, USUAL_PACE } from './poll-intervals.ts'

const TAKEN_OVER_WITHIN_MS = 20_000
const CANCELLED_WITHIN_MS = 10_000

describe('the pace of an engine', () => {
  for (const [name, pace] of Object.entries({ USUAL_PACE, PACE_ALONE })) {
    it(`keeps what is promised of runs that are taken over or cancelled, with a beat to spare: ${name}`, () => {
      const { silenceMs, beatMs } = pace
      // Dead just after a beat, noticed by a sweep just before the next one.
      assert.ok(silenceMs + beatMs + beatMs <= TAKEN_OVER_WITHIN_MS)
      assert.ok(beatMs + beatMs <= CANCELLED_WITHIN_MS)
    })

    it(`lets a process miss two beats before it is believed dead: ${name}`, () => {
      assert.ok(pace.silenceMs >= 3 * pace.beatMs)
    })
  }
})
