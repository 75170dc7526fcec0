import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

export interface PacedResult {
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface PacedOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly seconds: number
  readonly perSecond: number
  readonly connections: number
}

const TICK_MS = 2

/**
 * Sends requests at a steady pace, whether or not the earlier ones are answered, and measures from the moment each one was
 * due: a server that stalls cannot hide it by slowing the sender down.
 */
export async function runPacedLoad(options: PacedOptions): Promise<PacedResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections })
  const latencies: number[] = []
  const startedAt = performance.now()
  const total = Math.round(options.seconds * options.perSecond)
  const open: Promise<void>[] = []
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * options.perSecond))
      while (open.length < due) {
        const dueAt = startedAt + (open.length / options.perSecond) * 1000
        open.push(send(agent, options).then(() => void latencies.push(performance.now() - dueAt)))
      }
      if (open.length < total) return
      clearInterval(timer)
      resolve()
    }, TICK_MS)
  })
  await Promise.all(open)
  agent.destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round((latencies[Math.floor(latencies.length * share)] ?? Number.NaN) * 10) / 10
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}

function send(agent: Agent, { url, headers, body }: PacedOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
    })
    sent.on('response', (answer) => {
      answer.resume().on('end', resolve)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
