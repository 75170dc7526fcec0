import { weekdayOf, weekOf } from '#expressions/dates/calendar.ts'
import { toLocal } from '#expressions/dates/zone.ts'
import type { DateValue } from '#expressions/runtime/values.ts'

export const dateProperties: ReadonlyMap<
  string,
  { readonly help: string; readonly read: (date: DateValue) => number | string }
> = new Map<string, { readonly help: string; readonly read: (date: DateValue) => number | string }>([
  ['ms', { help: 'Milliseconds since 1970.', read: (date) => date.ms }],
  ['seconds', { help: 'Whole seconds since 1970.', read: (date) => Math.floor(date.ms / 1000) }],
  ['year', { help: 'The year.', read: (date) => toLocal(date.ms, date.zone).year }],
  ['quarter', { help: '1 to 4.', read: (date) => Math.ceil(toLocal(date.ms, date.zone).month / 3) }],
  ['month', { help: '1 to 12.', read: (date) => toLocal(date.ms, date.zone).month }],
  ['week', { help: 'The week number (ISO 8601).', read: (date) => weekOf(toLocal(date.ms, date.zone)) }],
  ['weekday', { help: '1 (Monday) to 7 (Sunday).', read: (date) => weekdayOf(toLocal(date.ms, date.zone)) }],
  ['day', { help: 'The day of the month.', read: (date) => toLocal(date.ms, date.zone).day }],
  ['hour', { help: '0 to 23.', read: (date) => toLocal(date.ms, date.zone).hour }],
  ['minute', { help: '0 to 59.', read: (date) => toLocal(date.ms, date.zone).minute }],
  ['second', { help: '0 to 59.', read: (date) => toLocal(date.ms, date.zone).second }],
  ['millisecond', { help: '0 to 999.', read: (date) => toLocal(date.ms, date.zone).millisecond }],
  ['zone', { help: 'The time zone in which the properties above are computed.', read: (date) => date.zone }],
])

export function readDateProperty(date: DateValue, key: string): number | string | undefined {
  return dateProperties.get(key)?.read(date)
}
