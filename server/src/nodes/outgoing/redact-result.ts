import { redactJson, redactSecrets } from '#domain/index.ts'
import type { NodeDone, NodeFailed } from '#ports/index.ts'

/** Redacts secrets from the result of a node. Every node that sends requests returns its result through this function. */
export function redactResult(
  result: NodeDone | NodeFailed,
  secrets: readonly string[],
): NodeDone | NodeFailed {
  return result.ok
    ? { ...result, output: redactJson(result.output, secrets) }
    : { ...result, message: redactSecrets(result.message, secrets) }
}
