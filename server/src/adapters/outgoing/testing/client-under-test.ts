import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { HttpAnswer, HttpResult, OutgoingFailure } from '#ports/index.ts'
import { GuardedDialer, type GuardedDialerOptions } from '../dial/guarded-dialer.ts'
import { GuardedHttpClient } from '../http/guarded-http-client.ts'

/** Shared by the tests of the guarded client: a client that is closed with its test, and assertions for results. */
export const loopback = { allowLoopback: true, allow: [] }
export const patient = 10_000
/** Long enough to reach the part of the exchange that never ends. */
export const hasty = 300

export function openClient(t: TestContext, options: Partial<GuardedDialerOptions> = {}): GuardedHttpClient {
  const client = new GuardedHttpClient(new GuardedDialer({ policy: loopback, ...options }))
  t.after(() => client.close())
  return client
}

export function assertAnswer(result: HttpResult): asserts result is HttpAnswer {
  assert.ok(result.ok, result.ok ? '' : `${result.reason}: ${result.message}`)
}

export function assertFailure(
  result: HttpResult,
  reason: OutgoingFailure['reason'],
  message?: RegExp,
): asserts result is OutgoingFailure {
  assert.ok(!result.ok, 'expected a failure')
  assert.equal(result.reason, reason, result.message)
  if (message !== undefined) assert.match(result.message, message)
}

export function text(answer: HttpAnswer): string {
  return Buffer.from(answer.body).toString()
}
