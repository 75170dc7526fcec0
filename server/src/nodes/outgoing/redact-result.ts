import { redactJson, redactSecrets } from '#domain/index.ts'
import type { NodeDone, NodeFailed } from '#ports/index.ts'

/** The one way out of a node that reaches out: nothing leaves it with a secret in it, whatever the other side sent back. */
export function redactResult(
  result: NodeDone | NodeFailed,
  secrets: readonly string[],
): NodeDone | NodeFailed {
  return result.ok
    ? { ...result, output: redactJson(result.output, secrets) }
    : { ...result, message: redactSecrets(result.message, secrets) }
}
