import type { Scheduler } from '#ports/scheduler.ts'

/** Does not keep the process alive: what must happen at the end is awaited there. */
export const systemScheduler: Scheduler = {
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref()
    return () => clearTimeout(timer)
  },
  every(ms, callback) {
    const timer = setInterval(callback, ms).unref()
    return () => clearInterval(timer)
  },
}
