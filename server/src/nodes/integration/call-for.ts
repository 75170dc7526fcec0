import type { JsonObject } from '#domain/index.ts'
import type { NodeCall } from '#ports/index.ts'

/** The same call for another kind of node. Its functions work on the call alone: they are passed on, not taken apart. */
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
  }
}
