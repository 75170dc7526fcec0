import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
/** A larger file would hold up the start, so `BackgroundCheck` checks it while the service runs. */
const MAX_CHECKED_BYTES = 128 * 1024 * 1024

/** What `quick_check` found, as an error like those of statements that meet damage. */
export function damageOf(found: string): Error {
  return Object.assign(new Error(found), { errcode: SQLITE_CORRUPT })
}

export function isLarge(file: string): boolean {
  return sizeOf(file) > MAX_CHECKED_BYTES
}

export function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' && [SQLITE_CORRUPT, SQLITE_NOTADB].includes(code & 0xff)
}

/** Refuses a damaged file before anything is written to it: every write could spread the damage. */
export function checkIntegrity(file: string): void {
  if (sizeOf(file) === 0) return
  const problem = findDamage(file)
  if (problem === undefined) return
  throw new Error(
    `The database ${file} is damaged: ${problem}. Nothing was changed. Keep a copy of the whole folder, then restore your latest backup, database and master key together. Without a backup, \`sqlite3 ${file} .recover\` saves what can still be read.`,
  )
}

/** What is damaged in a file; undefined if nothing is. `all`: also in a large file. */
export function findDamage(file: string, all: boolean = false): string | undefined {
  const database = new DatabaseSync(file, { timeout: 30_000 })
  try {
    // Reads the first page: a file that was cut off is noticed here, whatever its size.
    database.prepare('select count(*) from sqlite_schema').get()
    return isLarge(file) && !all ? undefined : quickCheck(database)
  } catch (error) {
    if (!isDamage(error)) throw error
    return (error as Error).message
  } finally {
    database.close()
  }
}

/** The first damage that SQLite finds; undefined when there is none. */
export function quickCheck(database: DatabaseSync): string | undefined {
  const { quick_check: found } = database.prepare('pragma quick_check(1)').get() as { quick_check: string }
  return found === 'ok' ? undefined : found
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
