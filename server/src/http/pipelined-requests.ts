import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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
      closeNow(socket)
      return
    }
    response.once('socket', () => {
      ahead.set(socket, (ahead.get(socket) ?? 1) - 1)
      setImmediate(() => handle(request, response))
    })
  })
}

/** What Node parses the requests of a connection with. It is no part of the public interface. */
type ParsedSocket = Socket & { readonly parser?: { onIncoming(): number } | null }

/** Makes the parser drop the rest of what was read: what follows a request to change the protocol is not HTTP. */
const PROTOCOL_CHANGES = 2

/**
 * Closes the connection and drops what was read from it. That can be more than a thousand requests, and Node would make the objects
 * of all of them in one turn, although nobody will answer.
 */
function closeNow(socket: ParsedSocket): void {
  if (socket.parser) socket.parser.onIncoming = () => PROTOCOL_CHANGES
  socket.destroy()
}
