import type { NodeFailed } from '#ports/index.ts'

/** The failure for a parameter that only its value shows to be wrong; the same in every attempt. */
export function refuseParameter(message: string): NodeFailed {
  return { ok: false, code: 'INVALID_PARAMETERS', message, permanent: true }
}
