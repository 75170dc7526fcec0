import type { Scheduler } from '#ports/index.ts'

/** setTimeout treats a longer delay as zero and fires immediately. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** Timers do not keep the process alive: shutdown awaits its own work. */
export const systemScheduler: Scheduler = {
  after(ms, callback) {
    let timer: NodeJS.Timeout
    const wait = (left: number) => {
      const next = left > MAX_DELAY_MS ? () => wait(left - MAX_DELAY_MS) : callback
      timer = setTimeout(next, Math.min(left, MAX_DELAY_MS)).unref()
    }
    wait(ms)
    return () => clearTimeout(timer)
  },
  every(ms, callback) {
    const timer = setInterval(callback, ms).unref()
    return () => clearInterval(timer)
  },
}
