import { refusalOf, RIGHTS_CHANGED } from './open-answer-signal.ts'

/** Fails as soon as the sender has lost access: the connection is aborted, so nobody mistakes a part for the whole. */
export async function* whilePermitted<T>(chunks: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    const refusal = refusalOf(signal)
    if (refusal !== undefined) throw refusal
    yield chunk
  }
}

/**
 * Ends a stream of events when the sender has lost access: with an event that says why, or without one if the sender may connect
 * again. What writes the events ends by the signal.
 */
export async function* eventsWhilePermitted(
  chunks: AsyncIterable<string>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    if (refusalOf(signal) !== undefined) break
    yield chunk
  }
  const refusal = refusalOf(signal)
  if (refusal === undefined || refusal === RIGHTS_CHANGED) return
  const { code, message, details } = refusal
  yield `event: error\ndata: ${JSON.stringify({ code, message, details })}\n\n`
}
