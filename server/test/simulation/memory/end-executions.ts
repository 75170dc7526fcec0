import { type ExecutionLog, type JsonObject, UNOWNED } from '#domain/index.ts'
import type { CancelRequest, Ending } from '#ports/index.ts'
import type { ExecutionRow, MemoryDatabase } from './memory-database.ts'
import { applyEndConsequences } from './end-consequences.ts'
import { enqueueSignal } from './enqueue-signal.ts'

export function cancelExecution(
  database: MemoryDatabase,
  { account, id, at, error, log }: CancelRequest,
): boolean | undefined {
  const row = database.executions.get(id)
  if (row === undefined || row.accountId !== account) return undefined
  if (row.completedAt !== null) return false
  endExecution(database, row, { at, error, log })
  if (row.parent !== null) {
    const data = { status: 'failed', output: {}, error: error as unknown as JsonObject }
    const signal = { id, event: null, waitId: row.parent.waitId, data, at }
    enqueueSignal(database, { executionId: row.parent.executionId, signal, owner: UNOWNED })
  }
  return true
}

/** Ends the open sub-workflows of an execution that has ended. */
export function cancelOrphans(database: MemoryDatabase, ids: readonly string[], at: number): void {
  const message = 'The execution that started it ended.'
  const error = { code: 'CANCELLED', message, node_id: null }
  const log: ExecutionLog = { at, level: 'warn', message, node_id: null }
  for (const id of ids) {
    const row = database.executions.get(id)
    if (row !== undefined && row.completedAt === null) endExecution(database, row, { at, error, log })
  }
}

export function endExecution(database: MemoryDatabase, row: ExecutionRow, { at, error, log }: Ending): void {
  const { id, sequence } = row
  database.executions.set(id, {
    ...row,
    status: 'failed',
    completedAt: Math.max(row.startedAt, at),
    output: '{}',
    error: JSON.stringify(error),
    sequence: sequence + 1,
  })
  const journal = database.journals.get(id) ?? []
  database.journals.set(id, [...journal, { sequence, steps: '[]', logs: JSON.stringify([log]) }])
  applyEndConsequences(database, id)
  const children = [...database.executions.values()].filter(({ parent }) => parent?.executionId === id)
  cancelOrphans(
    database,
    children.map((child) => child.id),
    at,
  )
}
