import { createHash } from 'node:crypto'

/** How a dialect says the few things that differ. */
export interface ColumnTypes {
  readonly id: string
  readonly time: string
  readonly text: string
  /** A column of JSON text, for the JSON functions. */
  asJson(column: string): string
  /** Renames a key of a table, in a dialect where keys have names. */
  renameConstraint(table: string, from: string, to: string): readonly string[]
}

/** One step forward. Once released its text never changes: the checksum of what was applied is kept. */
export interface Migration {
  readonly name: string
  statements(types: ColumnTypes): readonly string[]
}

export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
}

export function checksum(migration: Migration, types: ColumnTypes): string {
  return createHash('sha256').update(migration.statements(types).join(';\n')).digest('hex')
}

class MigrationRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MigrationRefused'
  }
}

/**
 * The migrations still to be applied. Refuses a database that is newer than this program, or that was migrated by other
 * texts than this program has: going on would guess.
 */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
  types: ColumnTypes,
): readonly Migration[] {
  for (const [index, done] of applied.entries()) {
    const migration = known[index]
    if (migration?.name !== done.name) {
      throw new MigrationRefused(
        `The database was migrated by a newer version of Millrace (migration ${done.name} is unknown here). ` +
          'Start that version, or restore a backup made by this one.',
      )
    }
    if (checksum(migration, types) !== done.checksum) {
      throw new MigrationRefused(
        `Migration ${done.name} of the database differs from the one of this program. ` +
          'The database was made by a build that was never released; restore a backup, or start with another database.',
      )
    }
  }
  return known.slice(applied.length)
}
