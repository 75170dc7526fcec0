import { sql } from 'kysely'
import type { StateChange } from '#domain/index.ts'
import type { StateUse, Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

type Remember = Extract<StateChange, { kind: 'remember' }>

interface Remembering {
  readonly use: StateUse
  readonly change: Remember
  readonly lastPosition: number
}

/** Positions follow the order in which items were last seen: present items move up, and the lowest ones beyond the limit go. */
export async function remember(
  database: Database,
  tx: Transaction,
  { use, change, lastPosition }: Remembering,
): Promise<void> {
  const { accountId, scope, key } = use.address
  const { items, present, limit, expiresAt } = change
  const queries = queriesOf(tx)
  // All of them get the same position: their order does not matter, as they were seen together.
  if (present.length > 0)
    await sql`update state_items set position = ${lastPosition + 1}
      where account_id = ${accountId} and scope = ${scope} and key = ${key}
        and item in (select item from ${database.textRows(present)})`.execute(queries)
  if (items.length === 0) return
  // The conflict: an expired item that was not deleted yet.
  await sql`insert into state_items (account_id, scope, key, item, position, expires_at)
    select entry.account_id, entry.scope, entry.key, listed.item, ${lastPosition + present.length} + listed.place,
      cast(${expiresAt} as bigint)
    from state_entries as entry cross join ${database.textRows(items)}
    where entry.account_id = ${accountId} and entry.scope = ${scope} and entry.key = ${key}
    on conflict (account_id, scope, key, item)
    do update set position = excluded.position, expires_at = excluded.expires_at`.execute(queries)
  await sql`delete from state_items where account_id = ${accountId} and scope = ${scope} and key = ${key}
    and position < (select position from state_items
      where account_id = ${accountId} and scope = ${scope} and key = ${key}
      order by position desc limit 1 offset ${limit - 1})`.execute(queriesOf(tx))
}
