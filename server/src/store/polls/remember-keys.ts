import { sql } from 'kysely'
import type { PollStore } from '#ports/index.ts'
import { chunksOf } from '../chunks-of.ts'
import { queriesOf } from '../database.ts'

/** Positions follow the order in which keys were last seen: present keys move up, and the lowest ones beyond the limit go. */
export const rememberKeys: PollStore['remember'] = async (
  tx,
  { triggerId, position: last },
  { added, present, limit },
) => {
  // Nothing is deleted without new keys, so the order of the others does not matter yet.
  if (added.length === 0) return last
  let position = last
  for (const chunk of chunksOf(present)) {
    position += 1
    // All of a chunk get the same position: they were seen together.
    await queriesOf(tx)
      .updateTable('poll_items')
      .set({ position })
      .where('trigger_id', '=', triggerId)
      .where('item', 'in', chunk)
      .execute()
  }
  for (const chunk of chunksOf(added)) {
    const rows = chunk.map((item) => {
      position += 1
      return { trigger_id: triggerId, item, position }
    })
    await queriesOf(tx).insertInto('poll_items').values(rows).execute()
  }
  await sql`delete from poll_items where trigger_id = ${triggerId} and position < (
    select position from poll_items where trigger_id = ${triggerId}
    order by position desc limit 1 offset ${limit - 1})`.execute(queriesOf(tx))
  return position
}
