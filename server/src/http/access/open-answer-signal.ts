import type { ServerResponse } from 'node:http'
import { AppError } from '#domain/index.ts'
import { hangUpSignal } from './hang-up-signal.ts'
import type { AccessWatch, OpenAnswer } from './access-watch.ts'

/** The reason for ending an answer whose sender may ask again, and would then get less. */
export const RIGHTS_CHANGED = new AppError(
  'FORBIDDEN',
  'The permissions of the sender changed while the request was answered. Send it again.',
)

const signals = new WeakMap<ServerResponse, AbortSignal>()

/** Fires when the client disconnects before the response is complete, or when the sender loses access: see `lostAccess`. */
export function openAnswerSignal(
  response: ServerResponse,
  watch: AccessWatch,
  answer: Omit<OpenAnswer, 'end'>,
): AbortSignal {
  const known = signals.get(response)
  if (known !== undefined) return known
  const controller = new AbortController()
  signals.set(response, controller.signal)
  const hangUp = hangUpSignal(response)
  if (hangUp.aborted || response.destroyed) controller.abort()
  else {
    hangUp.addEventListener('abort', () => controller.abort(), { once: true })
    const stop = watch.add({ ...answer, end: (refusal) => controller.abort(refusal ?? RIGHTS_CHANGED) })
    response.once('close', stop)
  }
  return controller.signal
}

/** Why the sender of this request must not get its answer any more. Known only if the handler asked for the signal. */
export function lostAccess(response: ServerResponse): AppError | undefined {
  const signal = signals.get(response)
  return signal && refusalOf(signal)
}

export function refusalOf(signal: AbortSignal): AppError | undefined {
  const reason: unknown = signal.reason
  return reason instanceof AppError ? reason : undefined
}
