import type pg from 'pg'
import type { Snapshot, StoredValue, TableSnapshot } from '#ports/index.ts'
import { orderTables } from '../../../operations/order-tables.ts'
import { ownTables } from '../../../operations/own-tables.ts'
import { connectPostgres } from '../connect-postgres.ts'
import { integersAsNumbers } from '../postgres-database.ts'

const BATCH_SIZE = 500
/** Rows with contents of files have up to 512 KiB each. */
const CONTENTS_TABLE = 'file_chunks'
const CONTENTS_BATCH_SIZE = 4

/** Reads everything in one repeatable-read transaction: it sees one moment and blocks nobody. */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = await connectPostgres(url, 'millrace backup', { types: integersAsNumbers })
  try {
    await client.query('begin isolation level repeatable read read only')
    const names = async (query: string) =>
      (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)
    const all = await names('select tablename as name from pg_tables where schemaname = current_schema()')
    const migrations = all.includes('schema_migrations')
      ? await names('select name from schema_migrations order by name')
      : []
    const own = ownTables(migrations)
    const references = await client.query<{ from: string; to: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
       where contype = 'f' and connamespace = current_schema()::regnamespace`,
    )
    const ordered = orderTables(
      all.filter((table) => own.has(table)),
      references.rows
        .filter(({ from, to }) => own.has(from) && own.has(to))
        .map(({ from, to }) => [from, to] as const),
    )
    const time = await client.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
    )
    const read: TableSnapshot[] = []
    for (const table of ordered) read.push(await readTable(client, table))
    return { migrations, time: time.rows[0]?.now, tables: read, close: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function readTable(client: pg.Client, name: string): Promise<TableSnapshot> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
    [name],
  )
  const { rows: counted } = await client.query<{ count: number }>(`select count(*) as count from "${name}"`)
  const list = columns.map((column) => `"${column.name}"`).join(', ')
  return {
    name,
    columns: columns.map((column) => column.name),
    rowCount: counted[0]?.count ?? 0,
    async *rows() {
      const isContents = name === CONTENTS_TABLE
      const order = isContents ? ' order by content_id, position' : ''
      const batchSize = isContents ? CONTENTS_BATCH_SIZE : BATCH_SIZE
      await client.query(`declare backup no scroll cursor for select ${list} from "${name}"${order}`)
      for (;;) {
        const { rows } = await client.query<StoredValue[]>({
          text: `fetch ${batchSize} from backup`,
          rowMode: 'array',
        })
        if (rows.length === 0) break
        yield rows
      }
      await client.query('close backup')
    },
  }
}
