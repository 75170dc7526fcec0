import { UNOWNED } from '#domain/index.ts'
import type { MemoryDatabase, SlotRow } from './memory-database.ts'

export function isQueued(database: MemoryDatabase, executionId: string): boolean {
  return database.slots.get(executionId)?.isHeld === false
}

/** Frees the slot of an execution that ends, for the next run in the queue. */
export function releaseSlot(database: MemoryDatabase, executionId: string): void {
  const slot = database.slots.get(executionId)
  if (slot === undefined) return
  database.slots.delete(executionId)
  if (database.fences.slotHandover) admitNext(database, slot.name)
}

/** Admits as many queued runs as there are free slots. */
export function admitNext(database: MemoryDatabase, name: string): void {
  for (const next of slotsOf(database, name, false)) {
    if (slotsOf(database, name, true).length >= next.limit) return
    database.slots.set(next.executionId, { ...next, isHeld: true })
    const row = database.executions.get(next.executionId)
    if (row?.status === 'pending') {
      database.executions.set(row.id, { ...row, status: 'running', owner: UNOWNED })
    }
  }
}

/** Oldest first. */
export function slotsOf(database: MemoryDatabase, name: string, isHeld: boolean): readonly SlotRow[] {
  return [...database.slots.values()]
    .filter((slot) => slot.name === name && slot.isHeld === isHeld)
    .sort((a, b) => (a.executionId < b.executionId ? -1 : 1))
}
