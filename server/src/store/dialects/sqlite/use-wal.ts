import type { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5
const RETRY_INTERVAL_MS = 20
/** For half a minute, as long as statements wait for a lock. */
const MAX_RETRIES = 1_500

/**
 * Switches a file to a write-ahead log. SQLite waits for the locks of other processes, but not here: if one of them writes, for
 * example because it does the same, the statement fails at once.
 */
export function useWal(database: DatabaseSync, pause: () => void = sleep): void {
  for (let retries = 0; ; retries += 1) {
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (!isBusy(error) || retries === MAX_RETRIES) throw error
    }
    pause()
  }
}

function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' && (code & 0xff) === SQLITE_BUSY
}

/** Nothing else can be done before the database is open. */
function sleep(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_INTERVAL_MS)
}
