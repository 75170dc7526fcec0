import { createHash } from 'node:crypto'

/** SQL that differs between the dialects. */
export interface ColumnTypes {
  readonly id: string
  readonly time: string
  readonly text: string
  readonly bytes: string
  /** Converts a column of JSON text for the JSON functions. */
  asJson(column: string): string
  /** Renames a key constraint, in dialects where these have names. */
  renameConstraint(table: string, from: string, to: string): readonly string[]
}

/** A schema change. Its statements never change after a release: their checksum is stored when it is applied. */
export interface Migration {
  readonly name: string
  statements(types: ColumnTypes): readonly string[]
}

export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
}

/** Told before the first statement and after each: how many of all pending statements are done. */
export type OnMigrationProgress = (done: number, total: number) => void

/** Counts the statements of pending migrations. */
export class StatementCount {
  readonly #onProgress: OnMigrationProgress
  readonly #total: number
  #done = 0

  constructor(pending: readonly Migration[], types: ColumnTypes, onProgress: OnMigrationProgress) {
    this.#onProgress = onProgress
    this.#total = pending.reduce((sum, migration) => sum + migration.statements(types).length, 0)
    if (this.#total > 0) onProgress(0, this.#total)
  }

  add(): void {
    this.#done += 1
    this.#onProgress(this.#done, this.#total)
  }
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
 * Returns the migrations that are not applied yet. Throws if the database is newer than this program, or if it was migrated
 * with other statements.
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
        `Migration ${done.name} of the database differs from the one in this program. ` +
          'The database was created by an unreleased build. Restore a backup, or use another database.',
      )
    }
  }
  return known.slice(applied.length)
}
