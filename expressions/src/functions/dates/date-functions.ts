import { valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinFunction } from '#expressions/runtime/builtin.ts'
import { toDate, zoneAt } from './date-arguments.ts'

export const dateFunctions = toTable<BuiltinFunction>({
  date: {
    use: 'date(value, zone?)',
    help: 'A date from text (ISO 8601, or as in mail headers), from milliseconds since 1970 or from a date. A text without offset is a time in the zone, or in UTC.',
    example: 'date("2026-01-31T09:30", "Europe/Berlin")',
    call: (run, args, site) => {
      const zone = valueAt(args, 1, site) === undefined ? undefined : zoneAt(run, args, 1, site, 'UTC')
      return toDate(run, valueAt(args, 0, site), zone, site)
    },
  },
})
