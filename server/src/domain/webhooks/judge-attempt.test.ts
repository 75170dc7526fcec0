import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeAttempt, type AttemptResponse } from './judge-attempt.ts'

const NOW = Date.UTC(2026, 0, 31)
const FRESH = { attemptsBefore: 0, failuresBefore: 0 }
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

function judge(answer: Partial<AttemptResponse> | null, history = FRESH, random = 0) {
  return judgeAttempt(answer && { status: 500, retryAfter: undefined, ...answer }, history, NOW, random)
}

function waitOf(...given: Parameters<typeof judge>): number | null {
  const verdict = judge(...given)
  assert.equal(verdict.kind, 'failed')
  return verdict.kind === 'failed' && verdict.retryAt !== null ? verdict.retryAt - NOW : null
}

function restOf(...given: Parameters<typeof judge>): number | null {
  const verdict = judge(...given)
  return verdict.kind === 'failed' && verdict.pausedUntil !== null ? verdict.pausedUntil - NOW : null
}

describe('judgeAttempt', () => {
  it('Only a 2xx status is a success', () => {
    for (const status of [200, 201, 204, 299]) assert.deepEqual(judge({ status }), { kind: 'delivered' })
    for (const status of [300, 301, 304, 400, 404, 500, 599]) assert.equal(judge({ status }).kind, 'failed')
    assert.equal(judge(null).kind, 'failed')
  })

  it('A failed delivery is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and then not again', () => {
    const waits = Array.from({ length: 10 }, (_, attemptsBefore) =>
      waitOf(null, { ...FRESH, attemptsBefore }),
    )
    const hours = [2, 5, 10, 14, 20, 24].map((count) => count * HOUR)
    assert.deepEqual(waits, [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...hours, null])
  })

  it('Up to a tenth is added to each delay, so that deliveries that failed together are retried apart', () => {
    assert.equal(waitOf(null, FRESH, 0.5), 5_250)
    assert.equal(waitOf(null, FRESH, 0.999_999), 5_500)
  })

  it('Status 410 ends the delivery and disables the endpoint', () => {
    assert.deepEqual(judge({ status: 410, retryAfter: '5' }), {
      kind: 'failed',
      retryAt: null,
      pausedUntil: null,
      isGone: true,
    })
  })

  it('Retry-After in seconds or as a date delays the next attempt and never shortens the schedule', () => {
    assert.equal(waitOf({ retryAfter: '90' }), 90 * SECOND)
    assert.equal(waitOf({ retryAfter: 'Sat, 31 Jan 2026 00:10:00 GMT' }), 10 * MINUTE)
    assert.equal(waitOf({ retryAfter: '1' }), 5 * SECOND)
    assert.equal(waitOf({ retryAfter: 'Sat, 31 Jan 2015 00:10:00 GMT' }), 5 * SECOND)
  })

  it('An excessive Retry-After is limited to a day, and an invalid one is ignored', () => {
    for (const retryAfter of ['86401', '999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT']) {
      assert.equal(waitOf({ status: 429, retryAfter }), 24 * HOUR, retryAfter)
    }
    for (const retryAfter of ['-5', '1e9', 'soon', '', '9'.repeat(400), 'NaN']) {
      assert.equal(waitOf({ status: 429, retryAfter }), 5 * SECOND, retryAfter)
    }
  })

  it('Statuses 429 and 503 pause the whole endpoint, other statuses only the delivery', () => {
    for (const status of [429, 503]) assert.equal(restOf({ status, retryAfter: '90' }), 90 * SECOND)
    assert.equal(restOf({ status: 500, retryAfter: '90' }), null)
    assert.equal(restOf({ status: 429 }), null)
  })

  it('After five consecutive failures the endpoint is paused, longer each time, up to five minutes', () => {
    const rests = [0, 3, 4, 5, 6, 9, 10, 11, 5_000].map((failuresBefore) =>
      restOf(null, { ...FRESH, failuresBefore }),
    )
    const seconds = rests.map((rest) => rest && rest / SECOND)
    assert.deepEqual(seconds, [null, null, 5, 10, 20, 160, 300, 300, 300])
  })
})
