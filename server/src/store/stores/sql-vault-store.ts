import type { SealedPurpose } from '#domain/index.ts'
import { sql } from 'kysely'
import type { SealedValue, VaultStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

/** Where sealed values are: the column, and what names its row beside the account. */
interface Place {
  readonly table: string
  readonly column: string
  /** Null: it belongs to no account. */
  readonly account: string | null
  readonly record: string
  readonly slot: SealedValue['slot']
}

const VAULT_RECORDS = {
  table: 'vault_records',
  column: 'sealed',
  account: null,
  record: 'name',
  slot: 'current',
} as const
const WEBHOOKS = { table: 'webhook_endpoints', account: 'account_id', record: 'id' } as const

const PLACES: Readonly<Record<SealedPurpose, readonly Place[]>> = {
  canary: [VAULT_RECORDS],
  'digest-root': [VAULT_RECORDS],
  credentials: [
    { table: 'credentials', column: 'sealed_value', account: 'account_id', record: 'id', slot: 'current' },
  ],
  'webhook-secrets': [
    { ...WEBHOOKS, column: 'sealed_secret', slot: 'current' },
    { ...WEBHOOKS, column: 'earlier_sealed_secret', slot: 'earlier' },
  ],
  idempotency: [
    { table: 'idempotency_answers', column: 'body', account: 'account_id', record: 'key', slot: 'current' },
  ],
}

export function vaultStore(database: Database): VaultStore {
  return {
    async read(name) {
      const row = await database.read
        .selectFrom('vault_records')
        .select('sealed')
        .where('name', '=', name)
        .executeTakeFirst()
      return row?.sealed
    },
    async add(tx, name, sealed) {
      const { numInsertedOrUpdatedRows } = await queriesOf(tx)
        .insertInto('vault_records')
        .values({ name, sealed })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    async listSealedByOthers({ purpose, keyId, after, limit }) {
      const found: SealedValue[] = []
      for (const place of PLACES[purpose]) {
        if (after?.slot === 'earlier' && place.slot === 'current') continue
        const isBehind = after?.slot === place.slot ? after : undefined
        const { rows } = await sql<Pick<SealedValue, 'accountId' | 'recordId' | 'sealed'>>`
          select ${account(place)} as "accountId", ${sql.ref(place.record)} as "recordId", ${sql.ref(place.column)} as "sealed"
          from ${sql.table(place.table)}
          where ${sql.ref(place.column)} <> '' and ${sql.ref(place.column)} not like ${`v1.${keyId}.%`}
            ${place.table === 'vault_records' ? sql`and name = ${purpose}` : sql``}
            ${isBehind === undefined ? sql`` : sql`and (${account(place)}, ${sql.ref(place.record)}) > (${isBehind.accountId}, ${isBehind.recordId})`}
          order by 1, 2 limit ${limit - found.length}`.execute(database.read)
        found.push(...rows.map((row) => ({ ...row, purpose, slot: place.slot })))
        if (found.length >= limit) break
      }
      return found
    },
    async reseal(tx, value, sealed) {
      const place = PLACES[value.purpose].find(({ slot }) => slot === value.slot)
      if (place === undefined) throw new Error(`Nothing is sealed as ${value.purpose}, ${value.slot}.`)
      const { numAffectedRows } = await sql`
        update ${sql.table(place.table)} set ${sql.ref(place.column)} = ${sealed}
        where ${sql.ref(place.record)} = ${value.recordId} and ${account(place)} = ${value.accountId}
          and ${sql.ref(place.column)} = ${value.sealed}`.execute(queriesOf(tx))
      return (numAffectedRows ?? 0n) > 0n
    },
  }
}

function account(place: Place) {
  return place.account === null ? sql.lit('') : sql.ref(place.account)
}
