import { UNOWNED } from '#domain/index.ts'
import type { AdmissionRequest, AdmissionResult } from '#ports/index.ts'
import { endExecution } from './end-executions.ts'
import type { MemoryDatabase } from './memory-database.ts'
import { admitNext, slotsOf } from './release-slot.ts'

export function admitExecution(database: MemoryDatabase, request: AdmissionRequest): AdmissionResult {
  const { executionId, owner, key, onLimit } = request
  const row = database.executions.get(executionId)
  if (row?.owner !== owner || row.status !== 'running') return { kind: 'lost', replaced: [] }
  const drop = (): AdmissionResult => {
    endExecution(database, row, request.dropped)
    return { kind: 'dropped', replaced: [] }
  }
  if (key === null) return drop()
  if (database.slots.get(executionId) !== undefined) return { kind: 'admitted', replaced: [] }
  const name = `${row.workflowId} ${key}`
  const limit = agreeOnLimit(database, name, request)
  const replaced: string[] = []
  for (
    let held = slotsOf(database, name, true);
    held.length >= limit && database.fences.slots;
    held = slotsOf(database, name, true)
  ) {
    if (onLimit === 'drop') return drop()
    if (onLimit === 'queue') break
    const [oldest] = held
    const victim = oldest && database.executions.get(oldest.executionId)
    if (victim === undefined) throw new Error('A slot without an execution.')
    endExecution(database, victim, request.replaced)
    replaced.push(victim.id)
  }
  const isHeld = slotsOf(database, name, true).length < limit || !database.fences.slots
  database.slots.set(executionId, { executionId, name, isHeld, limit })
  if (!isHeld) database.executions.set(executionId, { ...row, status: 'pending', owner: UNOWNED })
  return { kind: isHeld ? 'admitted' : 'queued', replaced }
}

/** The limit of the newest run applies, also to the runs that are queued already. */
function agreeOnLimit(database: MemoryDatabase, name: string, request: AdmissionRequest): number {
  const queued = slotsOf(database, name, false)
  const newest = queued.at(-1)
  if (newest !== undefined && newest.executionId > request.executionId) return newest.limit
  for (const slot of queued) {
    database.slots.set(slot.executionId, { ...slot, limit: request.limit })
  }
  admitNext(database, name)
  return request.limit
}
