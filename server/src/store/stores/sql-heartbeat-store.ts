import type { HeartbeatStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

export function heartbeatStore(database: Database): HeartbeatStore {
  return {
    async record(owner, at) {
      await database.write(
        (tx) =>
          queriesOf(tx)
            .insertInto('heartbeats')
            .values({ owner, seen_at: at })
            .onConflict((conflict) => conflict.column('owner').doUpdateSet({ seen_at: at }))
            .execute(),
        { durable: false },
      )
    },
    async removeExpired(before) {
      await database.write(
        (tx) => queriesOf(tx).deleteFrom('heartbeats').where('seen_at', '<', before).execute(),
        {
          durable: false,
        },
      )
    },
    async remove(owner) {
      await database.write(
        (tx) => queriesOf(tx).deleteFrom('heartbeats').where('owner', '=', owner).execute(),
        {
          durable: false,
        },
      )
    },
  }
}
