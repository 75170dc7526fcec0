import type { ServerResponse } from 'node:http'

const signals = new WeakMap<ServerResponse, AbortSignal>()

/**
 * Fires when the client disconnects before the response is complete. The signal of Fastify fires as soon as the body of the
 * request was read to its end.
 */
export function hangUpSignal(response: ServerResponse): AbortSignal {
  const known = signals.get(response)
  if (known !== undefined) return known
  const controller = new AbortController()
  if (response.destroyed) controller.abort()
  else {
    response.once('close', () => {
      if (!response.writableFinished) controller.abort()
    })
  }
  signals.set(response, controller.signal)
  return controller.signal
}
