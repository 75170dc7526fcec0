import { sql } from 'kysely'
import type { Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

/** How many rows a call deletes or moves besides those that it adds: a statement must not make other writers wait. */
const MAX_OTHER_ROWS = 1_000
/** An item that is seen again moves up when it is this part of the limit behind the latest one. */
const STALE_AFTER = 1 / 4

export interface Remembered {
  readonly memory: string
  /** The highest position so far. */
  readonly position: number
  readonly added: readonly string[]
  /** Items that are remembered and were seen again. Together with those added, they are not more than the limit. */
  readonly present: readonly string[]
  readonly limit: number
  readonly expiresAt: number | null
}

/**
 * Adds items to a memory, and forgets those beyond the limit. Returns the highest position.
 *
 * 1. Positions follow the order in which items were last seen. What was seen just now is never forgotten.
 * 2. Positions of present items are only roughly true: moving all of a long list for each new item would cost far more than the
 *    item. They move when they are old enough to matter, so an item may look older than it is by a part of the limit.
 * 3. A memory has at most `limit` items after each call, unless the limit was lowered: then each call forgets some more than it
 *    adds, until this is true again.
 */
export async function rememberItems(
  database: Database,
  tx: Transaction,
  { memory, position, added, present, limit, expiresAt }: Remembered,
): Promise<number> {
  // Nothing is forgotten without new items, so the order of the others does not matter yet.
  if (added.length === 0) return position
  const queries = queriesOf(tx)
  // Those that move get the first position after the last one, all the same: they were seen together.
  const moved = position + 1
  // The conflict: an expired item that was not deleted yet.
  await sql`insert into remembered_items (memory, item, position, expires_at)
    select ${memory}, listed.item, ${moved} + listed.place, cast(${expiresAt} as bigint)
    from ${database.textRows(added)} where true
    on conflict (memory, item) do update set position = excluded.position, expires_at = excluded.expires_at`.execute(
    queries,
  )
  const { count } = await queries
    .selectFrom('remembered_items')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('memory', '=', memory)
    .executeTakeFirstOrThrow()
  const otherRows = added.length + MAX_OTHER_ROWS
  const stale = position - Math.floor(limit * STALE_AFTER)
  // In a memory that is half empty, nothing is forgotten soon enough for the order to matter.
  if (present.length > 0 && stale > 0 && Number(count) > limit / 2) {
    // With the plus, SQLite reads the listed items instead of all stale ones.
    await sql`update remembered_items set position = ${moved} where memory = ${memory} and item in (
      select item from remembered_items where memory = ${memory} and +position <= ${stale}
        and item in (select item from ${database.textRows(present)})
      order by position limit ${otherRows})`.execute(queries)
  }
  const excess = Math.min(Number(count) - limit, otherRows)
  if (excess > 0) {
    await sql`delete from remembered_items where memory = ${memory} and item in (
      select item from remembered_items where memory = ${memory}
        and item not in (select item from ${database.textRows(present)})
      order by position limit ${excess})`.execute(queries)
  }
  return moved + added.length
}
