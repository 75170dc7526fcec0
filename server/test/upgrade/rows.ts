import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'

type Row = Readonly<Record<string, unknown>>
/** Every row of every table, by the name of the table. */
export type Rows = ReadonlyMap<string, readonly Row[]>

/** The new name of a table, and of those of its columns and values that have one. */
export interface Rename {
  readonly table?: string
  readonly columns?: Readonly<Record<string, string>>
  /** New values by the old name of the column and the old value. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>
}
/** By the old name of the table. Tables and columns that are not named here keep their names. */
export type Renames = Readonly<Record<string, Rename>>

export function readSqliteRows(file: string): Rows {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = database
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all()
    return new Map(
      tables.map(({ name }) => [String(name), database.prepare(`select * from "${String(name)}"`).all()]),
    )
  } finally {
    database.close()
  }
}

export async function readPostgresRows(url: string): Promise<Rows> {
  return queryPostgres(url, async (query) => {
    const tables = await query(
      'select tablename as name from pg_tables where schemaname = \'public\' order by tablename collate "C"',
    )
    const rows = new Map<string, readonly Row[]>()
    for (const { name } of tables) rows.set(String(name), await query(`select * from "${String(name)}"`))
    return rows
  })
}

export async function queryPostgres<T>(
  url: string,
  work: (query: (statement: string) => Promise<Row[]>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async (statement) => (await client.query<Record<string, unknown>>(statement)).rows)
  } finally {
    await client.end()
  }
}

/**
 * What a migration lost, changed or added, one line each; nothing when every row is there with every value. Columns that
 * are new and new tables are ignored. Tables in `growing` may have more rows than before.
 */
export function compareRows(
  before: Rows,
  after: Rows,
  { renames = {}, growing = [] }: { readonly renames?: Renames; readonly growing?: readonly string[] } = {},
): string[] {
  const differences = findUnknownNames(before, renames)
  for (const [table, rows] of before) {
    const name = renames[table]?.table ?? table
    const found = after.get(name)
    if (found === undefined) {
      differences.push(`${table}: there is no table ${name}`)
      continue
    }
    const left = [...found]
    for (const row of rows) {
      const expected = rename(row, renames[table])
      const index = left.findIndex((candidate) => hasValues(candidate, expected))
      if (index === -1) differences.push(`${table}: no row of ${name} has the values ${describe(expected)}`)
      else left.splice(index, 1)
    }
    if (growing.includes(table)) continue
    for (const row of left)
      differences.push(`${table}: ${name} has a row that was not there before, ${describe(row)}`)
  }
  return differences
}

/** A name that is gone from the old schema would go unnoticed otherwise. */
function findUnknownNames(before: Rows, renames: Renames): string[] {
  const unknown: string[] = []
  for (const [table, { columns = {} }] of Object.entries(renames)) {
    const [row] = before.get(table) ?? []
    if (row === undefined) unknown.push(`renames: the previous release has no rows of ${table}`)
    for (const column of Object.keys(columns)) {
      if (row !== undefined && !Object.hasOwn(row, column)) {
        unknown.push(`renames: ${table} of the previous release has no column ${column}`)
      }
    }
  }
  return unknown
}

function rename(row: Row, { columns = {}, values = {} }: Rename = {}): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      columns[name] ?? name,
      values[name]?.[String(value)] ?? value,
    ]),
  )
}

function hasValues(row: Row, expected: Row): boolean {
  return Object.entries(expected).every(
    ([name, value]) => Object.hasOwn(row, name) && isDeepStrictEqual(row[name], value),
  )
}

const MAX_DESCRIPTION = 400

function describe(row: Row): string {
  const text = JSON.stringify(row)
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}…` : text
}
