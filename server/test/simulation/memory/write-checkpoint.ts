import { UNOWNED } from '#domain/index.ts'
import type { Checkpoint, CheckpointResult } from '#ports/index.ts'
import { applyEndConsequences } from './end-consequences.ts'
import { cancelOrphans } from './end-executions.ts'
import { insertExecution } from './insert-execution.ts'
import { enqueueSignal } from './enqueue-signal.ts'
import { useState } from './use-state.ts'
import type { ExecutionRow, MemoryDatabase } from './memory-database.ts'

export function writeCheckpoint(database: MemoryDatabase, checkpoint: Checkpoint): CheckpointResult {
  const { executionId, activeMs, computingMs, steps, logs, next } = checkpoint
  const row = database.executions.get(executionId)
  if (row === undefined || !mayWrite(database, row, checkpoint)) return 'lost'
  const { fences } = database
  if (next.kind === 'park' && fences.signals && row.signalSequence !== next.signalSequence) return 'signalled'

  const { sequence } = row
  database.executions.set(executionId, {
    ...row,
    sequence: sequence + 1,
    activeMs,
    computingMs,
    ...columnsAfter(next),
  })
  const journal = database.journals.get(executionId) ?? []
  const used = checkpoint.state && useState(database, checkpoint.state)
  const entries = [...steps, ...(used?.steps ?? [])]
  const added = { sequence, steps: JSON.stringify(entries), logs: JSON.stringify(logs) }
  database.journals.set(executionId, [...journal, added])
  changeWaits(database, row, checkpoint)
  for (const child of checkpoint.children) insertExecution(database, child, row.chain)
  if (next.kind === 'end') {
    applyEndConsequences(database, executionId)
    cancelOrphans(database, next.cancel, next.completedAt)
    if (next.notify !== null) enqueueSignal(database, { ...next.notify, owner: UNOWNED })
  }
  return 'committed'
}

function mayWrite({ fences }: MemoryDatabase, row: ExecutionRow, { owner, sequence }: Checkpoint): boolean {
  if (row.completedAt !== null) return false
  if (fences.owner && row.owner !== owner) return false
  return !fences.sequence || row.sequence === sequence
}

function columnsAfter(next: Checkpoint['next']): Partial<ExecutionRow> {
  switch (next.kind) {
    case 'continue':
      return {}
    case 'park':
      return { status: 'pending', owner: UNOWNED }
    case 'hand-over':
      return { owner: UNOWNED }
    case 'end':
      return {
        status: next.status,
        completedAt: next.completedAt,
        output: JSON.stringify(next.output),
        error: JSON.stringify(next.error),
      }
  }
}

function changeWaits(
  database: MemoryDatabase,
  { id, accountId }: ExecutionRow,
  { waits, endedWaits, takenSignals }: Checkpoint,
): void {
  for (const waitId of endedWaits) {
    if (database.waits.get(waitId)?.executionId === id) database.waits.delete(waitId)
  }
  if (takenSignals.length > 0) {
    const left = (database.signals.get(id) ?? []).filter((signal) => !takenSignals.includes(signal.id))
    database.signals.set(id, left)
  }
  for (const wait of waits) database.waits.insert(wait.id, { ...wait, executionId: id, accountId })
}
