import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { JsonValue } from '../shared/json.ts'
import { pauseAfter, readRetry } from './retry-policy.ts'

function read(raw: JsonValue) {
  const complaints: string[] = []
  const policy = readRetry(raw, (message, parameter) => complaints.push(`${parameter} ${message}`))
  return { policy, complaints }
}

describe('retry policy', () => {
  it('There is no retry policy by default', () => {
    for (const raw of [null, false]) assert.deepEqual(read(raw), { policy: undefined, complaints: [] })
  })

  it('Missing fields get default values', () => {
    assert.deepEqual(read({ max_attempts: 5 }).policy, {
      maxAttempts: 5,
      initialMs: 1_000,
      factor: 2,
      maxMs: 300_000,
      jitter: 0.2,
    })
  })

  it('jitter can be true, false or a share', () => {
    assert.equal(read({ jitter: true }).policy?.jitter, 0.2)
    assert.equal(read({ jitter: false }).policy?.jitter, 0)
    assert.equal(read({ jitter: 1 }).policy?.jitter, 1)
  })

  it('All values out of range are reported together', () => {
    const { complaints } = read({ max_attempts: 0, initial_ms: -1, factor: 'x', max_ms: 1e12, jitter: 2 })
    assert.deepEqual(complaints, [
      'retry.max_attempts must be a whole number from 1 to 100',
      'retry.initial_ms must be a number from 0 to 86400000',
      'retry.factor must be a number from 1 to 100',
      'retry.max_ms must be a number from 0 to 86400000',
      'retry.jitter must be true, false, or a number from 0 to 1',
    ])
    assert.equal(read(3).complaints.length, 1)
  })

  it('The delay grows by the factor up to the maximum, and jitter only shortens it', () => {
    const policy = { maxAttempts: 9, initialMs: 100, factor: 3, maxMs: 1_000, jitter: 0 }
    assert.deepEqual(
      [1, 2, 3, 4].map((attempt) => pauseAfter(policy, attempt, 0.7)),
      [100, 300, 900, 1_000],
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, chance) => {
          const full = pauseAfter(policy, attempt, chance)
          const some = pauseAfter({ ...policy, jitter: 0.5 }, attempt, chance)
          assert.ok(some <= full && some >= full / 2 - 1)
        },
      ),
    )
  })
})
