import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 100
/** How many looks in a row must find nothing going on. */
const CALM_LOOKS = 3
/** More than the ten milliseconds in which the system counts: a single step is not yet work. */
const BUSY_SHARE = 0.15
const GIVE_UP_MS = 60_000

/**
 * Resolves when somebody has no work left.
 *
 * @param who the subject of the error if that does not happen
 * @param readCpuMs the processor time used so far
 */
export async function untilIdle(who: string, readCpuMs: () => Promise<number>): Promise<void> {
  const giveUp = performance.now() + GIVE_UP_MS
  let before = await readCpuMs()
  for (let calm = 0; calm < CALM_LOOKS;) {
    if (performance.now() > giveUp) throw new Error(`${who} does not come to rest.`)
    await sleep(LOOK_MS)
    const now = await readCpuMs()
    calm = Math.abs(now - before) < LOOK_MS * BUSY_SHARE ? calm + 1 : 0
    before = now
  }
}
