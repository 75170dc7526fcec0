import { formatClock, formatDate } from '../format.ts'

/** The end of an id is its random part; runs of the same time share the beginning. */
export const shortId = (id: string) => id.slice(-4)

const today = 'today'

/** "today 15:04:11", "14 Feb 2027 15:04:11" */
export function formatRunTime(iso: string, now = new Date()): string {
  const isToday = new Date(iso).toDateString() === now.toDateString()
  return `${isToday ? today : formatDate(iso)} ${formatClock(iso)}`
}
