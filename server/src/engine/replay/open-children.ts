import { type JournalEntry, TIMEOUT_HANDLE } from '#domain/index.ts'
import { stepKey } from '../compile/iteration-path.ts'

/**
 * Sub-workflows that a journal began, and whose end it does not tell: those that a step waits for, and those that nothing
 * waits for any more, because its time was over or the loop around it has failed.
 */
export function findOpenChildren(entries: readonly JournalEntry[]): Set<string> {
  const open = new Set<string>()
  if (entries.length === 0) return open
  const latest = new Map<string, string>()
  for (const entry of entries) {
    const key = stepKey(entry.iteration ?? '', entry.nodeId)
    const child = latest.get(key)
    if (child !== undefined && tellsOfEnd(entry)) open.delete(child)
    latest.delete(key)
    if (entry.status === 'waiting' && entry.childId !== undefined) {
      open.add(entry.childId)
      latest.set(key, entry.childId)
    }
  }
  return open
}

/** Everything but a time-out, after which the sub-workflow goes on for nobody. */
function tellsOfEnd(entry: JournalEntry): boolean {
  return (
    'error' in entry &&
    entry.error?.code !== 'TIMED_OUT' &&
    !('handle' in entry && entry.handle === TIMEOUT_HANDLE)
  )
}
