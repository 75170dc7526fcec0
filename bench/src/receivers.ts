import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Delivered {
  readonly type: string
  readonly timestamp: string
}

/** Many receivers behind one port, each with its own path; some of them always fail. */
export class Receivers {
  readonly #server: Server
  readonly #isFailing: (receiver: number) => boolean
  /** Milliseconds from event to arrival, by kind of event. */
  readonly latencies = new Map<string, number[]>()
  #waiting: { kind: string; count: number; resolve(): void } | undefined

  private constructor(isFailing: (receiver: number) => boolean) {
    this.#isFailing = isFailing
    this.#server = createServer((request, response) => {
      const arrivedAt = Date.now()
      const receiver = Number(request.url?.slice(1))
      let text = ''
      request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      request.on('end', () => {
        const fails = this.#isFailing(receiver)
        response.writeHead(fails ? 500 : 204).end()
        if (!fails) this.#note(JSON.parse(text) as Delivered, arrivedAt)
      })
    })
  }

  static async start(isFailing: (receiver: number) => boolean): Promise<Receivers> {
    const receivers = new Receivers(isFailing)
    receivers.#server.listen(0, '127.0.0.1')
    await once(receivers.#server, 'listening')
    return receivers
  }

  urlOf(receiver: number): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${receiver}`
  }

  /** Resolves when `count` events of the kind have arrived. */
  async arrived(kind: string, count: number): Promise<void> {
    if ((this.latencies.get(kind)?.length ?? 0) >= count) return
    await new Promise<void>((resolve) => (this.#waiting = { kind, count, resolve }))
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #note({ type, timestamp }: Delivered, arrivedAt: number): void {
    const latencies = this.latencies.get(type) ?? []
    this.latencies.set(type, latencies)
    latencies.push(arrivedAt - Date.parse(timestamp))
    if (this.#waiting?.kind === type && latencies.length === this.#waiting.count) this.#waiting.resolve()
  }
}
