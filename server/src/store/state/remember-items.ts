import { sql } from 'kysely'
import type { StateChange } from '#domain/index.ts'
import type { StateUse, Transaction } from '#ports/index.ts'
import { queriesOf } from '../database.ts'
import { chunksOf } from '../chunks-of.ts'

type Remember = Extract<StateChange, { kind: 'remember' }>

/** Positions follow the order in which items were last seen: present items move up, and the lowest ones beyond the limit go. */
export async function remember(
  tx: Transaction,
  { address: { accountId, scope, key } }: StateUse,
  { items, present, limit, expiresAt }: Remember,
  lastPosition: number,
): Promise<void> {
  let position = lastPosition
  for (const chunk of chunksOf(present)) {
    const from = position
    position += chunk.length
    // All of a chunk get the same position: their order does not matter, as they were seen together.
    await queriesOf(tx)
      .updateTable('state_items')
      .set({ position: from + 1 })
      .where('account_id', '=', accountId)
      .where('scope', '=', scope)
      .where('key', '=', key)
      .where('item', 'in', chunk)
      .execute()
  }
  for (const chunk of chunksOf(items)) {
    const rows = chunk.map((item) => {
      position += 1
      return { account_id: accountId, scope, key, item, position, expires_at: expiresAt }
    })
    await queriesOf(tx)
      .insertInto('state_items')
      .values(rows)
      // An expired item that was not deleted yet.
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'scope', 'key', 'item']).doUpdateSet((eb) => ({
          position: eb.ref('excluded.position'),
          expires_at: eb.ref('excluded.expires_at'),
        })),
      )
      .execute()
  }
  if (items.length === 0) return
  await sql`delete from state_items where account_id = ${accountId} and scope = ${scope} and key = ${key}
    and position < (select position from state_items
      where account_id = ${accountId} and scope = ${scope} and key = ${key}
      order by position desc limit 1 offset ${limit - 1})`.execute(queriesOf(tx))
}
