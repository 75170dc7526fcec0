import type { DatabaseSync } from 'node:sqlite'
import type { StorageEstimates } from '../../stores/sql-monitor-store.ts'

/** Up to this number rows are counted. */
const COUNTED = 10_000
/** How many rows are measured at each end of a table. */
const SAMPLE = 50

/**
 * SQLite keeps no statistics of tables, and reading all pages would take long. A large table is therefore measured by the
 * range of its row numbers, which is exact as long as rows are deleted oldest first, and by the size of some rows at both
 * ends. `octet_length` reads no more than the header of a row.
 */
export function sqliteStorageEstimates(reader: DatabaseSync): StorageEstimates {
  const number = (text: string) => Number(Object.values(reader.prepare(text).get() ?? {})[0] ?? 0)
  return {
    totalBytes: async () => number('pragma page_count') * number('pragma page_size'),
    async tableSize(table) {
      const columns = reader.prepare(`select name from pragma_table_info('${table}')`).all()
      const row = columns.map(({ name }) => `coalesce(octet_length("${String(name)}"), 0)`).join(' + ')
      const end = (direction: 'asc' | 'desc') =>
        `select * from (select ${row} as size from ${table} order by rowid ${direction} limit ${SAMPLE})`
      const counted = number(`select count(*) from (select 1 from ${table} limit ${COUNTED})`)
      const rows =
        counted < COUNTED
          ? counted
          : number(`select max(rowid) from ${table}`) - number(`select min(rowid) from ${table}`) + 1
      return {
        rows,
        bytes: Math.round(rows * number(`select avg(size) from (${end('asc')} union all ${end('desc')})`)),
      }
    },
  }
}
