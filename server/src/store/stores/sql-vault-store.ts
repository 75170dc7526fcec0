import type { SealedPurpose } from '#domain/index.ts'
import { sql } from 'kysely'
import type { SealedValue, VaultStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

/** A column with sealed values, and the columns that identify its row. */
interface SealedColumn {
  readonly table: string
  readonly column: string
  /** Null when the values belong to no account. */
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
const ENDPOINTS = { table: 'webhook_endpoints', account: 'account_id', record: 'id' } as const

const SEALED_COLUMNS: Readonly<Record<SealedPurpose, readonly SealedColumn[]>> = {
  canary: [VAULT_RECORDS],
  'digest-root': [VAULT_RECORDS],
  credentials: [
    { table: 'credentials', column: 'sealed_value', account: 'account_id', record: 'id', slot: 'current' },
  ],
  'webhook-secrets': [
    { ...ENDPOINTS, column: 'sealed_secret', slot: 'current' },
    { ...ENDPOINTS, column: 'earlier_sealed_secret', slot: 'earlier' },
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
    async countSealedWithOtherKeys(keyId) {
      let count = 0
      // The records of the vault share one column, which is counted once.
      for (const source of new Set(Object.values(SEALED_COLUMNS).flat())) {
        const { rows } = await sql<{ count: number | string }>`
          select count(*) as "count" from ${sql.table(source.table)}
          where ${sealedWithOtherKeys(source, keyId)}`.execute(database.read)
        count += Number(rows[0]?.count ?? 0)
      }
      return count
    },
    async listSealedWithOtherKeys({ purpose, keyId, after, limit }) {
      const found: SealedValue[] = []
      for (const source of SEALED_COLUMNS[purpose]) {
        if (after?.slot === 'earlier' && source.slot === 'current') continue
        const start = after?.slot === source.slot ? after : undefined
        const { rows } = await sql<Pick<SealedValue, 'accountId' | 'recordId' | 'sealed'>>`
          select ${account(source)} as "accountId", ${sql.ref(source.record)} as "recordId", ${sql.ref(source.column)} as "sealed"
          from ${sql.table(source.table)}
          where ${sealedWithOtherKeys(source, keyId)}
            ${source.table === 'vault_records' ? sql`and name = ${purpose}` : sql``}
            ${start === undefined ? sql`` : sql`and (${account(source)}, ${sql.ref(source.record)}) > (${start.accountId}, ${start.recordId})`}
          order by 1, 2 limit ${limit - found.length}`.execute(database.read)
        found.push(...rows.map((row) => ({ ...row, purpose, slot: source.slot })))
        if (found.length >= limit) break
      }
      return found
    },
    async reseal(tx, value, sealed) {
      const source = SEALED_COLUMNS[value.purpose].find(({ slot }) => slot === value.slot)
      if (source === undefined)
        throw new Error(`There is no sealed column for purpose "${value.purpose}" and slot "${value.slot}".`)
      const { numAffectedRows } = await sql`
        update ${sql.table(source.table)} set ${sql.ref(source.column)} = ${sealed}
        where ${sql.ref(source.record)} = ${value.recordId} and ${account(source)} = ${value.accountId}
          and ${sql.ref(source.column)} = ${value.sealed}`.execute(queriesOf(tx))
      return (numAffectedRows ?? 0n) > 0n
    },
  }
}

function sealedWithOtherKeys({ column }: SealedColumn, keyId: string) {
  return sql`${sql.ref(column)} <> '' and ${sql.ref(column)} not like ${`v1.${keyId}.%`}`
}

function account(source: SealedColumn) {
  return source.account === null ? sql.lit('') : sql.ref(source.account)
}
