import { sql } from 'kysely'
import { NOBODY } from '#ports/execution-store.ts'
import type { Transaction } from '#ports/transaction.ts'
import { type Database, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'

/** What runs count for each other. */
export type Place = Pick<Tables['execution_places'], 'workflow_id' | 'place_key'>

/**
 * Gives back the places of executions that have just ended, and lets those go on that wait for one, in their order.
 *
 * Two runs that end at once do not see each other's places go before they are committed. The lock makes one wait for the
 * other, so the second sees all: nobody waits for a place that is free.
 */
export async function releasePlaces(
  database: Database,
  tx: Transaction,
  executionIds: readonly string[],
): Promise<void> {
  const released = await queriesOf(tx)
    .deleteFrom('execution_places')
    .where('execution_id', 'in', executionIds)
    .returning(['workflow_id', 'place_key', 'is_held'])
    .execute()
  const places = new Map(
    released
      .filter(({ is_held: isHeld }) => isHeld === 1)
      .map((place) => [`${place.workflow_id} ${place.place_key}`, place]),
  )
  for (const [, place] of [...places].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await lockPlaces(database, tx, place)
    await letNextGoOn(tx, place)
  }
}

async function letNextGoOn(tx: Transaction, place: Place): Promise<void> {
  for (let held = await countHeld(tx, place); ; held += 1) {
    const next = await queriesOf(tx)
      .selectFrom('execution_places')
      .select(['execution_id', 'place_limit'])
      .where('workflow_id', '=', place.workflow_id)
      .where('place_key', '=', place.place_key)
      .where('is_held', '=', 0)
      .orderBy('execution_id')
      .limit(1)
      .executeTakeFirst()
    if (next === undefined || held >= next.place_limit) return
    await queriesOf(tx)
      .updateTable('execution_places')
      .set({ is_held: 1 })
      .where('execution_id', '=', next.execution_id)
      .execute()
    await queriesOf(tx)
      .updateTable('executions')
      .set({ status: 'running', owner: NOBODY })
      .where('id', '=', next.execution_id)
      .where('status', '=', 'pending')
      .execute()
  }
}

export async function countHeld(tx: Transaction, place: Place): Promise<number> {
  const { count } = await queriesOf(tx)
    .selectFrom('execution_places')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('workflow_id', '=', place.workflow_id)
    .where('place_key', '=', place.place_key)
    .where('is_held', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Nobody else gives or takes places of this key until `tx` ends. */
export async function lockPlaces(database: Database, tx: Transaction, place: Place): Promise<void> {
  if (!database.locksRows) return
  const name = `${place.workflow_id} ${place.place_key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(queriesOf(tx))
}
