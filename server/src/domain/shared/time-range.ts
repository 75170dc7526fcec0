import type { Issue } from '@millrace/contract/errors.ts'

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i
const DAY_MS = 86_400_000

export interface TimeRange {
  readonly from: number | undefined
  readonly to: number | undefined
}

/** Both ends inclusive. A date is that UTC day, a date-time without an offset is UTC. */
export function readTimeRange(
  from: string | undefined,
  to: string | undefined,
): TimeRange | readonly Issue[] {
  const issues: Issue[] = []
  const start = read('from', from, issues)
  const end = read('to', to, issues)
  const range = { from: start?.at, to: end && (end.wholeDay ? end.at + DAY_MS - 1 : end.at) }
  if (range.from !== undefined && range.to !== undefined && range.from > range.to) {
    issues.push({ path: 'from', message: 'must not be after `to`' })
  }
  return issues.length > 0 ? issues : range
}

function read(path: string, text: string | undefined, issues: Issue[]) {
  if (text === undefined) return undefined
  const instant = parseInstant(text)
  if (instant === undefined) {
    issues.push({
      path,
      message: 'must be a date such as 2026-01-31 or a date-time such as 2026-01-31T08:30:00Z',
    })
  }
  return instant
}

function parseInstant(text: string): { at: number; wholeDay: boolean } | undefined {
  const date = DATE.exec(text)
  if (date !== null) {
    const at = Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3]))
    // Date.UTC rolls 2026-02-30 over into March.
    return new Date(at).toISOString().startsWith(text) ? { at, wholeDay: true } : undefined
  }
  // An unescaped plus sign in a query string arrives as a space.
  const repaired = text.replace(/^(.{10}) /, '$1T').replace(/ (\d{2}:?\d{2})$/, '+$1')
  if (!DATE_TIME.test(repaired)) return undefined
  if (parseInstant(repaired.slice(0, 10)) === undefined) return undefined
  const zoned = /(Z|[+-]\d{2}(:?\d{2})?)$/i.test(repaired) ? repaired : `${repaired}Z`
  const at = Date.parse(zoned.toUpperCase().replace(',', '.'))
  return Number.isNaN(at) ? undefined : { at, wholeDay: false }
}
