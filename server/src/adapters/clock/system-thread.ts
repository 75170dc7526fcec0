import type { Thread } from '#ports/index.ts'

export const systemThread: Thread = {
  now: () => performance.now(),
  nextTurn: (callback) => void setImmediate(callback),
  after: (ms, callback) => void setTimeout(callback, ms),
}
