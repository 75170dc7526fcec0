import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * Locks a folder for this process until it is released or the process ends for any reason. The lock is an operating system
 * lock on an empty SQLite database.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'millrace.lock')
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new Error(`The lock file ${file} cannot be used: ${(error as Error).message}.`, { cause: error })
    }
    throw new Error(
      `Another Millrace is running on ${folder}. Stop it first, or give this one a folder of its own with MILLRACE_DATA.`,
      { cause: error },
    )
  }
  return () => lock.close()
}
