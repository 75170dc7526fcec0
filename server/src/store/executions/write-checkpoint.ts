import { sql } from 'kysely'
import { type AccountId, UNOWNED } from '#domain/index.ts'
import type { Checkpoint, CheckpointResult, Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { lockRow } from '../lock-row.ts'
import type { Tables } from '../tables.ts'
import { cancelOrphans } from './cancel-executions.ts'
import { applyEndConsequences } from './end-consequences.ts'
import { insertExecution } from './insert-execution.ts'
import { stepsToText } from './journal-text.ts'
import { enqueueSignal } from './enqueue-signal.ts'
import { lockSlotsOf } from './release-slots.ts'

/** Whether a checkpoint touches nothing but its execution and the journal, as most do. */
export function isPlain({ waits, waitsOver, signalsTaken, children, next }: Checkpoint): boolean {
  if (waits.length + waitsOver.length + signalsTaken.length + children.length > 0) return false
  return next.kind === 'go-on' || (next.kind === 'end' && next.notify === null && next.cancel.length === 0)
}

/** Writes any checkpoint, with all that hangs on it. */
export async function writeCheckpoint(
  database: Database,
  tx: Transaction,
  checkpoint: Checkpoint,
): Promise<CheckpointResult> {
  const { executionId, sequence, steps, logs, next } = checkpoint
  if (next.kind === 'end') await lockSlotsOf(database, tx, [executionId])
  if (next.kind === 'end' && next.notify !== null) {
    // Parents before their children: see cancelExecution.
    await lockRow(database, tx, 'executions', next.notify.executionId)
  }
  const moved = await moveOn(tx, checkpoint)
  if (moved === undefined) {
    return next.kind === 'park' && (await isStillOwned(tx, checkpoint)) ? 'signalled' : 'lost'
  }
  if (steps.length > 0 || logs.length > 0) {
    await queriesOf(tx)
      .insertInto('execution_journal')
      .values({
        execution_id: executionId,
        sequence,
        steps: stepsToText(steps),
        logs: JSON.stringify(logs),
      })
      .execute()
  }
  await changeWaits(tx, moved.account_id, checkpoint)
  // What a run starts belongs to the chain it is in, also where it does not wait for it.
  for (const child of checkpoint.children) await insertExecution(tx, child, moved.chain)
  if (next.kind === 'end') {
    await applyEndConsequences(database, tx, [executionId])
    await cancelOrphans(database, tx, next.cancel, next.completedAt)
    if (next.notify !== null) await enqueueSignal(database, tx, { ...next.notify, owner: UNOWNED })
  } else if (next.kind === 'hand-over') {
    database.afterCommit(tx, () => database.unownedNotifier.notify())
  }
  return 'committed'
}

/** The update that decides whether the checkpoint counts; everything else follows it. Undefined when it does not. */
async function moveOn(
  tx: Transaction,
  checkpoint: Checkpoint,
): Promise<{ account_id: AccountId; chain: number } | undefined> {
  const { executionId, owner, sequence, activeMs, waits, next } = checkpoint
  let update = queriesOf(tx)
    .updateTable('executions')
    .set({ sequence: sql<number>`sequence + 1`, active_ms: activeMs, ...columnsAfter(next) })
    .where('id', '=', executionId)
    .where('owner', '=', owner)
    .where('sequence', '=', sequence)
    .where('completed_at', 'is', null)
  if (waits.length > 0) update = update.set({ has_waits: 1 })
  if (next.kind === 'park') update = update.where('signal_sequence', '=', next.signalSequence)
  return update.returning(['account_id', 'chain']).executeTakeFirst()
}

function columnsAfter(next: Checkpoint['next']): Partial<Tables['executions']> {
  switch (next.kind) {
    case 'go-on':
      return {}
    case 'park':
      return { status: 'pending', owner: UNOWNED }
    case 'hand-over':
      return { owner: UNOWNED }
    case 'end':
      return {
        status: next.status,
        completed_at: next.completedAt,
        output: JSON.stringify(next.output),
        error: next.error && JSON.stringify(next.error),
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
  const { executionId, waits, waitsOver, signalsTaken, next } = checkpoint
  // With the end all of them go.
  const goesOn = next.kind !== 'end'
  if (goesOn && waitsOver.length > 0) {
    await queriesOf(tx)
      .deleteFrom('execution_waits')
      .where('id', 'in', waitsOver)
      .where('execution_id', '=', executionId)
      .execute()
  }
  if (goesOn && signalsTaken.length > 0) {
    await queriesOf(tx)
      .deleteFrom('execution_signals')
      .where('id', 'in', signalsTaken)
      .where('execution_id', '=', executionId)
      .execute()
  }
  if (waits.length > 0) {
    await queriesOf(tx)
      .insertInto('execution_waits')
      .values(
        waits.map(({ id, kind, dueAt }) => ({
          id,
          execution_id: executionId,
          account_id: account,
          kind,
          due_at: dueAt,
        })),
      )
      .execute()
  }
}
