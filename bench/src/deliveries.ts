import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { AUTHORIZATION, startMillrace, withDataFolder } from './millrace.ts'
import { Receivers } from './receivers.ts'

export interface DeliverySettings {
  readonly receivers: number
  /** Of each hundred receivers, this many always fail. */
  readonly failingPercent: number
  /** Events that are delivered to every receiver. */
  readonly events: number
  /** Form submissions at a constant rate, each delivered to a few receivers. */
  readonly submissions: number
  readonly submissionsPerSecond: number
  /** Measures on PostgreSQL instead of the SQLite file. */
  readonly databaseUrl: string | undefined
}

export interface DeliveryFigures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const FORM_WEBHOOKS = 10
const SETTLE_MS = 3_000

/** Measures the throughput of a burst to many receivers, some of which fail, and then the latency of single events. */
export function measureDeliveries(settings: DeliverySettings): Promise<DeliveryFigures> {
  return withDataFolder(async (data) => {
    const everyNth = Math.round(100 / settings.failingPercent)
    const receivers = await Receivers.start((receiver) => receiver % everyNth === 0)
    const millrace = await startMillrace(data, settings.databaseUrl)
    try {
      const post = (path: string, body: object) => send(`${millrace.url}/v1${path}`, body)
      const perSecond = await measureBurst(post, receivers, settings, everyNth)
      // Everything has arrived, but the service still records the results. That belongs to the burst.
      await sleep(SETTLE_MS)
      const latencies = await measureSteadyEvents(post, receivers, settings)
      const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
      return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99) }
    } finally {
      await millrace.stop()
      receivers.close()
    }
  })
}

type Post = (path: string, body: object) => Promise<{ id: string }>

async function measureBurst(
  post: Post,
  receivers: Receivers,
  settings: DeliverySettings,
  everyNth: number,
): Promise<number> {
  for (let n = 0; n < settings.receivers; n += 1) {
    await post('/webhooks', { url: receivers.urlOf(n), events: ['workflow.executed'] })
  }
  const workflow = await post('/workflows', { name: 'Nothing' })
  const healthy = settings.receivers - Math.ceil(settings.receivers / everyNth)
  const startedAt = performance.now()
  for (let n = 0; n < settings.events; n += 1) await post(`/workflows/${workflow.id}/execute`, {})
  const expected = healthy * settings.events
  await receivers.arrived('workflow.executed', expected)
  return expected / ((performance.now() - startedAt) / 1000)
}

/** Milliseconds from event to arrival, in ascending order. */
async function measureSteadyEvents(
  post: Post,
  receivers: Receivers,
  settings: DeliverySettings,
): Promise<readonly number[]> {
  // Starts at 1, because receiver 0 fails.
  for (let n = 1; n <= FORM_WEBHOOKS; n += 1) {
    await post('/webhooks', { url: receivers.urlOf(n), events: ['form.submitted'] })
  }
  const form = await post('/forms', { name: 'Form', fields: [{ name: 'text', type: 'text' }] })
  for (let n = 0; n < settings.submissions; n += 1) {
    await post(`/forms/${form.id}/submissions`, { data: { text: 'Hello' } })
    await sleep(1000 / settings.submissionsPerSecond)
  }
  await receivers.arrived('form.submitted', settings.submissions * FORM_WEBHOOKS)
  return receivers.latencies.get('form.submitted')?.toSorted((a, b) => a - b) ?? []
}

async function send(url: string, body: object): Promise<{ id: string }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`)
  return ((await answer.json()) as { data: { id: string } }).data
}
