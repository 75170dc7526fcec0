import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A first request of which only a part has arrived is answered if the rest arrives within this time. */
const PARTIAL_REQUEST_TIMEOUT_MS = 2_000
/** Handlers whose client is gone are waited for at most this long: one that never ends must not prevent the stop. */
const ABANDONED_MS = 10_000

/** What the handler of a route returned. */
const HANDLING = Symbol('handling')
type HandledResponse = ServerResponse & { [HANDLING]?: unknown }

/**
 * Drains the server before it closes:
 *
 * 1. From `begin` on, every new request is refused with 503, on new connections too, so that load balancers notice.
 * 2. Requests in progress are finished; their connections are closed after the response. Handlers whose client has hung up are waited
 *    for as well, because they use the store.
 * 3. Then the server closes. Idle connections do not delay it: the server closes those between two requests, and this class
 *    closes those that were never used (browsers open them in advance).
 */
export class Drain {
  /**
   * The response in progress of each connection; null between two requests, undefined before the first.
   * By connection, because a set of responses would be rebuilt all the time, and its old tables retain what they held.
   */
  readonly #connections = new Map<Socket, ServerResponse | null | undefined>()
  /** What handlers returned that still run although their client is gone. */
  readonly #abandoned = new Set<Promise<unknown>>()
  readonly #abandonedMs: number
  #app: FastifyInstance | undefined
  #isDraining = false
  #inFlight = 0
  #onIdle: (() => void) | undefined

  constructor(abandonedMs = ABANDONED_MS) {
    this.#abandonedMs = abandonedMs
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  watch(app: FastifyInstance): void {
    const connections = this.#connections
    app.server.on('connection', (socket) => {
      connections.set(socket, undefined)
      socket.once('close', () => connections.delete(socket))
    })
    const end = (response: HandledResponse) => this.#end(response)
    const follow = (handling: unknown) => this.#followAbandoned(handling)
    this.#app = app
    // One listener for all requests, and no Fastify hook: every request pays for this code.
    function onClose(this: HandledResponse): void {
      end(this)
    }
    app.addHook('onRoute', (route) => {
      const { handler } = route
      route.handler = function handle(request, reply) {
        const response: HandledResponse = reply.raw
        const handling: unknown = handler.call(this, request, reply)
        if (response.destroyed) follow(handling)
        else response[HANDLING] = handling
        return handling
      }
    })
    app.server.on('request', (request, response) => {
      this.#inFlight += 1
      connections.set(request.socket, response)
      if (this.#isDraining) response.shouldKeepAlive = false
      response.on('close', onClose)
    })
    app.addHook('preClose', (done) => {
      for (const [socket, response] of connections) {
        if (response !== undefined) continue
        if (socket.bytesRead === 0) socket.destroy()
        else socket.setTimeout(PARTIAL_REQUEST_TIMEOUT_MS, () => socket.destroy())
      }
      done()
    })
  }

  /** Resolves when no request is in progress any more, and no handler whose client is gone. */
  async begin(): Promise<void> {
    this.#isDraining = true
    for (const response of this.#connections.values()) if (response) response.shouldKeepAlive = false
    if (this.#inFlight > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve
      })
    }
    // The server still listens, so the process lives on without this timer.
    const patience = pause(this.#abandonedMs, undefined, { ref: false })
    await Promise.race([this.#untilNothingAbandoned(), patience])
  }

  /** A client may hang up while its large body waits to be parsed, before there is a handler. */
  async #untilNothingAbandoned(): Promise<void> {
    await this.#app?.largeBodies.untilIdle()
    await Promise.allSettled(this.#abandoned)
  }

  #end(response: HandledResponse): void {
    const { socket } = response.req
    if (!response.writableFinished) this.#followAbandoned(response[HANDLING])
    // A pipelined request may have arrived on this connection before this response was sent.
    if (this.#connections.get(socket) === response) this.#connections.set(socket, null)
    this.#inFlight -= 1
    if (this.#inFlight === 0) this.#onIdle?.()
  }

  #followAbandoned(handling: unknown): void {
    if (!(handling instanceof Promise)) return
    this.#abandoned.add(handling)
    const forget = () => this.#abandoned.delete(handling)
    void handling.then(forget, forget)
  }
}
