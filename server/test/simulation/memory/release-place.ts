import { NOBODY } from '#domain/index.ts'
import type { MemoryDatabase, PlaceRow } from './memory-database.ts'

export function isQueued(database: MemoryDatabase, executionId: string): boolean {
  return database.places.get(executionId)?.isHeld === false
}

/** With the end of an execution: those who wait go on, in their order. */
export function releasePlace(database: MemoryDatabase, executionId: string): void {
  const place = database.places.get(executionId)
  if (place === undefined) return
  database.places.delete(executionId)
  if (database.fences.turns) letNextGoOn(database, place.name)
}

/** As many of those who wait as there are free places. */
export function letNextGoOn(database: MemoryDatabase, name: string): void {
  for (const next of placesOf(database, name, false)) {
    if (placesOf(database, name, true).length >= next.limit) return
    database.places.set(next.executionId, { ...next, isHeld: true })
    const row = database.executions.get(next.executionId)
    if (row?.status === 'pending') {
      database.executions.set(row.id, { ...row, status: 'running', owner: NOBODY })
    }
  }
}

/** The oldest first. */
export function placesOf(database: MemoryDatabase, name: string, isHeld: boolean): readonly PlaceRow[] {
  return [...database.places.values()]
    .filter((place) => place.name === name && place.isHeld === isHeld)
    .sort((a, b) => (a.executionId < b.executionId ? -1 : 1))
}
