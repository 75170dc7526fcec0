import { formatSpan } from '../../../texts/duration.ts'
import * as t from '../../../texts/editor/inspector.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** What a number of seconds or milliseconds means, from where it is hard to see: `= 5 min` below 300. */
export function spanHint(name: string, value: number | undefined): string | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined
  if (name.endsWith('_seconds') && value * SECOND >= MINUTE) return t.spanOf(formatSpan(value * SECOND))
  return name.endsWith('_ms') && value >= SECOND ? t.spanOf(formatSpan(value)) : undefined
}
