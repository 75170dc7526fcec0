import { readableFields, readInPattern } from '#expressions/dates/parse-pattern.ts'
import { isZone } from '#expressions/dates/zone.ts'
import { textAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinFunction, type CallSite } from '#expressions/runtime/builtin.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { shorten } from '#expressions/runtime/problem.ts'
import { findSimilar } from '#expressions/runtime/similar.ts'
import { DateValue, type Argument, type Value } from '#expressions/runtime/values.ts'
import { chargeDate, localeAt, toDate, zoneAt } from './date-arguments.ts'

/** Charged for each character of a pattern, which is compiled. */
const patternPrice = 400

export const dateFunctions = toTable<BuiltinFunction>({
  date: {
    use: 'date(value, pattern?, zone?, locale?)',
    help: 'A date from a text (ISO 8601 or the format of mail headers), from milliseconds since 1970, or from a date. A text in another format needs its pattern, as in `format`. A text without an offset is a time in the zone (default: UTC).',
    example: 'date("31.01.2026 09:30", "dd.MM.yyyy HH:mm", "Europe/Berlin")',
    call: (evaluation, args, site) =>
      hasPattern(args, site)
        ? fromPattern(evaluation, args, site)
        : toDate(evaluation, valueAt(args, 0, site), zoneAt(evaluation, args, 1, site), site),
  },
})

/** The second argument is a zone or a pattern. No zone consists of fields. */
function hasPattern(args: readonly Argument[], site: CallSite): boolean {
  const second = valueAt(args, 1, site)
  return (
    typeof second === 'string' &&
    /yy|(?:^|[^A-Za-z])(?:y|d{1,2}|M{1,4}|H{1,2}|h{1,2})(?![A-Za-z])/.test(second) &&
    !isZone(second.slice(0, 100))
  )
}

function fromPattern(evaluation: Evaluation, args: readonly Argument[], site: CallSite): Value {
  const text = textAt(evaluation, args, 0, site)
  const pattern = textAt(evaluation, args, 1, site)
  if (pattern.length > 200) site.location.fail('A date pattern must not be longer than 200 characters.')
  if (text.length > 400) site.location.fail('This text is too long for a date.')
  const zone = zoneAt(evaluation, args, 2, site) ?? 'UTC'
  chargeDate(evaluation, zone, site.location)
  evaluation.work(pattern.length * (patternPrice + 8 * text.length), site.location)
  const read = readInPattern(text, pattern, { zone, locale: localeAt(evaluation, args, 3, site) })
  if (read.ok) return new DateValue(read.ms, zone)
  if (read.unknown === undefined)
    return site.location.fail(
      `\`${shorten(text, 60)}\` is not a valid date in the pattern \`${shorten(pattern, 60)}\`.`,
    )
  const similar = findSimilar(read.unknown, readableFields)
  return site.location.fail(
    `The field \`${shorten(read.unknown, 40)}\` cannot be read in a date pattern, or appears twice.`,
    similar === undefined ? "Put literal words in single quotes: `'at'`." : `Did you mean \`${similar}\`?`,
  )
}
