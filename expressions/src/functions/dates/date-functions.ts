import { valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinFunction } from '#expressions/runtime/builtin.ts'
import { toDate, zoneAt } from './date-arguments.ts'

export const dateFunctions = toTable<BuiltinFunction>({
  date: {
    use: 'date(value, zone?)',
    help: 'A date from a text (ISO 8601 or the format of mail headers), from milliseconds since 1970, or from a date. A text without an offset is a time in the zone (default: UTC).',
    example: 'date("2026-01-31T09:30", "Europe/Berlin")',
    call: (evaluation, args, site) =>
      toDate(evaluation, valueAt(args, 0, site), zoneAt(evaluation, args, 1, site), site),
  },
})
