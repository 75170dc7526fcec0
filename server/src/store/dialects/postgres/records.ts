import { type RawBuilder, sql } from 'kysely'

/** The columns of a list of records, with their types in PostgreSQL. */
export type Columns<Row> = Readonly<Record<keyof Row & string, 'uuid' | 'text' | 'bigint' | 'integer'>>

/**
 * SQL: records as a table `name`. A single one, which may be large, is passed as it is: within a list, its texts would be written and
 * read as JSON once more. A statement has one text for a single record and one for any other number, so that its plan can be kept.
 */
export function recordsAs<Row extends object>(
  name: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): RawBuilder<unknown> {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const [row] = rows
  if (row !== undefined && rows.length === 1) {
    const values = names.map((column) => sql`${row[column]}::${sql.raw(columns[column])}`)
    return sql`(values (${sql.join(values)})) as ${sql.raw(`${name} (${names.join()})`)}`
  }
  const typed = names.map((column) => `${column} ${columns[column]}`)
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${sql.raw(`${name} (${typed.join()})`)}`
}
