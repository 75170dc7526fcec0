import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { PLAN_IDS, PLANS } from '@millrace/contract/plans.ts'
import { DAY_MS, decideRate, MINUTE_MS } from './rate-limit.ts'

const anyPlan = fc.constantFrom(...PLAN_IDS).map((id) => PLANS[id])
const anyTime = fc.integer({ min: 0, max: 4_102_444_800_000 })
const anyCounts = fc
  .record({ minute: fc.integer({ min: 1, max: 700 }), before: fc.nat(250_000) })
  .map(({ minute, before }) => ({ minute, day: minute + before }))

describe('decideRate', () => {
  it('A request is allowed exactly while neither window exceeds its limit', () => {
    fc.assert(
      fc.property(anyPlan, anyCounts, anyTime, (plan, counts, now) => {
        const allowed = counts.minute <= plan.perMinute && counts.day <= plan.perDay
        assert.equal(decideRate(plan, counts, now).allowed, allowed)
      }),
    )
  })

  it('The decision reports the window with fewer remaining requests, which ends on a full UTC minute or day in the future', () => {
    fc.assert(
      fc.property(anyPlan, anyCounts, anyTime, (plan, counts, now) => {
        const { limit, remaining, resetAt, retryAfter } = decideRate(plan, counts, now)
        const left = Math.min(plan.perMinute - counts.minute, plan.perDay - counts.day)
        assert.equal(remaining, Math.max(0, left))
        const length = limit === plan.perMinute ? MINUTE_MS : DAY_MS
        assert.equal((resetAt * 1000) % length, 0)
        assert.ok(resetAt * 1000 > now && resetAt * 1000 - now <= length)
        assert.ok(retryAfter >= 1 && retryAfter * 1000 >= resetAt * 1000 - now)
      }),
    )
  })

  it('The next request is allowed after the reported time', () => {
    fc.assert(
      fc.property(anyPlan, anyCounts, anyTime, (plan, counts, now) => {
        const refused = decideRate(plan, counts, now)
        fc.pre(!refused.allowed)
        const later = now + refused.retryAfter * 1000
        const newDay = Math.floor(later / DAY_MS) > Math.floor(now / DAY_MS)
        const next = { minute: 1, day: newDay ? 1 : counts.day + 1 }
        assert.equal(decideRate(plan, next, later).allowed, newDay || next.day <= plan.perDay)
        if (refused.limit === plan.perDay) assert.ok(newDay)
      }),
    )
  })
})
