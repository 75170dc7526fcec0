import type { MemoryDatabase } from './memory-database.ts'
import { releaseSlot } from './release-slot.ts'

/** Everything that follows from the end of an execution, as in `store/executions/end-consequences.ts`. */
export function applyEndConsequences(database: MemoryDatabase, executionId: string): void {
  dropWaitsAndSignals(database, executionId)
  releaseSlot(database, executionId)
}

export function dropWaitsAndSignals(database: MemoryDatabase, executionId: string): void {
  for (const wait of database.waits.values()) {
    if (wait.executionId === executionId) database.waits.delete(wait.id)
  }
  database.signals.delete(executionId)
}
