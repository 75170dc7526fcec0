import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Arrival } from './history.ts'

/** What a workflow sends. */
interface Effect {
  readonly token: string
  readonly step: string
  readonly execution_id: string
  /** How long the answer takes. */
  readonly slow_ms?: number
  /** How many requests are refused before one is taken. */
  readonly refuse?: number
}

/** The world outside: an HTTP server that counts what reaches it. */
export interface Sink {
  readonly url: string
  readonly arrivals: readonly Arrival[]
  /** Called at the moment a request is complete, and at the moment its answer is sent. */
  onMoment: ((moment: 'arrival' | 'answer') => void) | undefined
  close(): Promise<void>
}

/** Answers `{"value": "<token> <step>"}`, the same for every repetition. */
export async function openSink(): Promise<Sink> {
  const arrivals: Arrival[] = []
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    // A request that breaks off is none: its sender was killed while it wrote.
    take(request, response).catch(() => response.destroy())
  })
  // A connection that the sink closes while a request is on its way would be a failure that nobody planned.
  server.keepAliveTimeout = 0
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sink: Sink = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/effect`,
    arrivals,
    onMoment: undefined,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return sink

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const effect = JSON.parse(await text(request)) as Effect
    const { token, step, execution_id: executionId } = effect
    const key = request.headers['idempotency-key']
    arrivals.push({ token, step, executionId, key: key?.toString(), at: Date.now() })
    const place = `${token} ${step}`
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    sink.onMoment?.('arrival')
    if (effect.slow_ms !== undefined && effect.slow_ms > 0) await pause(effect.slow_ms)
    const isRefused = count <= (effect.refuse ?? 0)
    response.writeHead(isRefused ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isRefused ? { error: 'not now' } : { value: place }), () =>
      sink.onMoment?.('answer'),
    )
  }
}
