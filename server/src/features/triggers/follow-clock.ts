import type { Trigger } from '#domain/index.ts'
import { readSchedule } from '#nodes/index.ts'
import type { Store } from '#ports/index.ts'
import { jitterOf } from './jitter.ts'

/** Triggers per transaction; bounds how long other writers wait. */
const BATCH_SIZE = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Sets schedules that a clock ahead of ours has armed back to their next time by our clock. A time that has already run is
 * not repeated: its record still exists. Returns how many schedules were set back, and the largest difference.
 */
export async function followClock(
  store: Pick<Store, 'write' | 'triggers'>,
  now: number,
): Promise<{ count: number; aheadMs: number }> {
  let [count, aheadMs, afterId] = [0, 0, FIRST_ID]
  for (;;) {
    const triggers = await store.write(async (tx) => {
      const scheduled = await store.triggers.listScheduled(tx, afterId, BATCH_SIZE)
      const corrected = scheduled.flatMap((trigger) => correct(trigger, now))
      if (corrected.length > 0) await store.triggers.save(tx, corrected)
      return scheduled.map((trigger) => ({
        id: trigger.id,
        aheadMs:
          (trigger.nextRun ?? 0) - (corrected.find(({ id }) => id === trigger.id)?.nextRun ?? Infinity),
      }))
    })
    for (const trigger of triggers) {
      if (trigger.aheadMs > 0) count += 1
      aheadMs = Math.max(aheadMs, trigger.aheadMs)
    }
    afterId = triggers.at(-1)?.id ?? FIRST_ID
    if (triggers.length < BATCH_SIZE) return { count, aheadMs }
  }
}

function correct(trigger: Trigger, now: number): Trigger[] {
  const read = readSchedule(trigger.data)
  const next = read.ok ? read.schedule.nextRun(now) : undefined
  if (!read.ok || next === undefined || trigger.nextRun === null || trigger.nextRun <= next) return []
  return [{ ...trigger, nextRun: next, fireAt: next + jitterOf(trigger.id, next, read.schedule.jitterMs) }]
}
