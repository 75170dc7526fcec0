import type { PauseScope } from '#domain/index.ts'
import type { PauseStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

export function pauseStore(database: Database): PauseStore {
  return {
    async find(account) {
      const rows = await database.read
        .selectFrom('pauses')
        .selectAll()
        .where('scope', 'in', [account, 'installation'])
        .execute()
      const pauseOf = (scope: PauseScope) => {
        const row = rows.find((one) => one.scope === scope)
        return row === undefined ? null : { at: row.paused_at, by: row.paused_by }
      }
      return { account: pauseOf(account), installation: pauseOf('installation') }
    },
    async pause(tx, scope, { at, by }) {
      const { numInsertedOrUpdatedRows = 0n } = await queriesOf(tx)
        .insertInto('pauses')
        .values({ scope, paused_at: at, paused_by: by })
        .onConflict((conflict) => conflict.column('scope').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },
    async resume(tx, scope) {
      const { numDeletedRows } = await queriesOf(tx)
        .deleteFrom('pauses')
        .where('scope', '=', scope)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
