import type { IncomingMessage } from 'node:http'

/** How long a sender may pause within a body. */
const MAX_PAUSE_MS = 30_000

const receiving = new WeakSet<IncomingMessage['socket']>()

/**
 * Lets a body take as long as it needs, as long as it goes on. The server has one time limit for whole requests, which is far too
 * short for large files over slow lines, and Node has no setting for a single request. It leaves the decision to the handler of
 * client errors, though, which asks `takesLong`.
 */
export function allowLongBody(request: IncomingMessage): void {
  // A request that came through no port has no connection that could be slow.
  if (!('setTimeout' in request)) return
  const { socket } = request
  receiving.add(socket)
  request.setTimeout(MAX_PAUSE_MS, () => request.destroy())
  const end = () => {
    receiving.delete(socket)
    request.setTimeout(0)
  }
  request.once('end', end)
  request.once('close', end)
}

/** Whether the connection is receiving a body without a time limit. */
export function takesLong(socket: IncomingMessage['socket']): boolean {
  return receiving.has(socket)
}
