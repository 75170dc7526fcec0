import { publishEndEvent } from './deliveries/publish-events.ts'
import type { MemoryDatabase } from './memory-database.ts'
import { releaseSlot } from './release-slot.ts'
import { startFollowUpRuns } from './start-follow-up-runs.ts'

/** Everything that follows from the end of an execution, as in `store/executions/end-consequences.ts`. */
export function applyEndConsequences(database: MemoryDatabase, executionId: string): void {
  dropWaitsAndSignals(database, executionId)
  releaseSlot(database, executionId)
  const { versionId = '' } = database.executions.get(executionId) ?? {}
  // A test run has no consequences elsewhere.
  if (database.versions.get(versionId)?.number === null) return
  publishEndEvent(database, executionId)
  if (database.fences.followUps) startFollowUpRuns(database, executionId)
  else database.afterCommit(() => void database.write(() => startFollowUpRuns(database, executionId)))
}

export function dropWaitsAndSignals(database: MemoryDatabase, executionId: string): void {
  for (const wait of database.waits.values()) {
    if (wait.executionId === executionId) database.waits.delete(wait.id)
  }
  database.signals.delete(executionId)
}
