import { MIGRATIONS } from '../migrations/all.ts'
import type { Migration } from '../migrations/migration.ts'

/** The migrations that made the schema of a backup. Throws if it was made by a newer version. */
export function migrationsOfBackup(names: readonly string[]): readonly Migration[] {
  if (names.length === 0)
    throw new Error('The backup is one of an empty database: it has nothing to restore.')
  const unknown = names.find((name, index) => MIGRATIONS[index]?.name !== name)
  if (unknown === undefined) return MIGRATIONS.slice(0, names.length)
  throw new Error(
    `The backup was made by a newer version of Millrace (migration ${unknown} is unknown here). Restore it with that version.`,
  )
}

/** The migrations that a database lacks, and those that this version does not know. */
export function compareMigrations(applied: readonly string[]): {
  readonly pending: readonly string[]
  readonly unknown: readonly string[]
} {
  const known = MIGRATIONS.map(({ name }) => name)
  return {
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}
