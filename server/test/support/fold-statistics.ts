import { pino } from 'pino'
import { randomIds, systemScheduler } from '#adapters/index.ts'
import { RunStatistics } from '#features/index.ts'
import type { Store } from '#ports/index.ts'

const LAST = 2 ** 48 - 1

/** Counts everything that has ended, without the wait for late commits. */
export async function foldStatistics(store: Store): Promise<void> {
  const statistics = new RunStatistics({
    store,
    clock: { now: () => LAST },
    ids: randomIds(),
    scheduler: systemScheduler,
    log: pino({ level: 'silent' }),
    settleMs: 0,
  })
  await statistics.catchUp()
}
