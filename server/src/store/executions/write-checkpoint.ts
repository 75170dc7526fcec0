import { sql } from 'kysely'
import { type AccountId, toErrorCode, UNOWNED } from '#domain/index.ts'
import type { Checkpoint, CheckpointResult, Transaction } from '#ports/index.ts'
import { chunksOf } from '../chunks-of.ts'
import { type Database, queriesOf } from '../database.ts'
import { referToFiles } from '../files/file-references.ts'
import { lockRow } from '../lock-row.ts'
import { useState } from '../state/use-state.ts'
import type { Tables } from '../tables.ts'
import { cancelOrphans } from './cancel-executions.ts'
import { applyEndConsequences } from './end-consequences.ts'
import { insertExecution } from './insert-execution.ts'
import type { CheckpointText } from './execution-texts.ts'
import { stepsToText } from './journal/journal-text.ts'
import { enqueueSignal } from './waits/enqueue-signal.ts'
import { lockSlotsOf } from './release-slots.ts'

/** True for most checkpoints: they change only their execution and the journal. */
export function isPlain({ waits, endedWaits, takenSignals, children, state, next }: Checkpoint): boolean {
  if (state !== undefined) return false
  if (waits.length + endedWaits.length + takenSignals.length + children.length > 0) return false
  return next.kind === 'continue' || (next.kind === 'end' && next.notify === null && next.cancel.length === 0)
}

/** Writes any checkpoint with all its consequences. */
export async function writeCheckpoint(
  database: Database,
  tx: Transaction,
  text: CheckpointText,
): Promise<CheckpointResult> {
  const { checkpoint } = text
  const { executionId, sequence, input, steps, next } = checkpoint
  if (next.kind === 'end') await lockSlotsOf(database, tx, [executionId])
  if (next.kind === 'end' && next.notify !== null) {
    // Lock order: parents before their children (see `cancelExecution`).
    await lockRow(database, tx, 'executions', next.notify.executionId)
  }
  const advanced = await advanceExecution(tx, text)
  if (advanced === undefined) {
    return next.kind === 'park' && (await isStillOwned(tx, checkpoint)) ? 'signalled' : 'lost'
  }
  const used = checkpoint.state && (await useState(database, tx, checkpoint.state))
  // Also when it holds nothing, as when a run is handed over right after a save: a missing page always means a lost one.
  const stepsText = used === undefined ? text.steps : stepsToText([...steps, ...used.steps], input)
  await queriesOf(tx)
    .insertInto('execution_journal')
    .values({ execution_id: executionId, sequence, steps: stepsText, logs: text.logs })
    .execute()
  const texts = text.output === null ? [stepsText] : [stepsText, text.output]
  await referToFiles(tx, {
    accountId: advanced.account_id,
    holder: 'execution',
    holderId: executionId,
    texts,
  })
  await changeWaits(tx, advanced.account_id, checkpoint)
  // Sub-workflows belong to the chain of their parent, even if the parent does not wait for them.
  for (const child of checkpoint.children) await insertExecution(tx, child, advanced.chain)
  if (next.kind === 'end') {
    await applyEndConsequences(database, tx, [executionId])
    await cancelOrphans(database, tx, next.cancel, next.completedAt)
    if (next.notify !== null) await enqueueSignal(database, tx, { ...next.notify, owner: UNOWNED })
  } else if (next.kind === 'hand-over') {
    database.afterCommit(tx, () => database.unownedNotifier.notify())
  }
  return 'committed'
}

/** The conditional update that decides whether the checkpoint is valid. Undefined when it is not. */
async function advanceExecution(
  tx: Transaction,
  text: CheckpointText,
): Promise<{ account_id: AccountId; chain: number } | undefined> {
  const { executionId, owner, sequence, activeMs, computingMs, waits, next } = text.checkpoint
  let update = queriesOf(tx)
    .updateTable('executions')
    .set({
      sequence: sql<number>`sequence + 1`,
      active_ms: activeMs,
      computing_ms: computingMs,
      ...columnsAfter(text),
    })
    .where('id', '=', executionId)
    .where('owner', '=', owner)
    .where('sequence', '=', sequence)
    .where('completed_at', 'is', null)
  if (waits.length > 0) update = update.set({ has_waits: 1 })
  if (next.kind === 'park') update = update.where('signal_sequence', '=', next.signalSequence)
  return update.returning(['account_id', 'chain']).executeTakeFirst()
}

function columnsAfter({
  checkpoint: { next },
  output,
  error,
}: CheckpointText): Partial<Tables['executions']> {
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
        completed_at: next.completedAt,
        output,
        error,
        error_code: next.error && toErrorCode(next.error.code),
      }
  }
}

async function isStillOwned(tx: Transaction, { executionId, owner, sequence }: Checkpoint): Promise<boolean> {
  const row = await queriesOf(tx)
    .selectFrom('executions')
    .select('id')
    .where('id', '=', executionId)
    .where('owner', '=', owner)
    .where('sequence', '=', sequence)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

async function changeWaits(tx: Transaction, account: AccountId, checkpoint: Checkpoint): Promise<void> {
  const { executionId, sequence, steps, waits, endedWaits, takenSignals, next } = checkpoint
  // An end deletes all of them anyway.
  const isOpen = next.kind !== 'end'
  for (const ids of isOpen ? chunksOf(endedWaits) : []) {
    await queriesOf(tx)
      .deleteFrom('execution_waits')
      .where('id', 'in', ids)
      .where('execution_id', '=', executionId)
      .execute()
  }
  for (const ids of isOpen ? chunksOf(takenSignals) : []) {
    await queriesOf(tx)
      .deleteFrom('execution_signals')
      .where('id', 'in', ids)
      .where('execution_id', '=', executionId)
      .execute()
  }
  if (waits.length === 0) return
  const inPage = new Set(steps.filter((entry) => entry.status === 'waiting').map(({ waitId }) => waitId))
  for (const begun of chunksOf(waits)) {
    const rows = begun.map(({ id, kind, dueAt, begunAt }) => ({
      id,
      execution_id: executionId,
      account_id: account,
      kind,
      due_at: dueAt,
      begun_at: begunAt,
      journal_sequence: inPage.has(id) ? sequence : null,
    }))
    await queriesOf(tx).insertInto('execution_waits').values(rows).execute()
  }
}
