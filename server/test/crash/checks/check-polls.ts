import type { CrashHistory, Violation } from './history.ts'

/**
 * Every item of the feed has exactly one run, in which `only_new` passed it on, and no poll began before the one before it had
 * ended.
 */
export function checkPolls({ polled }: CrashHistory): Violation[] {
  const { offered, taken, passed, overlapping } = polled
  const details = [
    ...checkOnce(taken, offered, 'handled'),
    ...checkOnce(passed, offered, 'passed on by `only_new`'),
    ...(overlapping > 0 ? [`${overlapping} polls began while another one was in progress.`] : []),
  ]
  return details.map((detail) => ({ rule: 'poll', detail }))
}

/** Each item from 1 to `offered` occurs once. */
function checkOnce(items: readonly number[], offered: number, what: string): string[] {
  const counts = new Map<number, number>()
  for (const id of items) counts.set(id, (counts.get(id) ?? 0) + 1)
  const twice = [...counts].filter(([, count]) => count > 1).map(([id]) => id)
  const skipped = Array.from({ length: offered }, (_, n) => n + 1).filter((id) => !counts.has(id))
  return [
    ...(twice.length > 0 ? [`Items that were ${what} twice: ${twice.join(', ')}.`] : []),
    ...(skipped.length > 0 ? [`Items that were not ${what}: ${skipped.join(', ')}.`] : []),
  ]
}
