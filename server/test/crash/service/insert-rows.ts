import type { Query, Row } from './read-stored.ts'

const ROWS_A_STATEMENT = 500

/** Inserts many rows as they were read: far faster than creating them through the service. */
export async function insertRows(query: Query, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const values = rows
      .slice(from, from + ROWS_A_STATEMENT)
      .map((row) => `(${columns.map((column) => literal(row[column])).join(', ')})`)
    await query(`insert into ${table} (${columns.join(', ')}) values ${values.join(', ')}`)
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw new TypeError(`A column holds ${typeof value}.`)
  return `'${value.replaceAll("'", "''")}'`
}
