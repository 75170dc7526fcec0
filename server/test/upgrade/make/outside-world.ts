import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OutsideRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

type Respond = (response: ServerResponse) => void

const HOUR_SECONDS = '3600'
const OK: Respond = (response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')

/** How each path behaves while the database of a release is filled. */
export const WHILE_FILLING: Readonly<Record<string, Respond>> = {
  '/hang': () => undefined,
  '/hang-delivery': () => undefined,
  '/busy': (response) => void response.writeHead(503, { 'retry-after': HOUR_SECONDS }).end(),
  '/orders': (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"orders":[{"id":7},{"id":8}],"last":8}'),
  '/gone': (response) => void response.writeHead(410).end(),
  '/unavailable': (response) => void response.writeHead(503, { 'retry-after': HOUR_SECONDS }).end(),
}

/** An HTTP server on loopback that stands for everything workflows and webhook endpoints reach. */
export class OutsideWorld {
  readonly requests: OutsideRequest[] = []
  readonly #server: Server
  readonly #waiting = new Set<() => void>()

  private constructor(responses: Readonly<Record<string, Respond>>) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { url: path = '', headers } = request
        this.requests.push({ path, headers, text: Buffer.concat(chunks).toString('utf8') })
        const respond = responses[path] ?? OK
        respond(response)
        for (const wake of this.#waiting) wake()
      })
    })
  }

  /** Paths without a response of their own are answered with 200. */
  static async start(responses: Readonly<Record<string, Respond>> = {}): Promise<OutsideWorld> {
    const world = new OutsideWorld(responses)
    world.#server.listen(0, '127.0.0.1')
    await once(world.#server, 'listening')
    return world
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Resolves with the first request to the path, now or later. */
  async requestTo(path: string): Promise<OutsideRequest> {
    for (;;) {
      const found = this.requests.find((request) => request.path === path)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake)
          resolve()
        }
        this.#waiting.add(wake)
      })
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
