import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '#domain/index.ts'
import { SignInThrottle } from './sign-in-throttle.ts'

const EMAIL = 'owner@example.com'
const ATTACKER = '192.0.2.1'

function newThrottle() {
  let now = 1_000_000
  const throttle = new SignInThrottle({ now: () => now })
  const fail = (email: string, from: string, times: number) => {
    for (let count = 0; count < times; count += 1) throttle.countAttempt(email, from)
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { throttle, fail, pass }
}

function isRateLimited(error: unknown): boolean {
  return error instanceof AppError && error.code === 'RATE_LIMITED'
}

describe('SignInThrottle', () => {
  it('The eleventh attempt is refused with the time to wait, and the next is allowed after 15 minutes', () => {
    const { throttle, fail, pass } = newThrottle()
    fail(EMAIL, ATTACKER, 10)
    assert.throws(() => throttle.countAttempt(EMAIL, ATTACKER), /Try again in 15 minutes\./)
    pass(14 * 60_000)
    assert.throws(() => throttle.countAttempt(` ${EMAIL.toUpperCase()}`, ATTACKER), /Try again in 1 minute\./)
    pass(60_000)
    throttle.countAttempt(EMAIL, ATTACKER)
  })

  it('Failed attempts from one address do not lock out the person at another address', () => {
    const { throttle, fail } = newThrottle()
    fail(EMAIL, ATTACKER, 10)
    throttle.countAttempt(EMAIL, '192.0.2.2')
  })

  it('A success resets the count of attempts', () => {
    const { throttle, fail } = newThrottle()
    fail(EMAIL, ATTACKER, 10)
    throttle.noteSuccess(EMAIL, ATTACKER)
    fail(EMAIL, ATTACKER, 10)
    assert.throws(() => throttle.countAttempt(EMAIL, ATTACKER), isRateLimited)
  })

  it('A sign-in stays locked while an attacker floods the throttle with invented email addresses', () => {
    const { throttle, fail } = newThrottle()
    fail(EMAIL, ATTACKER, 10)
    for (let count = 0; count < 30_000; count += 1) throttle.countAttempt(`${count}@example.com`, ATTACKER)
    assert.throws(() => throttle.countAttempt(EMAIL, ATTACKER), isRateLimited)
  })
})
