import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

export interface ConstantRateResult {
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface ConstantRateOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly seconds: number
  readonly perSecond: number
  readonly connections: number
}

const TICK_MS = 1

/**
 * Sends requests at a constant rate, whether or not earlier ones are answered, and measures each from the moment it was
 * due. A server that stalls therefore cannot hide the delay by slowing the sender down.
 *
 * The sender only writes the same bytes and finds the ends of responses: garbage collection in the sender would be measured
 * as well.
 */
export async function runConstantRateLoad(options: ConstantRateOptions): Promise<ConstantRateResult> {
  const total = Math.round(options.seconds * options.perSecond)
  const latencies = new Float64Array(total)
  const url = new URL(options.url)
  const request = makeRequest(url, options)
  const idle: Connection[] = []
  const all = await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const socket = connect(Number(url.port), url.hostname).setNoDelay()
      await once(socket, 'connect')
      return new Connection(socket)
    }),
  )
  idle.push(...all)
  await new Promise<void>((resolve, reject) => {
    const startedAt = performance.now()
    let sent = 0
    let answered = 0
    const dueAt = (index: number) => startedAt + (index / options.perSecond) * 1000
    const sendDue = () => {
      const now = performance.now()
      while (sent < total && dueAt(sent) <= now) {
        const free = idle.pop()
        if (free === undefined) return
        free.send(request, sent)
        sent += 1
      }
    }
    const timer = setInterval(sendDue, TICK_MS)
    for (const connection of all) {
      connection.onEnd = (index, status) => {
        if (status !== 202 && status !== 200) reject(new Error(`A request was answered with ${status}.`))
        latencies[answered] = performance.now() - dueAt(index)
        answered += 1
        idle.push(connection)
        if (answered < total) sendDue()
        else {
          clearInterval(timer)
          resolve()
        }
      }
      connection.onFailure = reject
    }
  })
  for (const connection of all) connection.close()
  latencies.sort()
  const at = (share: number) => Math.round((latencies[Math.floor(total * share)] ?? Number.NaN) * 10) / 10
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** A connection with one request in flight at a time. */
class Connection {
  onEnd: (index: number, status: number) => void = () => undefined
  onFailure: (error: Error) => void = () => undefined
  readonly #socket: Socket
  #index = 0
  #received: Buffer = Buffer.alloc(0)

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.onFailure(error))
    socket.on('end', () => this.onFailure(new Error('The server closed a connection.')))
  }

  send(request: Buffer, index: number): void {
    this.#index = index
    this.#socket.write(request)
  }

  close(): void {
    this.#socket.removeAllListeners('end')
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    const received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const headEnd = received.indexOf('\r\n\r\n')
    const head = headEnd < 0 ? '' : received.toString('latin1', 0, headEnd)
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1])
    if (headEnd < 0 || received.length < headEnd + 4 + length) {
      this.#received = received
      return
    }
    this.#received = Buffer.alloc(0)
    this.onEnd(this.#index, Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3)))
  }
}

function makeRequest({ pathname, host }: URL, { headers, body }: ConstantRateOptions): Buffer {
  const lines = Object.entries({
    host,
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(body)}`,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`POST ${pathname} HTTP/1.1`, ...lines, '', body].join('\r\n'))
}
