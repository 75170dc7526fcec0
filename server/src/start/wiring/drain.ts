import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** For a first request of which only a part has arrived: it is answered when the rest comes in time. */
const HALF_SENT_MS = 2_000

/**
 * The way from "running" to "closed":
 *
 * 1. From `begin` on every new request is refused with 503, on new connections too, so that whoever balances load sees it.
 * 2. Requests that are under way are finished; their connections are closed with the answer.
 * 3. Then the server closes. Connections on which nothing happens do not hold it up: the server closes those that wait
 *    between two requests, and this those that were never used (browsers open them in advance).
 */
export class Drain {
  /**
   * What each connection is busy with: the answer that is to come, null between two requests, undefined before the first.
   * By connection, because a set of answers would be rebuilt all the time, and its old tables keep what they held.
   */
  readonly #connections = new Map<Socket, ServerResponse | null | undefined>()
  #isDraining = false
  #underWay = 0
  #onIdle: (() => void) | undefined

  get isDraining(): boolean {
    return this.#isDraining
  }

  watch(app: FastifyInstance): void {
    const connections = this.#connections
    app.server.on('connection', (socket) => {
      connections.set(socket, undefined)
      socket.once('close', () => connections.delete(socket))
    })
    const end = (response: ServerResponse) => this.#end(response)
    // One listener for all requests, and no hook of the framework: every request pays for what is here.
    function onClose(this: ServerResponse): void {
      end(this)
    }
    app.server.on('request', (request, response) => {
      this.#underWay += 1
      connections.set(request.socket, response)
      if (this.#isDraining) response.shouldKeepAlive = false
      response.on('close', onClose)
    })
    app.addHook('preClose', (done) => {
      for (const [socket, response] of connections) {
        if (response !== undefined) continue
        if (socket.bytesRead === 0) socket.destroy()
        else socket.setTimeout(HALF_SENT_MS, () => socket.destroy())
      }
      done()
    })
  }

  /** Resolves when no request is under way any more. */
  async begin(): Promise<void> {
    this.#isDraining = true
    for (const response of this.#connections.values()) if (response) response.shouldKeepAlive = false
    if (this.#underWay === 0) return
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve
    })
  }

  #end(response: ServerResponse): void {
    const { socket } = response.req
    // Another request may have come on this connection before the answer of this one was out.
    if (this.#connections.get(socket) === response) this.#connections.set(socket, null)
    this.#underWay -= 1
    if (this.#underWay === 0) this.#onIdle?.()
  }
}
