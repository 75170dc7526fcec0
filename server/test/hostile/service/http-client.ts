import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface Reply {
  /** 0 if the connection broke before an answer. */
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape are read
  readonly body: any
  readonly text: string
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent unchanged. */
  readonly raw?: string | Buffer
}

/** Sends requests over any number of connections. A broken connection is an answer like others. */
export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true })
  readonly #sockets = new Set<Socket>()

  async send(method: string, url: string, { headers = {}, body, raw }: Sent = {}): Promise<Reply> {
    const payload = raw ?? (body === undefined ? '' : JSON.stringify(body))
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const length = payload.length === 0 ? {} : { 'content-length': String(Buffer.byteLength(payload)) }
    return await new Promise((resolve) => {
      const broken = () => resolve({ status: 0, body: undefined, text: '' })
      const sent = request(
        url,
        { method, headers: { ...type, ...length, ...headers }, agent: this.#agent },
        (response) => {
          const chunks: Buffer[] = []
          response
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('error', broken)
            .on('end', () => {
              const text = Buffer.concat(chunks).toString('utf8')
              resolve({ status: response.statusCode ?? 0, body: parse(text), text })
            })
        },
      )
      sent.on('error', broken)
      sent.end(payload)
    })
  }

  /** A bare connection, for requests that no client would send. It is closed with this client. */
  async dial(url: string): Promise<Socket> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#sockets.delete(socket))
    await new Promise<void>((resolve) => {
      socket.once('connect', resolve)
      socket.once('close', () => resolve())
    })
    return socket
  }

  close(): void {
    this.#agent.destroy()
    for (const socket of this.#sockets) socket.destroy()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
