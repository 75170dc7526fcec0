import type { JsonValue } from '#domain/index.ts'

export const YEAR_SECONDS = 365 * 86_400

/** Reads seconds from a number or a numeric string; undefined when it is neither or is not between 0 and one year. */
export function readSeconds(value: JsonValue): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return undefined
  return seconds >= 0 && seconds <= YEAR_SECONDS ? seconds : undefined
}
