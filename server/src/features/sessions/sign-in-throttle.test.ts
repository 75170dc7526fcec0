import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '#domain/index.ts'
import { SignInThrottle } from './sign-in-throttle.ts'

const EMAIL = 'owner@example.com'
const ATTACKER = '192.0.2.1'
const HOME = '198.51.100.7'

function newThrottle() {
  let now = 1_000_000
  const throttle = new SignInThrottle({ now: () => now })
  const count = (email: string, from: string, isUsual = false) => throttle.count({ email, from, isUsual })
  return {
    count,
    fail: (email: string, from: string, times: number) => {
      for (let failures = 0; failures < times; failures += 1) count(email, from)
    },
    /** Fails for one person from so many addresses that none of them reaches its own limit. */
    failFromEverywhere: (email: string, times: number) => {
      for (let failures = 0; failures < times; failures += 1) count(email, `203.0.113.${failures}`)
    },
    pass: (ms: number) => {
      now += ms
    },
  }
}

function isRateLimited(error: unknown): boolean {
  return error instanceof AppError && error.code === 'RATE_LIMITED'
}

describe('SignInThrottle', () => {
  it('The eleventh attempt is refused with the time to wait, and the next is allowed after 15 minutes', () => {
    const { count, fail, pass } = newThrottle()
    fail(EMAIL, ATTACKER, 10)
    assert.throws(
      () => count(EMAIL, ATTACKER),
      /^AppError: Too many failed attempts\. Try again in 15 minutes\.$/,
    )
    pass(14 * 60_000)
    assert.throws(() => count(` ${EMAIL.toUpperCase()}`, ATTACKER), /Try again in 1 minute\./)
    pass(60_000)
    count(EMAIL, ATTACKER)
  })

  it('Failed attempts from one address do not lock out the person at another address', () => {
    const { count, fail } = newThrottle()
    fail(EMAIL, ATTACKER, 10)
    count(EMAIL, HOME)
  })

  it('Addresses of one IPv6 network count together', () => {
    const { count } = newThrottle()
    for (let host = 0; host < 10; host += 1) count(EMAIL, `2001:db8:1:2::${host}`)
    assert.throws(() => count(EMAIL, '2001:db8:1:2::ffff'), isRateLimited)
    count(EMAIL, '2001:db8:1:3::1')
  })

  it('A success resets the count of attempts', () => {
    const { count, fail } = newThrottle()
    fail(EMAIL, ATTACKER, 9)
    count(EMAIL, ATTACKER).succeed()
    fail(EMAIL, ATTACKER, 10)
    assert.throws(() => count(EMAIL, ATTACKER), isRateLimited)
  })

  it('An attempt that was taken back does not count', () => {
    const { count, fail, failFromEverywhere } = newThrottle()
    for (let times = 0; times < 300; times += 1) count(EMAIL, ATTACKER).takeBack()
    fail(EMAIL, ATTACKER, 10)
    assert.throws(() => count(EMAIL, ATTACKER), isRateLimited)
    failFromEverywhere(EMAIL, 40)
    assert.throws(() => count(EMAIL, '203.0.113.99'), isRateLimited)
  })

  it('Many addresses together have 50 attempts for one person, who can still sign in where they did before', () => {
    const { count, failFromEverywhere, pass } = newThrottle()
    failFromEverywhere(EMAIL, 50)
    assert.throws(
      () => count(EMAIL, HOME),
      /for this email address\. You can sign in where you signed in before\./,
    )
    count(EMAIL, HOME, true)
    count('somebody-else@example.com', HOME)
    pass(15 * 60_000)
    count(EMAIL, HOME)
  })

  it('One network has 100 attempts for all people together; whoever signed in there before is not affected', () => {
    const { count } = newThrottle()
    for (let person = 0; person < 100; person += 1) count(`${person}@example.com`, ATTACKER)
    assert.throws(
      () => count('one-more@example.com', ATTACKER),
      /from your network\. Try again in 15 minutes\./,
    )
    count(EMAIL, ATTACKER, true)
    count('one-more@example.com', HOME)
  })

  it('Somebody with a user of their own cannot reset the limit of their network', () => {
    const { count } = newThrottle()
    for (let person = 0; person < 100; person += 1) {
      count(`${person}@example.com`, ATTACKER)
      count('attacker@example.com', ATTACKER, true).succeed()
    }
    assert.throws(() => count('one-more@example.com', ATTACKER), isRateLimited)
  })

  it('Where a person signed in before, ten attempts are the limit too', () => {
    const { count } = newThrottle()
    for (let failures = 0; failures < 10; failures += 1) count(EMAIL, HOME, true)
    assert.throws(() => count(EMAIL, HOME, true), isRateLimited)
  })

  it('A sign-in stays locked while an attacker floods the throttle with invented email addresses', () => {
    const { count, fail } = newThrottle()
    fail(EMAIL, ATTACKER, 10)
    for (let times = 0; times < 30_000; times += 1) {
      count(`${times}@example.com`, `10.${times >> 16}.${(times >> 8) & 255}.${times & 255}`)
    }
    assert.throws(() => count(EMAIL, ATTACKER), isRateLimited)
  })
})
