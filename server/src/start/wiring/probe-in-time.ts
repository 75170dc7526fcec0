/** The probe did not end in time. It may still do so. */
export class ProbeTimeout extends Error {}

/**
 * Limits how long a probe is awaited: a database that hangs answers neither with success nor with an error, and whoever asks
 * whether the process is ready waits for neither. While a probe runs, others join it, so that they do not pile up.
 */
export function probeInTime(probe: () => Promise<void>, limitMs: number): () => Promise<void> {
  let running: Promise<void> | undefined
  return async () => {
    running ??= probe().finally(() => (running = undefined))
    const limit = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => limit.reject(new ProbeTimeout('The database did not answer in time.')),
      limitMs,
    )
    try {
      await Promise.race([running, limit.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
