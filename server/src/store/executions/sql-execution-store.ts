import { containsFile, isResult, type NewExecution } from '#domain/index.ts'
import type { Checkpoint, ExecutionIntake, ExecutionStores, Transaction } from '#ports/index.ts'
import type { Database } from '../database.ts'
import { admitExecution } from './admit-execution.ts'
import { cancelExecution } from './cancel-executions.ts'
import { referToFiles } from '../files/file-references.ts'
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
   * Writes an execution with its first checkpoint, which changes only the two. False, and nothing is written, when `versionId` is
   * not the current version of the account's workflow, or when its end has consequences.
   */
  acceptWith(execution: NewExecution, versionId: string, plain: Checkpoint): Promise<boolean>
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
      async accept(execution, tx) {
        if (!containsFile(execution.input)) return hot.accept(execution, tx)
        return inTransaction(database, tx, async (own) => {
          const open = await hot.accept(execution, own)
          if (open !== undefined) await referFromInput(own, execution)
          return open
        })
      },
      async acceptWith(execution, versionId, checkpoint) {
        const isHot = isPlain(checkpoint) && !containsFile(execution.input) && !refersToFiles(checkpoint)
        if (isHot && (await hot.acceptWith(execution, versionId, checkpoint))) return 'stored'
        return database.write(async (tx) => {
          const open = await hot.accept(execution, tx)
          if (open !== undefined) await referFromInput(tx, execution)
          if (open?.versionId !== versionId) return open
          await writeCheckpoint(database, tx, checkpoint)
          return 'stored'
        })
      },
      async acceptAll(tx, executions) {
        const accepted = await hot.acceptAll(tx, executions)
        for (const [index, execution] of executions.entries()) {
          if (accepted[index] !== undefined && containsFile(execution.input))
            await referFromInput(tx, execution)
        }
        return accepted
      },
      acceptOnVersion: (tx, execution) => insertExecution(tx, execution),
      cancel: (tx, request) => cancelExecution(database, tx, request),
      signal: (tx, request) => enqueueExternalSignal(database, tx, request),
    },
    journal: {
      load,
      async checkpoint(checkpoint) {
        if (isPlain(checkpoint) && !refersToFiles(checkpoint) && (await hot.checkpoint(checkpoint)))
          return 'committed'
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

/** Whether what a checkpoint adds contains files: they are kept in the same transaction. */
function refersToFiles({ steps, next }: Checkpoint): boolean {
  let earlier: unknown
  for (const entry of steps) {
    // Nodes that pass their input on have the output of the node before them.
    const output = isResult(entry) ? entry.output : entry
    if (output !== earlier && containsFile(output)) return true
    earlier = output
  }
  return next.kind === 'end' && next.output !== earlier && containsFile(next.output)
}

function referFromInput(tx: Transaction, { id, accountId, input }: NewExecution): Promise<void> {
  return referToFiles(tx, { accountId, holder: 'execution', holderId: id, texts: [JSON.stringify(input)] })
}

function inTransaction<T>(
  database: Database,
  tx: Transaction | undefined,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return tx === undefined ? database.write(work) : work(tx)
}
