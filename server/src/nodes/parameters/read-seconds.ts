import type { JsonValue } from '#domain/index.ts'

export const YEAR_SECONDS = 365 * 86_400

/** A number of seconds as parameters give it: a number, or a text that is one. Undefined when it is none. */
export function readSeconds(value: JsonValue): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return undefined
  return seconds >= 0 && seconds <= YEAR_SECONDS ? seconds : undefined
}
