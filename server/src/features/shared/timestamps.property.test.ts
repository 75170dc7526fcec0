import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { timestamp } from './timestamps.ts'

/** The largest time that a date can have, in both directions. */
const LIMIT = 8.64e15

describe('timestamps', () => {
  it('Every time is written as a date writes it, whatever was written before', () => {
    const near = fc.integer({ min: -3_000, max: 3_000 })
    const anywhere = fc.integer({ min: -LIMIT, max: LIMIT })
    fc.assert(
      fc.property(anywhere, fc.array(near, { minLength: 1 }), (start, offsets) => {
        for (const offset of offsets) {
          const at = Math.max(-LIMIT, Math.min(LIMIT, start + offset))
          assert.equal(timestamp(at), new Date(at).toISOString())
        }
      }),
    )
  })

  it('What is no time is refused, and what has fractions is cut off', () => {
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => timestamp(at), RangeError)
    }
    assert.equal(timestamp(0), '1970-01-01T00:00:00.000Z')
    assert.equal(timestamp(1.9), '1970-01-01T00:00:00.001Z')
    assert.equal(timestamp(2), '1970-01-01T00:00:00.002Z')
  })
})
