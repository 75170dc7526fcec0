import { type JournalEntry, TIMEOUT_HANDLE } from '#domain/index.ts'
import { stepKey } from '../compile/iteration-path.ts'

/**
 * Sub-workflows that a journal started and that may still be open: those a step waits for, and those nothing waits for any
 * more because the wait timed out or the loop around it failed.
 */
export function findOpenChildren(entries: readonly JournalEntry[]): Set<string> {
  const open = new Set<string>()
  if (entries.length === 0) return open
  const latest = new Map<string, string>()
  for (const entry of entries) {
    const key = stepKey(entry.iteration ?? '', entry.nodeId)
    const child = latest.get(key)
    if (child !== undefined && isEndOfChild(entry)) open.delete(child)
    latest.delete(key)
    if (entry.status === 'waiting' && entry.childId !== undefined) {
      open.add(entry.childId)
      latest.set(key, entry.childId)
    }
  }
  return open
}

/** Any result but a time-out, after which the sub-workflow keeps running. */
function isEndOfChild(entry: JournalEntry): boolean {
  return (
    'error' in entry &&
    entry.error?.code !== 'TIMED_OUT' &&
    !('handle' in entry && entry.handle === TIMEOUT_HANDLE)
  )
}
