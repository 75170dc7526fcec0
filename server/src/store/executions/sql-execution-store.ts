import type { NewExecution } from '#domain/index.ts'
import type { Checkpoint, EndingCheckpoint, ExecutionIntake, ExecutionStores } from '#ports/index.ts'
import type { Database } from '../database.ts'
import { admitExecution } from './admit-execution.ts'
import { cancelExecution } from './cancel-executions.ts'
import { executionClaims } from './sql-execution-claims.ts'
import { insertExecution } from './insert-execution.ts'
import { enqueueExternalSignal } from './waits/enqueue-signal.ts'
import { openExecutions } from './open-executions.ts'
import { executionLists } from './list-executions.ts'
import { waitReads } from './waits/read-waits.ts'
import { executionReads } from './read-executions.ts'
import { executionRetention } from './sql-execution-retention.ts'
import { isPlain, writeCheckpoint } from './write-checkpoint.ts'

/** The writes on the hot path, optimised per dialect. */
export interface HotWrites extends Pick<ExecutionIntake, 'accept' | 'acceptAll'> {
  /**
   * Writes an inline run: an execution with its end. False, and nothing is written, when `versionId` is not the current
   * version of the account's workflow, or when the end has consequences.
   */
  acceptEnded(execution: NewExecution, versionId: string, end: EndingCheckpoint): Promise<boolean>
  /**
   * Writes a checkpoint that changes only its execution and the journal. False, and nothing is written, when the checkpoint
   * is lost, or when it ends an execution that may have waits, signals, slots or other consequences.
   */
  checkpoint(plain: Checkpoint): Promise<boolean>
}

export function executionStores(database: Database, hot: HotWrites): ExecutionStores {
  const { load, signals, ...ownership } = openExecutions(database)
  return {
    executions: {
      ...executionReads(database),
      ...executionLists(database),
      ...waitReads(database),
    },
    intake: {
      accept: hot.accept,
      async acceptEnded(execution, versionId, end) {
        if (isPlain(end) && (await hot.acceptEnded(execution, versionId, end))) return 'ended'
        return database.write(async (tx) => {
          const open = await hot.accept(execution, tx)
          if (open?.versionId !== versionId) return open
          await writeCheckpoint(database, tx, end)
          return 'ended'
        })
      },
      acceptAll: hot.acceptAll,
      acceptOnVersion: (tx, execution) => insertExecution(tx, execution),
      cancel: (tx, request) => cancelExecution(database, tx, request),
      signal: (tx, request) => enqueueExternalSignal(database, tx, request),
    },
    journal: {
      load,
      async checkpoint(checkpoint) {
        if (isPlain(checkpoint) && (await hot.checkpoint(checkpoint))) return 'committed'
        return database.write((tx) => writeCheckpoint(database, tx, checkpoint))
      },
      admit: (request) => database.write((tx) => admitExecution(database, tx, request)),
      signals,
    },
    claims: {
      subscribe: (onUnowned) => database.unownedNotifier.subscribe(onUnowned),
      ...executionClaims(database),
      ...ownership,
    },
    retention: executionRetention(database),
  }
}
