import { type OpenExecution, refersToFile } from '#domain/index.ts'
import type { ExecutionStores, Transaction } from '#ports/index.ts'
import type { Database } from '../database.ts'
import { admitExecution } from './admit-execution.ts'
import { cancelExecution } from './cancel-executions.ts'
import { referToFiles } from '../files/file-references.ts'
import { executionClaims } from './sql-execution-claims.ts'
import {
  addsFiles,
  checkpointToText,
  type CheckpointText,
  executionToText,
  isLong,
  type NewExecutionText,
  packCheckpoint,
  packInput,
} from './execution-texts.ts'
import { insertExecution } from './insert-execution.ts'
import { isPackable } from './journal/packed-text.ts'
import { enqueueExternalSignal } from './waits/enqueue-signal.ts'
import { openExecutions } from './open-executions.ts'
import { executionLists } from './list-executions.ts'
import { waitReads } from './waits/read-waits.ts'
import { executionReads } from './read-executions.ts'
import { executionRetention } from './sql-execution-retention.ts'
import { isPlain, writeCheckpoint } from './write-checkpoint.ts'

/** The writes on the hot path, optimised per dialect. */
export interface HotWrites {
  accept(execution: NewExecutionText, tx?: Transaction): Promise<OpenExecution | undefined>
  acceptAll(
    tx: Transaction,
    executions: readonly NewExecutionText[],
  ): Promise<readonly (OpenExecution | undefined)[]>
  /**
   * Writes an execution with its first checkpoint, which changes only the two. False, and nothing is written, when `versionId` is
   * not the current version of the account's workflow, or when its end has consequences.
   */
  acceptWith(execution: NewExecutionText, versionId: string, plain: CheckpointText): Promise<boolean>
  /**
   * Writes a checkpoint that changes only its execution and the journal. False, and nothing is written, when the checkpoint
   * is lost, or when it ends an execution that may have waits, signals, slots or other consequences.
   */
  checkpoint(plain: CheckpointText): Promise<boolean>
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
        const text = executionToText(execution)
        if (!refersToFile(text.input)) {
          return hot.accept(tx === undefined && isPackable(text.input) ? await packInput(text) : text, tx)
        }
        return inTransaction(database, tx, async (own) => {
          const open = await hot.accept(text, own)
          if (open !== undefined) await referFromInput(own, text)
          return open
        })
      },
      async acceptWith(execution, versionId, checkpoint) {
        const plain = executionToText(execution)
        const plainFirst = checkpointToText(checkpoint, plain.input)
        const text = isPackable(plain.input) ? await packInput(plain) : plain
        const first = isLong(plainFirst)
          ? await packCheckpoint(plainFirst, { text: plain.input, stored: text.input })
          : plainFirst
        const isHot = isPlain(checkpoint) && !refersToFile(text.input) && !addsFiles(first)
        if (isHot && (await hot.acceptWith(text, versionId, first))) return 'stored'
        return database.write(async (tx) => {
          const open = await hot.accept(text, tx)
          if (open !== undefined) await referFromInput(tx, text)
          if (open?.versionId !== versionId) return open
          await writeCheckpoint(database, tx, first)
          return 'stored'
        })
      },
      async acceptAll(tx, executions) {
        const texts = executions.map(executionToText)
        const accepted = await hot.acceptAll(tx, texts)
        for (const [index, text] of texts.entries())
          if (accepted[index] !== undefined) await referFromInput(tx, text)
        return accepted
      },
      acceptOnVersion: (tx, execution) => insertExecution(tx, execution),
      cancel: (tx, request) => cancelExecution(database, tx, request),
      signal: (tx, request) => enqueueExternalSignal(database, tx, request),
    },
    journal: {
      load,
      async checkpoint(checkpoint) {
        const plain = checkpointToText(checkpoint)
        const text = isLong(plain) ? await packCheckpoint(plain) : plain
        if (isPlain(checkpoint) && !addsFiles(text) && (await hot.checkpoint(text))) return 'committed'
        return database.write((tx) => writeCheckpoint(database, tx, text))
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

async function referFromInput(tx: Transaction, { execution, input }: NewExecutionText): Promise<void> {
  if (!refersToFile(input)) return
  const { id, accountId } = execution
  await referToFiles(tx, { accountId, holder: 'execution', holderId: id, texts: [input] })
}

function inTransaction<T>(
  database: Database,
  tx: Transaction | undefined,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return tx === undefined ? database.write(work) : work(tx)
}
