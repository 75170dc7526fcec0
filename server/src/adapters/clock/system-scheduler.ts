import type { Scheduler } from '#ports/index.ts'

/** The platform takes a longer time for none at all, and calls back at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Does not keep the process alive: what must happen at the end is awaited there. */
export const systemScheduler: Scheduler = {
  after(ms, callback) {
    let timer: NodeJS.Timeout
    const wait = (left: number) => {
      const next = left > LONGEST_MS ? () => wait(left - LONGEST_MS) : callback
      timer = setTimeout(next, Math.min(left, LONGEST_MS)).unref()
    }
    wait(ms)
    return () => clearTimeout(timer)
  },
  every(ms, callback) {
    const timer = setInterval(callback, ms).unref()
    return () => clearInterval(timer)
  },
}
