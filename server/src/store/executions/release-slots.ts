import { UNOWNED } from '#domain/index.ts'
import { sql } from 'kysely'
import type { Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'

/** Runs with the same slot key share a concurrency limit. */
export type SlotKey = Pick<Tables['execution_slots'], 'workflow_id' | 'slot_key'>

/**
 * Locks the slots of executions that are about to end. Call it before you lock rows of executions: slots come first in the
 * lock order, because releasing a slot writes the rows of the runs it admits.
 */
export async function lockSlotsOf(
  database: Database,
  tx: Transaction,
  executionIds: readonly string[],
): Promise<void> {
  if (!database.locksRows) return
  for (const slotKey of await slotKeysOf(tx, executionIds)) await lockSlots(database, tx, slotKey)
}

/**
 * Releases the slots of executions that have just ended, and admits queued runs in their order.
 *
 * 1. Two transactions that end runs concurrently do not see each other's uncommitted releases. The lock serialises them, so
 *    the second one sees all free slots and no run stays queued for a slot that is free.
 * 2. The same holds for a run that ends while it is queued: it must not be given a slot at the same time.
 * 3. A run that got its slot after `lockSlotsOf` has read the slots is locked here, after its row. If that causes a deadlock,
 *    the database detects it, and one of the transactions runs again.
 */
export async function releaseSlots(
  database: Database,
  tx: Transaction,
  executionIds: readonly string[],
): Promise<void> {
  const slotKeys = await slotKeysOf(tx, executionIds)
  for (const slotKey of slotKeys) await lockSlots(database, tx, slotKey)
  if (slotKeys.length === 0) return
  await queriesOf(tx).deleteFrom('execution_slots').where('execution_id', 'in', executionIds).execute()
  for (const slotKey of slotKeys) await admitNext(database, tx, slotKey)
}

/** Returns each slot key once, in the order in which all transactions lock them. */
async function slotKeysOf(tx: Transaction, executionIds: readonly string[]): Promise<readonly SlotKey[]> {
  return queriesOf(tx)
    .selectFrom('execution_slots')
    .select(['workflow_id', 'slot_key'])
    .distinct()
    .where('execution_id', 'in', executionIds)
    .orderBy('workflow_id')
    .orderBy('slot_key')
    .execute()
}

/** Admits as many queued runs as there are free slots. The caller must hold the lock of the slot key. */
export async function admitNext(database: Database, tx: Transaction, slotKey: SlotKey): Promise<void> {
  for (let held = await countHeld(tx, slotKey); ; held += 1) {
    const next = await queriesOf(tx)
      .selectFrom('execution_slots')
      .select(['execution_id', 'slot_limit'])
      .where('workflow_id', '=', slotKey.workflow_id)
      .where('slot_key', '=', slotKey.slot_key)
      .where('is_held', '=', 0)
      .orderBy('execution_id')
      .limit(1)
      .executeTakeFirst()
    if (next === undefined || held >= next.slot_limit) return
    await queriesOf(tx)
      .updateTable('execution_slots')
      .set({ is_held: 1 })
      .where('execution_id', '=', next.execution_id)
      .execute()
    await queriesOf(tx)
      .updateTable('executions')
      .set({ status: 'running', owner: UNOWNED })
      .where('id', '=', next.execution_id)
      .where('status', '=', 'pending')
      .execute()
    database.afterCommit(tx, () => database.unownedNotifier.notify())
  }
}

export async function countHeld(tx: Transaction, slotKey: SlotKey): Promise<number> {
  const { count } = await queriesOf(tx)
    .selectFrom('execution_slots')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('workflow_id', '=', slotKey.workflow_id)
    .where('slot_key', '=', slotKey.slot_key)
    .where('is_held', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Prevents other transactions from assigning or releasing slots of this key until `tx` ends. */
export async function lockSlots(database: Database, tx: Transaction, slotKey: SlotKey): Promise<void> {
  if (!database.locksRows) return
  const name = `${slotKey.workflow_id} ${slotKey.slot_key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(queriesOf(tx))
}
