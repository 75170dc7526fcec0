import { OutgoingError } from './outgoing-error.ts'

/** The longest delay that setTimeout supports. */
const maxMs = 2 ** 31 - 1

/** One deadline for everything that an attempt does, combined with the caller's signals. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Removes the timer and the listeners. Must be called at the end of the attempt. */
  stop(): void
}

/**
 * Starts the deadline; without a time it consists of the signals. The signal's reason is an {@link OutgoingError}: `timeout` or `aborted`. Does not use
 * `AbortSignal.any`, which keeps every dependent signal alive as long as a long-lived source.
 */
export function startDeadline(
  ms: number | undefined,
  signals: readonly (AbortSignal | undefined)[],
  missing = 'No complete response',
): Deadline {
  if (ms !== undefined && !(ms > 0 && ms <= maxMs))
    throw new RangeError(`deadlineMs must be from 1 to ${maxMs}, not ${ms}`)
  const controller = new AbortController()
  const sources = signals.filter((signal) => signal !== undefined)

  const expire = () => controller.abort(new OutgoingError('timeout', `${missing} within ${ms} ms.`))
  const cancel = () => controller.abort(new OutgoingError('aborted', 'The call was cancelled.'))
  const timer = ms === undefined ? undefined : setTimeout(expire, ms)
  for (const source of sources) source.addEventListener('abort', cancel, { once: true })
  if (sources.some((source) => source.aborted)) cancel()

  return {
    signal: controller.signal,
    stop: () => {
      clearTimeout(timer)
      for (const source of sources) source.removeEventListener('abort', cancel)
    },
  }
}

/** Settles as the work does, or rejects with the signal's reason, whichever comes first. */
export function raceWithSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
