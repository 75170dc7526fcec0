import { UNOWNED } from '#domain/index.ts'
import { sql } from 'kysely'
import type { Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'

/** What runs count for each other. */
export type SlotKey = Pick<Tables['execution_slots'], 'workflow_id' | 'slot_key'>

/**
 * Whoever ends runs calls this before it locks a row of an execution: the lock of a key comes before the rows, here and
 * where slotKeys are given. Under it those who wait are let go on, which writes their rows.
 */
export async function lockSlotsOf(
  database: Database,
  tx: Transaction,
  executionIds: readonly string[],
): Promise<void> {
  if (!database.locksRows) return
  for (const slotKey of await slotsOf(tx, executionIds)) await lockSlots(database, tx, slotKey)
}

/**
 * Gives back the slotKeys of executions that have just ended, and lets those go on that wait for one, in their order.
 *
 * 1. Two runs that end at once do not see each other's slotKeys go before they are committed. The lock makes one wait for
 *    the other, so the second sees all: nobody waits for a slotKey that is free.
 * 2. That holds for one that ends while it waits, too: a slotKey must not be given to it while it goes.
 * 3. A run that got its slotKey after `lockSlotsOf` has looked is locked here, behind its row. Two that then wait for each
 *    other are told so by the database, and one of them is done again as a whole.
 */
export async function releaseSlots(
  database: Database,
  tx: Transaction,
  executionIds: readonly string[],
): Promise<void> {
  const slotKeys = await slotsOf(tx, executionIds)
  for (const slotKey of slotKeys) await lockSlots(database, tx, slotKey)
  if (slotKeys.length === 0) return
  await queriesOf(tx).deleteFrom('execution_slots').where('execution_id', 'in', executionIds).execute()
  for (const slotKey of slotKeys) await letNextGoOn(database, tx, slotKey)
}

/** Each once, in an order that is the same for everybody. */
async function slotsOf(tx: Transaction, executionIds: readonly string[]): Promise<readonly SlotKey[]> {
  return queriesOf(tx)
    .selectFrom('execution_slots')
    .select(['workflow_id', 'slot_key'])
    .distinct()
    .where('execution_id', 'in', executionIds)
    .orderBy('workflow_id')
    .orderBy('slot_key')
    .execute()
}

/** As many of those who wait as there are free slotKeys. The lock of the key is held. */
export async function letNextGoOn(database: Database, tx: Transaction, slotKey: SlotKey): Promise<void> {
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

/** Nobody else gives or takes slotKeys of this key until `tx` ends. */
export async function lockSlots(database: Database, tx: Transaction, slotKey: SlotKey): Promise<void> {
  if (!database.locksRows) return
  const name = `${slotKey.workflow_id} ${slotKey.slot_key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(queriesOf(tx))
}
