import type { ExecutionError } from '@millrace/contract/execution.ts'
import { type ExecutionLog, type JsonObject, toErrorCode, UNOWNED } from '#domain/index.ts'
import type { CancelRequest, Ending, Transaction } from '#ports/index.ts'
import { sql } from 'kysely'
import { type Database, queriesOf } from '../database.ts'
import { lockRow } from '../lock-row.ts'
import { applyEndConsequences } from './end-consequences.ts'
import { enqueueSignal } from './waits/enqueue-signal.ts'
import { lockSlotsOf } from './release-slots.ts'

const ORPHANED: ExecutionError = {
  code: 'CANCELLED',
  message: 'The execution that started it ended.',
  node_id: null,
}
/** Rows per statement, far below the parameter limit of either database. */
const CHUNK = 500

export async function cancelExecution(
  database: Database,
  tx: Transaction,
  { account, id, at, error, log }: CancelRequest,
): Promise<boolean | undefined> {
  const found = await queriesOf(tx)
    .selectFrom('executions')
    .select(['parent_id', 'parent_wait_id'])
    .where('id', '=', id)
    .where('account_id', '=', account)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { parent_id: parentId, parent_wait_id: waitId } = found
  // Lock order: parents before their children, as everywhere. This prevents deadlocks.
  if (parentId !== null) await lockRow(database, tx, 'executions', parentId)
  if ((await endExecutions(database, tx, [id], { at, error, log })) === 0) return false
  if (parentId !== null && waitId !== null) {
    // An execution ends once, so its id can serve as the id of the one signal about its end.
    const data = { status: 'failed', output: {}, error: error as unknown as JsonObject }
    await enqueueSignal(database, tx, {
      executionId: parentId,
      signal: { id, event: null, waitId, data, at },
      owner: UNOWNED,
    })
  }
  return true
}

/** Cancels open sub-workflows of an execution that has ended. */
export async function cancelOrphans(
  database: Database,
  tx: Transaction,
  ids: readonly string[],
  at: number,
): Promise<void> {
  const log: ExecutionLog = { at, level: 'warn', message: ORPHANED.message, node_id: null }
  for (let from = 0; from < ids.length; from += CHUNK) {
    await endExecutions(database, tx, ids.slice(from, from + CHUNK), { at, error: ORPHANED, log })
  }
}

/**
 * Ends open executions and their sub-workflows. Returns how many of the given ones were open. Their sequence advances, so
 * the next checkpoint of their owner is lost.
 */
export async function endExecutions(
  database: Database,
  tx: Transaction,
  ids: readonly string[],
  { at, error, log }: Ending,
): Promise<number> {
  await lockSlotsOf(database, tx, ids)
  const found = queriesOf(tx)
    .selectFrom('executions')
    .select(['id', 'sequence'])
    .where('id', 'in', ids)
    .where('completed_at', 'is', null)
    .orderBy('id')
  const open = await (database.locksRows ? found.forUpdate() : found).execute()
  if (open.length === 0) return 0
  const openIds = open.map((row) => row.id)
  await queriesOf(tx)
    .updateTable('executions')
    .set({
      status: 'failed',
      completed_at: sql<number>`case when started_at > ${at} then started_at else ${at} end`,
      output: '{}',
      error: JSON.stringify(error),
      error_code: toErrorCode(error.code),
      sequence: sql<number>`sequence + 1`,
    })
    .where('id', 'in', openIds)
    .execute()
  await queriesOf(tx)
    .insertInto('execution_journal')
    .values(
      open.map((row) => ({
        execution_id: row.id,
        sequence: row.sequence,
        steps: '[]',
        logs: JSON.stringify([log]),
      })),
    )
    .execute()
  await applyEndConsequences(database, tx, openIds)
  const children = await queriesOf(tx)
    .selectFrom('executions')
    .select('id')
    .where('parent_id', 'in', openIds)
    .where('completed_at', 'is', null)
    .execute()
  await cancelOrphans(
    database,
    tx,
    children.map((row) => row.id),
    at,
  )
  return open.length
}
