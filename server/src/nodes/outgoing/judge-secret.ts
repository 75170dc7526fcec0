import { isJsonObject } from '#domain/index.ts'
import type { NodeResult } from '#ports/index.ts'

const REFUSALS: ReadonlySet<string> = new Set(['HTTP_401', 'AUTHENTICATION_FAILED', 'CREDENTIAL_NOT_USABLE'])
const UNAUTHORIZED = 401
const FIRST_ERROR_STATUS = 400

/**
 * What the result of a node says about its credential: the refusal, null if the service accepted the secret, undefined if the
 * result says nothing about it, such as a timeout.
 */
export function judgeSecret(result: NodeResult): string | null | undefined {
  if (!('ok' in result)) return undefined
  if (!result.ok) return REFUSALS.has(result.code) ? result.message : undefined
  // With `fail_on_status: false` a refusal is an output.
  const status = isJsonObject(result.output) ? result.output['status'] : undefined
  if (status === UNAUTHORIZED) return 'The service responded with status 401.'
  return typeof status === 'number' && status >= FIRST_ERROR_STATUS ? undefined : null
}
