import assert from 'node:assert/strict'
import type { AccountId } from '#domain/index.ts'
import type { NodeCall } from '#ports/index.ts'

/** The default time of a call. */
export const NOW = Date.UTC(2026, 0, 31, 12)

/**
 * Creates a call like the engine does: its functions need the call as `this`. A log line that the test does not expect
 * fails the test.
 */
export function nodeCall(changes: Partial<NodeCall> = {}): NodeCall {
  const given: NodeCall = {
    parameters: {},
    previous: null,
    inputs: () => [],
    scope: () => ({}),
    log: (level, message) => assert.fail(`logged ${level}: ${message}`),
    account: 'account' as AccountId,
    executionId: 'execution',
    credentialId: undefined,
    attempt: 1,
    idempotencyKey: () => 'step-key',
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    suspendTimeout: () => () => undefined,
    compute(work) {
      for (;;) {
        const { done, value } = work.next()
        if (done === true) return value
      }
    },
    now: NOW,
    ...changes,
  }
  const call: NodeCall = {
    ...given,
    inputs(this: unknown) {
      assert.equal(this, call)
      return given.inputs()
    },
    scope(this: unknown) {
      assert.equal(this, call)
      return given.scope()
    },
    log(this: unknown, ...line) {
      assert.equal(this, call)
      given.log(...line)
    },
    idempotencyKey(this: unknown) {
      assert.equal(this, call)
      return given.idempotencyKey()
    },
    suspendTimeout(this: unknown) {
      assert.equal(this, call)
      return given.suspendTimeout()
    },
  }
  return call
}
