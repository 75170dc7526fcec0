/** The probe did not end in time. It may still do so. */
export class ProbeTimeout extends Error {
  constructor(cause?: unknown) {
    super('The database did not answer in time.', { cause })
  }
}

/**
 * Limits how long a probe is awaited: a database that hangs answers neither with success nor with an error, and whoever asks
 * whether the process is ready waits for neither. While a probe runs, others join it, so that they do not pile up.
 */
export function probeInTime(probe: () => Promise<void>, limitMs: number): () => Promise<void> {
  let running: Promise<void> | undefined
  let isLate = false
  const begin = async () => {
    isLate = false
    try {
      await probe()
    } catch (error) {
      // Such as a time-out of the database itself, for those who joined late.
      throw isLate ? new ProbeTimeout(error) : error
    } finally {
      running = undefined
    }
  }
  return async () => {
    running ??= begin()
    const limit = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      isLate = true
      limit.reject(new ProbeTimeout())
    }, limitMs)
    try {
      await Promise.race([running, limit.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
