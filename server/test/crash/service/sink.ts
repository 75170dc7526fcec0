import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { openServer } from '#test/support/open-server.ts'
import type { Arrival } from '../checks/history.ts'

/** What a workflow sends. */
interface Effect {
  readonly token: string
  readonly step: string
  readonly execution_id: string
  /** How long the response takes. */
  readonly slow_ms?: number
  /** How many requests are rejected before one is accepted. */
  readonly refuse?: number
}

/** The external world: an HTTP server that counts the requests it receives. */
export interface Sink {
  readonly url: string
  readonly arrivals: readonly Arrival[]
  /** Called when a request is complete, and when its response is sent. */
  onMoment: ((moment: 'arrival' | 'answer') => void) | undefined
  close(): Promise<void>
}

/** Responds with `{"value": "<token> <step>"}`, the same for every repetition. */
export async function openSink(): Promise<Sink> {
  const arrivals: Arrival[] = []
  const counts = new Map<string, number>()
  const { origin, close } = await openServer((request, response) => {
    // An incomplete request does not count: its sender was killed while writing.
    take(request, response).catch(() => response.destroy())
  })
  const sink: Sink = { url: `${origin}/effect`, arrivals, onMoment: undefined, close }
  return sink

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const effect = JSON.parse(await text(request)) as Effect
    const { token, step, execution_id: executionId } = effect
    const key = request.headers['idempotency-key']
    arrivals.push({ token, step, executionId, key: key?.toString(), at: Date.now() })
    const effectName = `${token} ${step}`
    const count = (counts.get(effectName) ?? 0) + 1
    counts.set(effectName, count)
    sink.onMoment?.('arrival')
    if (effect.slow_ms !== undefined && effect.slow_ms > 0) await pause(effect.slow_ms)
    const isRefused = count <= (effect.refuse ?? 0)
    response.writeHead(isRefused ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isRefused ? { error: 'not now' } : { value: effectName }), () =>
      sink.onMoment?.('answer'),
    )
  }
}
