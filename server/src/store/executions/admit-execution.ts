import { UNOWNED } from '#domain/index.ts'
import { sql } from 'kysely'
import type { AdmissionRequest, AdmissionResult, Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { endExecutions } from './cancel-executions.ts'
import { admitNext, countHeld, lockSlots, type SlotKey } from './release-slots.ts'

/**
 * Assigns a concurrency slot to a run, or applies the `onLimit` policy of its workflow. A slot is a row that is deleted in
 * the transaction that ends the run (`releaseSlots`), so no slot is ever leaked.
 *
 * Lock order: the slots of a key come before the rows of executions, here and where runs end.
 */
export async function admitExecution(
  database: Database,
  tx: Transaction,
  request: AdmissionRequest,
): Promise<AdmissionResult> {
  const { executionId, owner, key, onLimit } = request
  const open = queriesOf(tx)
    .selectFrom('executions')
    .select(['account_id', 'workflow_id'])
    .where('id', '=', executionId)
    .where('owner', '=', owner)
    .where('status', '=', 'running')
  const found = await open.executeTakeFirst()
  if (found === undefined) return LOST
  const slotKey = key === null ? null : { workflow_id: found.workflow_id, slot_key: key }
  if (slotKey !== null) {
    await lockSlots(database, tx, slotKey)
    if (onLimit === 'replace') await lockHolders(database, tx, slotKey)
  }
  if (database.locksRows && (await open.forUpdate().executeTakeFirst()) === undefined) return LOST
  if (slotKey === null) return drop(database, tx, request)
  if (await hasSlot(tx, executionId)) return { kind: 'admitted', replaced: [] }
  const limit = await applyLatestLimit(database, tx, slotKey, request)
  const replaced: string[] = []
  while ((await countHeld(tx, slotKey)) >= limit) {
    if (onLimit === 'drop') return drop(database, tx, request)
    if (onLimit === 'queue') break
    const oldest = await queriesOf(tx)
      .selectFrom('execution_slots')
      .select('execution_id')
      .where('workflow_id', '=', slotKey.workflow_id)
      .where('slot_key', '=', slotKey.slot_key)
      .where('is_held', '=', 1)
      .orderBy('execution_id')
      .executeTakeFirstOrThrow()
    await endExecutions(database, tx, [oldest.execution_id], request.replaced)
    replaced.push(oldest.execution_id)
  }
  const isHeld = (await countHeld(tx, slotKey)) < limit
  await queriesOf(tx)
    .insertInto('execution_slots')
    .values({
      execution_id: executionId,
      account_id: found.account_id,
      ...slotKey,
      is_held: isHeld ? 1 : 0,
      slot_limit: limit,
    })
    .execute()
  await queriesOf(tx)
    .updateTable('executions')
    // Its end must release the slot: `has_waits` marks executions whose end has rows to delete.
    .set({ has_waits: 1, ...(!isHeld && { status: 'pending' as const, owner: UNOWNED }) })
    .where('id', '=', executionId)
    .execute()
  return { kind: isHeld ? 'admitted' : 'queued', replaced }
}

const LOST: AdmissionResult = { kind: 'lost', replaced: [] }

/**
 * The limit of the newest run applies to all queued runs as well. If each queued run kept its own limit, runs of a version
 * with a higher limit would overtake it again and again.
 */
async function applyLatestLimit(
  database: Database,
  tx: Transaction,
  slotKey: SlotKey,
  { executionId, limit }: AdmissionRequest,
): Promise<number> {
  const newest = await queriesOf(tx)
    .selectFrom('execution_slots')
    .select(['execution_id', 'slot_limit'])
    .where('workflow_id', '=', slotKey.workflow_id)
    .where('slot_key', '=', slotKey.slot_key)
    .where('is_held', '=', 0)
    .orderBy('execution_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest === undefined || newest.slot_limit === limit) return limit
  // This run asks late, for example because its process crashed: newer runs are already queued.
  if (newest.execution_id > executionId) return newest.slot_limit
  await queriesOf(tx)
    .updateTable('execution_slots')
    .set({ slot_limit: limit })
    .where('workflow_id', '=', slotKey.workflow_id)
    .where('slot_key', '=', slotKey.slot_key)
    .where('is_held', '=', 0)
    .execute()
  await admitNext(database, tx, slotKey)
  return limit
}

/** Locks the executions that may be replaced, in the order in which all writers lock executions. */
async function lockHolders(database: Database, tx: Transaction, slotKey: SlotKey): Promise<void> {
  if (!database.locksRows) return
  await sql`select id from executions where id in (
      select execution_id from execution_slots
      where workflow_id = ${slotKey.workflow_id} and slot_key = ${slotKey.slot_key} and is_held = 1
    ) order by id for update`.execute(queriesOf(tx))
}

async function drop(
  database: Database,
  tx: Transaction,
  { executionId, dropped }: AdmissionRequest,
): Promise<AdmissionResult> {
  await endExecutions(database, tx, [executionId], dropped)
  return { kind: 'dropped', replaced: [] }
}

async function hasSlot(tx: Transaction, executionId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from execution_slots where execution_id = ${executionId}`.execute(
    queriesOf(tx),
  )
  return rows.length > 0
}
