import type { SignalRequest, SignalResult } from '#ports/index.ts'
import type { MemoryDatabase } from './memory-database.ts'
import { isQueued } from './release-slot.ts'

const MAX_UNTAKEN_EVENTS = 1_000

export function enqueueExternalSignal(database: MemoryDatabase, request: SignalRequest): SignalResult {
  const { executionId, signal } = request
  const row = database.executions.get(executionId)
  if (row === undefined || row.completedAt !== null) return 'ended'
  if (signal.waitId === null) {
    const events = (database.signals.get(executionId) ?? []).filter(({ waitId }) => waitId === null)
    if (events.length >= MAX_UNTAKEN_EVENTS) return 'full'
  } else {
    const wait = database.waits.get(signal.waitId)
    if (
      wait === undefined ? hasStarted(database, executionId, signal.waitId) : wait.executionId !== executionId
    )
      return 'answered'
  }
  return enqueueSignal(database, request)
}

export function hasStarted(database: MemoryDatabase, executionId: string, waitId: string): boolean {
  const pages = database.journals.get(executionId) ?? []
  return pages.some(({ steps }) => steps.includes(`"waitId":"${waitId}"`))
}

export function enqueueSignal(
  database: MemoryDatabase,
  { executionId, signal, owner }: SignalRequest,
): SignalResult {
  const row = database.executions.get(executionId)
  if (row === undefined || row.completedAt !== null) return 'ended'
  const signals = database.signals.get(executionId) ?? []
  if (signal.waitId !== null && signals.some(({ waitId }) => waitId === signal.waitId)) return 'answered'
  const { id, event, waitId, at } = signal
  const position = row.signalSequence
  database.signals.set(executionId, [
    ...signals,
    { id, position, event, waitId, data: JSON.stringify(signal.data), at },
  ])
  const isParked = row.status === 'pending' && !isQueued(database, row.id)
  database.executions.set(executionId, {
    ...row,
    signalSequence: position + 1,
    ...(isParked && { status: 'running' as const, owner }),
  })
  return isParked ? 'woken' : 'enqueued'
}
