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

describe('the policy of retries', () => {
  it('is none unless asked for', () => {
    for (const raw of [null, false]) assert.deepEqual(read(raw), { policy: undefined, complaints: [] })
  })

  it('fills in what is not said', () => {
    assert.deepEqual(read({ max_attempts: 5 }).policy, {
      maxAttempts: 5,
      initialMs: 1_000,
      factor: 2,
      maxMs: 300_000,
      jitter: 0.2,
    })
  })

  it('takes jitter as yes, no or a part', () => {
    assert.equal(read({ jitter: true }).policy?.jitter, 0.2)
    assert.equal(read({ jitter: false }).policy?.jitter, 0)
    assert.equal(read({ jitter: 1 }).policy?.jitter, 1)
  })

  it('complains of everything that is out of bounds, at once', () => {
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

  it('grows by its factor up to its maximum, and takes at most its jitter off', () => {
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
