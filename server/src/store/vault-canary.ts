import type { VaultCanaryStore } from '#ports/vault-canary-store.ts'
import { type Database, queriesOf } from './database.ts'

export function vaultCanaryStore(database: Database): VaultCanaryStore {
  return {
    async read() {
      const row = await database.read.selectFrom('vault_canary').select('sealed').executeTakeFirst()
      return row?.sealed
    },
    async write(tx, sealed) {
      const { numInsertedOrUpdatedRows } = await queriesOf(tx)
        .insertInto('vault_canary')
        .values({ id: 1, sealed })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
  }
}
