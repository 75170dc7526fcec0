import type { TriggerKind } from '#domain/index.ts'
import type { Database } from '../database.ts'
import { mayFire } from './is-paused.ts'

/** When the next trigger of a kind is due; undefined if none is. */
export async function nextFireAt(database: Database, kind: TriggerKind): Promise<number | undefined> {
  const row = await database.read
    .selectFrom('triggers')
    .select('fire_at')
    .where('kind', '=', kind)
    .where('fire_at', 'is not', null)
    .where(mayFire)
    .orderBy('fire_at')
    .limit(1)
    .executeTakeFirst()
  return row?.fire_at ?? undefined
}
