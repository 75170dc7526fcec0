import type { JsonObject } from '#domain/index.ts'
import type { NodeCall } from '#ports/index.ts'

/**
 * Derives the call for another node kind. The functions of a call need it as `this`, so they are wrapped instead of copied.
 */
export function callFor(call: NodeCall, parameters: JsonObject, credentialId: string | undefined): NodeCall {
  const { previous, account, executionId, attempt, signal, timeoutMs, now } = call
  return {
    parameters,
    credentialId,
    previous,
    account,
    executionId,
    attempt,
    signal,
    timeoutMs,
    now,
    inputs: () => call.inputs(),
    scope: () => call.scope(),
    log: (...line) => call.log(...line),
    idempotencyKey: () => call.idempotencyKey(),
    suspendTimeout: () => call.suspendTimeout(),
    compute: (work) => call.compute(work),
  }
}
