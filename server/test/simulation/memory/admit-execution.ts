import { NOBODY } from '#domain/index.ts'
import type { AdmissionRequest, AdmissionResult } from '#ports/index.ts'
import { endExecution } from './end-executions.ts'
import type { MemoryDatabase } from './memory-database.ts'
import { letNextGoOn, placesOf } from './release-place.ts'

export function admitExecution(database: MemoryDatabase, request: AdmissionRequest): AdmissionResult {
  const { executionId, owner, key, onLimit } = request
  const row = database.executions.get(executionId)
  if (row?.owner !== owner || row.status !== 'running') return { kind: 'lost', replaced: [] }
  const drop = (): AdmissionResult => {
    endExecution(database, row, request.dropped)
    return { kind: 'dropped', replaced: [] }
  }
  if (key === null) return drop()
  if (database.places.get(executionId) !== undefined) return { kind: 'admitted', replaced: [] }
  const name = `${row.workflowId} ${key}`
  const limit = agreeOnLimit(database, name, request)
  const replaced: string[] = []
  for (
    let held = placesOf(database, name, true);
    held.length >= limit && database.fences.places;
    held = placesOf(database, name, true)
  ) {
    if (onLimit === 'drop') return drop()
    if (onLimit === 'queue') break
    const [oldest] = held
    const victim = oldest && database.executions.get(oldest.executionId)
    if (victim === undefined) throw new Error('A place without an execution.')
    endExecution(database, victim, request.replaced)
    replaced.push(victim.id)
  }
  const isHeld = placesOf(database, name, true).length < limit || !database.fences.places
  database.places.set(executionId, { executionId, name, isHeld, limit })
  if (!isHeld) database.executions.set(executionId, { ...row, status: 'pending', owner: NOBODY })
  return { kind: isHeld ? 'admitted' : 'queued', replaced }
}

/** The limit of the youngest run counts, and for those who wait, too. */
function agreeOnLimit(database: MemoryDatabase, name: string, request: AdmissionRequest): number {
  const waiting = placesOf(database, name, false)
  const youngest = waiting.at(-1)
  if (youngest !== undefined && youngest.executionId > request.executionId) return youngest.limit
  for (const place of waiting) {
    database.places.set(place.executionId, { ...place, limit: request.limit })
  }
  letNextGoOn(database, name)
  return request.limit
}
