import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** A request that the server received and has not answered yet. */
export interface OutsideCall {
  readonly path: string
  readonly idempotencyKey: string | undefined
  /** The client has its response or has disconnected. */
  readonly isClosed: boolean
  answer(body: unknown): void
}

/** A service that workflows call; the test decides when and how it responds. */
export class OutsideServer {
  calls: OutsideCall[] = []
  /** Responds immediately with the result; undefined leaves the response to the test. */
  answerAtOnce: ((path: string) => unknown) | undefined
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => this.#receive(request, response))
  }

  static async start(): Promise<OutsideServer> {
    const outside = new OutsideServer()
    outside.#server.listen(0, '127.0.0.1')
    await once(outside.#server, 'listening')
    return outside
  }

  get url(): string {
    const { port } = this.#server.address() as { port: number }
    return `http://127.0.0.1:${port}`
  }

  callsTo(path: string): readonly OutsideCall[] {
    return this.calls.filter((call) => call.path === path)
  }

  /** Forgets all calls; open ones get no response. */
  forget(): void {
    this.calls = []
    this.answerAtOnce = undefined
    this.#server.closeAllConnections()
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const key = request.headers['idempotency-key']
    const call = {
      path: request.url ?? '',
      idempotencyKey: typeof key === 'string' ? key : undefined,
      isClosed: false,
      answer(body: unknown) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      },
    }
    response.on('close', () => (call.isClosed = true))
    this.calls.push(call)
    const body = this.answerAtOnce?.(call.path)
    if (body !== undefined) call.answer(body)
  }
}
