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
  #isDraining = false
  readonly #underWay = new Set<ServerResponse>()
  #onIdle: (() => void) | undefined

  get isDraining(): boolean {
    return this.#isDraining
  }

  watch(app: FastifyInstance): void {
    const unused = new Set<Socket>()
    app.server.on('connection', (socket) => {
      unused.add(socket)
      socket.once('close', () => unused.delete(socket))
    })
    const underWay = this.#underWay
    const tellIdle = () => this.#onIdle?.()
    // One listener for all requests, and no hook of the framework: every request pays for what is here.
    function end(this: ServerResponse): void {
      underWay.delete(this)
      if (underWay.size === 0) tellIdle()
    }
    app.server.on('request', (request, response) => {
      unused.delete(request.socket)
      underWay.add(response)
      if (this.#isDraining) response.shouldKeepAlive = false
      response.on('close', end)
    })
    app.addHook('preClose', (done) => {
      for (const socket of unused) {
        if (socket.bytesRead === 0) socket.destroy()
        else socket.setTimeout(HALF_SENT_MS, () => socket.destroy())
      }
      done()
    })
  }

  /** Resolves when no request is under way any more. */
  async begin(): Promise<void> {
    this.#isDraining = true
    for (const response of this.#underWay) response.shouldKeepAlive = false
    if (this.#underWay.size === 0) return
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve
    })
  }
}
