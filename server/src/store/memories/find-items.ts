import { type RawBuilder, sql } from 'kysely'
import type { Database, Queries } from '../database.ts'

interface Searched {
  /** A memory, or SQL that finds it. Null has no items. */
  readonly memory: string | RawBuilder<string | null> | null
  readonly items: readonly string[]
  /** Items that have expired by then are not found. */
  readonly at: number
}

/** Those of the items that a memory has. */
export async function findItems(
  database: Database,
  queries: Queries,
  { memory, items, at }: Searched,
): Promise<ReadonlySet<string>> {
  if (memory === null || items.length === 0) return new Set()
  const { rows } = await sql<{ item: string }>`select item from remembered_items
    where memory = ${memory} and item in (select item from ${database.textRows(items)})
      and (expires_at is null or expires_at > ${at})`.execute(queries)
  return new Set(rows.map(({ item }) => item))
}
