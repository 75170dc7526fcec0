import type { NodeFailed } from '#ports/index.ts'

/** A failure that a retry cannot fix, because the input is invalid. */
export function refuse(code: string, message: string): NodeFailed {
  return { ok: false, code, message, permanent: true }
}

export function refuseParameter(message: string): NodeFailed {
  return refuse('INVALID_PARAMETERS', message)
}
