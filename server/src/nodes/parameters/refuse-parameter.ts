import type { NodeFailed } from '#ports/index.ts'

/** The failure for a parameter that turns out to be invalid when the node runs. A retry cannot fix it. */
export function refuseParameter(message: string): NodeFailed {
  return { ok: false, code: 'INVALID_PARAMETERS', message, permanent: true }
}
