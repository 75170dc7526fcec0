const MAX_MESSAGE = 500

/** Identifiers, times and numbers differ from run to run while the cause is the same. */
const VARIABLE: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '#'],
  [/\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?/g, '#'],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, '#'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{12,}\b/gi, '#'],
  // The status of an answer is part of the cause.
  [/(?<!(?:status|answered|responded|HTTP|code)[ :]{1,2}(?:with )?\d{0,3})\d+(?:[.,]\d+)*/gi, '#'],
  [/\s+/g, ' '],
]

/** The cause as text: failures with the same text count as one. */
export function fingerprintFailure(cause: {
  readonly nodeId: string | null
  readonly code: string
  readonly message: string
}): string {
  let message = cause.message.slice(0, MAX_MESSAGE)
  for (const [pattern, replacement] of VARIABLE) message = message.replace(pattern, replacement)
  return JSON.stringify([cause.nodeId, cause.code, message.trim()])
}
