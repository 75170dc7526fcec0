import { pino } from 'pino'
import { systemClock } from '#adapters/index.ts'
import { cleanFiles } from '#features/index.ts'
import { readConfig } from '#start/settings/config.ts'
import { openStore } from '#start/wiring/open-configured-store.ts'

/** Longer than a file is kept that nothing refers to, and than an upload may take. */
const LATER_MS = 25 * 3_600_000
const BATCH = 100

/**
 * Does what the service does over a day: deletes executions that ended before a time, files that nothing refers to, and
 * contents that nothing needs. No service may run on the data. Returns the number of deleted executions.
 */
export async function cleanUp(settings: Readonly<Record<string, string>>, before: number): Promise<number> {
  const opened = await openStore(readConfig({}, settings), {
    log: pino({ level: 'silent' }),
    disk: { isLow: () => false },
    onFatal(error) {
      throw error
    },
    runUrl: () => null,
  })
  try {
    let count = 0
    for (let deleted = BATCH; deleted === BATCH; count += deleted) {
      deleted = await opened.store.retention.deleteEnded(before, BATCH)
    }
    const clock = { now: () => systemClock.now() + LATER_MS }
    await cleanFiles({ ...opened, clock })
    return count
  } finally {
    await opened.fileStore.close()
    await opened.store.close()
  }
}
