import { MIGRATIONS } from '../migrations/all.ts'
import type { ColumnTypes } from '../migrations/migration.ts'

/** Types do not matter for names of tables. */
const NO_TYPES: ColumnTypes = {
  id: 'text',
  time: 'integer',
  text: 'text',
  bytes: 'blob',
  asJson: (column) => column,
  renameConstraint: () => [],
}

/**
 * The tables that a database with these migrations has, as their statements say. Other programs may have tables in the same
 * database: they are none of our business, neither for a backup nor when an installation is emptied for one.
 */
export function ownTables(migrations: readonly string[]): ReadonlySet<string> {
  const tables = new Set<string>()
  for (const { name, statements } of MIGRATIONS) {
    if (!migrations.includes(name)) continue
    for (const statement of statements(NO_TYPES)) apply(statement, tables)
  }
  return tables
}

function apply(statement: string, tables: Set<string>): void {
  const created = /^\s*create table (?:if not exists )?(\w+)/i.exec(statement)?.[1]
  if (created !== undefined) tables.add(created)
  const dropped = /^\s*drop table (?:if exists )?(\w+)/i.exec(statement)?.[1]
  if (dropped !== undefined) tables.delete(dropped)
  const [, from, to] = /^\s*alter table (\w+) rename to (\w+)/i.exec(statement) ?? []
  if (from !== undefined && to !== undefined && tables.delete(from)) tables.add(to)
}
