import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * Holds a folder for this process until it is released or the process dies, however it dies: the lock is the operating
 * system's, by way of an empty database that is locked for writing.
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
