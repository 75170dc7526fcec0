import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import type { Snapshot, StoredValue, TableSnapshot } from '#ports/index.ts'
import { orderTables } from '../../../operations/order-tables.ts'
import { ownTables } from '../../../operations/own-tables.ts'

const BATCH_SIZE = 500

/**
 * Reads everything in one read transaction. In WAL mode it sees one moment and blocks no writer; SQLite's own backup would
 * begin again whenever another process writes, and so never end under load.
 */
export function openSqliteSnapshot(file: string): Snapshot {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 30_000 })
  try {
    database.exec('begin')
    // The first read decides on the moment.
    const all = readNames(database, "select name from sqlite_schema where type = 'table'")
    const migrations = all.includes('schema_migrations')
      ? readNames(database, 'select name from schema_migrations order by name')
      : []
    const own = ownTables(migrations)
    const tables = all.filter((table) => own.has(table))
    const references = tables.flatMap((table) =>
      readNames(database, `select "table" as name from pragma_foreign_key_list('${table}')`).map(
        (to) => [table, to] as const,
      ),
    )
    return {
      migrations,
      time: undefined,
      tables: orderTables(tables, references).map((table) => readTable(database, table)),
      async close() {
        database.close()
      },
    }
  } catch (error) {
    database.close()
    throw error
  }
}

function readTable(database: DatabaseSync, name: string): TableSnapshot {
  const columns = readNames(database, `select name from pragma_table_info('${name}')`)
  const list = columns.map((column) => `"${column}"`).join(', ')
  const { count } = database.prepare(`select count(*) as count from "${name}"`).get() as { count: number }
  return {
    name,
    columns,
    rowCount: count,
    async *rows() {
      const select = database.prepare(`select ${list} from "${name}"`)
      select.setReturnArrays(true)
      let batch: (readonly StoredValue[])[] = []
      for (const row of select.iterate() as Iterable<unknown>) {
        batch.push((row as SQLOutputValue[]).map(toValue))
        if (batch.length < BATCH_SIZE) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
  }
}

function toValue(value: SQLOutputValue): StoredValue {
  return typeof value === 'bigint' ? Number(value) : value
}

function readNames(database: DatabaseSync, query: string): readonly string[] {
  return database
    .prepare(query)
    .all()
    .map((row) => String(row['name']))
}
