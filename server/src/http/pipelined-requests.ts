import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nextTurn } from './in-turns.ts'

/** No client that waits for answers sends as many requests ahead. */
const MAX_AHEAD = 100

/**
 * Handles the requests that a client sends ahead, before earlier ones are answered (pipelining), one per turn of the event loop. One
 * read from a connection can contain more than a thousand small requests, and handling them all at once would keep everybody
 * waiting. A connection with too many of them is closed.
 */
export function handlePipelinedInTurns(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[]
  const ahead = new WeakMap<Socket, number>()
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    for (const listener of listeners) listener.call(server, request, response)
  }
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    // A response gets its socket when all earlier ones are complete.
    if (response.socket !== null) {
      handle(request, response)
      return
    }
    const { socket } = request
    const count = (ahead.get(socket) ?? 0) + 1
    ahead.set(socket, count)
    if (count > MAX_AHEAD) {
      if (count === MAX_AHEAD + 1) void closeInTurn(socket)
      return
    }
    response.once('socket', () => {
      ahead.set(socket, (ahead.get(socket) ?? 1) - 1)
      setImmediate(() => handle(request, response))
    })
  })
}

/**
 * Closes a connection with a thousand requests or more. Node ends each of them with an error when the connection is closed, and
 * recording the stack of all these errors, which nobody reads, takes longer than everything else about them.
 */
async function closeInTurn(socket: Socket): Promise<void> {
  let { stackTraceLimit } = Error
  socket.prependOnceListener('close', () => {
    ;({ stackTraceLimit } = Error)
    Error.stackTraceLimit = 0
  })
  socket.once('close', () => (Error.stackTraceLimit = stackTraceLimit))
  socket.pause()
  await nextTurn()
  socket.destroy()
}
