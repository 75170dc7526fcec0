import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A delivery as a receiver sees it. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: {
    readonly id: string
    readonly type: string
    readonly data: Readonly<Record<string, unknown>>
  }
}

type Respond = (response: ServerResponse, received: Received, number: number) => void

/** A server that receives webhook deliveries, on a free loopback port. */
export class Receiver {
  readonly received: Received[] = []
  readonly #server: Server
  readonly #waiting = new Set<() => void>()

  private constructor(respond: Respond) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const { url: path = '', headers } = request
        const received = { path, headers, text, body: JSON.parse(text) as Received['body'] }
        this.received.push(received)
        respond(response, received, this.received.length)
        for (const wake of this.#waiting) wake()
      })
    })
  }

  static async start(respond: Respond = (response) => void response.writeHead(200).end()): Promise<Receiver> {
    const receiver = new Receiver(respond)
    receiver.#server.listen(0, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Resolves once the given number of deliveries has been received. */
  async count(number: number): Promise<readonly Received[]> {
    while (this.received.length < number) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake)
          resolve()
        }
        this.#waiting.add(wake)
      })
    }
    return this.received
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
