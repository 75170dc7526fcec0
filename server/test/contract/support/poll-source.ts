import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SourceAnswer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** In place of the body as JSON. */
  readonly text?: string
}

/** A service with a list of orders that grows, on loopback. */
export class PollSource {
  readonly #server: Server
  /** Replaces the answer. */
  answer: ((url: URL) => SourceAnswer | Promise<SourceAnswer>) | undefined
  orders: { readonly id: number }[] = []
  /** The queries of all requests. */
  readonly queries: Record<string, string>[] = []
  readonly headers: IncomingMessage['headers'][] = []
  active = 0
  maxActive = 0

  constructor() {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://source')
      this.queries.push(Object.fromEntries(url.searchParams))
      this.headers.push(request.headers)
      this.active += 1
      this.maxActive = Math.max(this.maxActive, this.active)
      const answered = Promise.resolve(this.answer?.(url) ?? this.#list(url))
      void answered.then(({ status = 200, headers = {}, body, text }) => {
        this.active -= 1
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(text ?? JSON.stringify(body))
      })
    })
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/orders`
  }

  add(...ids: readonly number[]): void {
    this.orders = [...this.orders, ...ids.map((id) => ({ id }))]
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** With `since`, only orders after it; with `limit`, only that many of them. */
  #list(url: URL): SourceAnswer {
    const since = Number(url.searchParams.get('since') ?? 0)
    const limit = Number(url.searchParams.get('limit') ?? 1_000)
    const after = this.orders.filter(({ id }) => id > since)
    const orders = after.slice(0, limit)
    return { body: { orders, last: orders.at(-1)?.id ?? null, more: after.length > limit } }
  }
}
