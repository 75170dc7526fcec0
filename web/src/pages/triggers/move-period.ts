import { periodOf, type TriggerPeriod, type TriggersSearch } from './triggers-search.ts'

const days: Readonly<Record<TriggerPeriod, number>> = { '24h': 1, '7d': 7, '30d': 30 }

/** The first day of the period before or after the one in the address, by the viewer's calendar. */
export function movePeriod(search: TriggersSearch, by: 1 | -1): string {
  const start = search.from === undefined ? new Date() : new Date(`${search.from}T00:00:00`)
  const moved = new Date(start.getFullYear(), start.getMonth(), start.getDate() + by * days[periodOf(search)])
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${moved.getFullYear()}-${pad(moved.getMonth() + 1)}-${pad(moved.getDate())}`
}
