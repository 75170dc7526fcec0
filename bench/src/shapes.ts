import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runLoad } from './load.ts'
import {
  AUTHORIZATION,
  createWorkflow,
  findInboundUrl,
  startMillrace,
  untilAllEnded,
  withDataFolder,
} from './millrace.ts'
import { fourNodeWorkflow } from './four-node-workflow.ts'
import { type StartedProcess, startProcess } from './started-process.ts'
import { untilIdle } from './until-idle.ts'
import { median } from './web/quantile.ts'

const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url))
const CONNECTIONS = 32

interface Shape {
  readonly name: string
  readonly workflow: object
  readonly input: object
  /** Nodes that run in one execution. */
  readonly steps: number
  /** How many callers wait for the end of their execution; otherwise 32 send without waiting. */
  readonly waiting?: number
  /** They send to its inbound webhook, which answers with the result, instead of running it by API. */
  readonly isInbound?: boolean
}

const set = (id: string, values: object) => ({ id, type: 'set', data: { values } })
const chain = (ids: readonly string[]) => ids.slice(1).map((target, n) => ({ source: ids[n], target }))
const range = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`)

const sumPrices = (items: string) => ({
  id: 'total',
  type: 'code',
  data: { code: `return { total: ${items}.reduce((sum, { price }) => sum + price, 0) }` },
})

const callServer = (target: string, name: string) => ({
  id: 'call',
  type: 'http',
  data: {
    method: 'POST',
    url: `${target}/v1/workflows/any/execute`,
    body: { input: { name: `{{ ${name} }}` } },
  },
})

const START = { id: 'start', type: 'start' }
/** Starts a published workflow, and answers with its result. */
const WEBHOOK = { id: 'start', type: 'webhook', data: { respond: 'last_node' } }

/** The four nodes behind an inbound webhook. */
const webhookWorkflow = {
  name: 'Webhook',
  status: 'published',
  nodes: [
    WEBHOOK,
    set('greet', { text: 'Hello {{ input.body.name }}', length: '{{ input.body.name.length }}' }),
    { id: 'long', type: 'if', data: { condition: '{{ previous.length > 2 }}' } },
    { id: 'answer', type: 'return', data: { value: { greeting: '{{ nodes.greet.output.text }}' } } },
  ],
  edges: fourNodeWorkflow.edges,
}

const SHAPES: readonly Shape[] = [
  { name: 'four nodes', workflow: fourNodeWorkflow, input: { name: 'Ada' }, steps: 4 },
  {
    name: 'chain of ten nodes',
    workflow: {
      name: 'Chain',
      nodes: range(10).map((id) => set(id, { n: '{{ (previous.n ?? 0) + 1 }}' })),
      edges: chain(range(10)),
    },
    input: {},
    steps: 10,
  },
  {
    name: 'fan-out of 100 with a join',
    workflow: {
      name: 'Fan-out',
      nodes: [
        START,
        ...range(100).map((id, n) => set(id, { n })),
        { id: 'join', type: 'merge', data: { mode: 'list' } },
        { id: 'count', type: 'return', data: { value: { count: '{{ previous.length }}' } } },
      ],
      edges: [
        ...range(100).flatMap((id) => [
          { source: 'start', target: id },
          { source: id, target: 'join' },
        ]),
        { source: 'join', target: 'count' },
      ],
    },
    input: {},
    steps: 103,
  },
  {
    name: '1 MB through five nodes',
    workflow: {
      name: 'Payload',
      nodes: [
        START,
        ...range(4).map((id) => set(id, { text: '{{ previous.text }}' })),
        { id: 'length', type: 'return', data: { value: { length: '{{ previous.text.length }}' } } },
      ],
      edges: chain(['start', ...range(4), 'length']),
    },
    input: { text: 'x'.repeat(1_000_000) },
    steps: 6,
  },
  {
    name: 'code',
    workflow: {
      name: 'Code',
      nodes: [START, sumPrices('input.items')],
      edges: chain(['start', 'total']),
    },
    input: { items: [{ price: 2 }, { price: 3 }] },
    steps: 2,
    waiting: 10,
  },
  {
    name: 'four nodes, one connection',
    workflow: fourNodeWorkflow,
    input: { name: 'Ada' },
    steps: 4,
    waiting: 1,
  },
  {
    name: 'webhook',
    workflow: webhookWorkflow,
    input: { name: 'Ada' },
    steps: 4,
    waiting: 10,
    isInbound: true,
  },
  {
    name: 'webhook, one connection',
    workflow: webhookWorkflow,
    input: { name: 'Ada' },
    steps: 4,
    waiting: 1,
    isInbound: true,
  },
  {
    name: 'webhook with code',
    workflow: {
      name: 'Webhook with code',
      status: 'published',
      nodes: [WEBHOOK, sumPrices('input.body.items')],
      edges: chain(['start', 'total']),
    },
    input: { items: [{ price: 2 }, { price: 3 }] },
    steps: 2,
    waiting: 10,
    isInbound: true,
  },
]

/** One request to a server on loopback, by API and behind an inbound webhook. */
const httpShapes = (target: string): readonly Shape[] => [
  {
    name: 'http',
    workflow: {
      name: 'Call',
      nodes: [START, callServer(target, 'input.name')],
      edges: chain(['start', 'call']),
    },
    input: { name: 'Ada' },
    steps: 2,
    waiting: 10,
  },
  {
    name: 'webhook with http',
    workflow: {
      name: 'Webhook with a call',
      status: 'published',
      nodes: [WEBHOOK, callServer(target, 'input.body.name')],
      edges: chain(['start', 'call']),
    },
    input: { name: 'Ada' },
    steps: 2,
    waiting: 10,
    isInbound: true,
  },
]

export interface ShapeFigures {
  readonly name: string
  readonly perSecond: number
  readonly stepsPerSecond: number
  /** Compared with the four-node workflow of the same run. */
  readonly ratio: number
  /** The same shape on the other build, and how many times as fast this one is. */
  readonly against?: { readonly perSecond: number; readonly ratio: number }
}

/** V8 goes on optimizing for half a minute under load: `http` gets a third faster in that time. */
const WARM_UP_ROUNDS = 6
/** A server that is under load so soon after its start collects its garbage in between, and is slower for ten seconds. */
const REST_MS = 4_000

export interface ShapeSettings {
  readonly rounds: number
  readonly roundSeconds: number
  /** Only the shape with this name, beside the first. */
  readonly shape: string | undefined
  readonly databaseUrl: string | undefined
  /** Another build, measured in turns with this one. */
  readonly against: OtherBuild | undefined
}

export interface OtherBuild {
  /** A checkout that is set up to run. */
  readonly folder: string
  /** A database of its own, if this build has one. */
  readonly databaseUrl: string | undefined
}

/**
 * Measures executions per second, from acceptance to completion, for workflows of several shapes: the median of the rounds after
 * those that warm up. All shapes and both builds take turns, so that a change of the machine affects all of them.
 */
export async function measureShapes(settings: ShapeSettings): Promise<readonly ShapeFigures[]> {
  const { databaseUrl, against } = settings
  return withDataFolder(async (folder) => {
    const started: StartedProcess[] = []
    const start = async (starting: Promise<StartedProcess>) => {
      const server = await starting
      started.push(server)
      return server.url
    }
    try {
      const target = await start(startProcess(BARE_SERVER, {}, '/'))
      const urls = [await start(startMillrace(join(folder, 'this'), databaseUrl))]
      if (against !== undefined) {
        const other = startMillrace(join(folder, 'other'), against.databaseUrl, against.folder)
        urls.push(await start(other))
      }
      await sleep(REST_MS)
      const shapes = [...SHAPES, ...httpShapes(target)].filter(
        ({ name }, index) => index === 0 || name === (settings.shape ?? name),
      )
      // What one build has left to do, such as writing megabytes to its database file, must not slow down the other.
      const untilQuiet = () => untilIdle('A server', () => cpuOf(started))
      return await measureInTurns(urls, shapes, settings, untilQuiet)
    } finally {
      for (const server of started) await server.stop()
    }
  })
}

async function cpuOf(servers: readonly StartedProcess[]): Promise<number> {
  const all = await Promise.all(servers.map((server) => server.cpuMs()))
  return all.reduce((sum, ms) => sum + ms, 0)
}

/** A shape on one server. */
interface Series {
  readonly url: string
  readonly id: string
  readonly target: string
  readonly rates: number[]
}

/** @param urls of this build, and of the one that it is compared with */
async function measureInTurns(
  urls: readonly string[],
  shapes: readonly Shape[],
  { rounds, roundSeconds }: ShapeSettings,
  untilQuiet: () => Promise<void>,
): Promise<ShapeFigures[]> {
  const measured: { shape: Shape; series: Series[] }[] = []
  for (const shape of shapes) {
    const series: Series[] = []
    for (const url of urls) series.push(await prepare(url, shape))
    measured.push({ shape, series })
  }
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
    for (const { shape, series } of measured) {
      // Neither build is always the one that runs while the other cleans up.
      for (const one of round % 2 === 0 ? series : series.toReversed()) {
        await untilQuiet()
        const rate = await measureOnce(one, shape, roundSeconds)
        if (round >= WARM_UP_ROUNDS) one.rates.push(rate)
      }
    }
  }
  const first = measured[0]?.series[0]?.rates ?? []
  return measured.map(({ shape, series: [own, other] }) => {
    const rates = own?.rates ?? []
    return {
      name: shape.name,
      perSecond: median(rates),
      stepsPerSecond: median(rates) * shape.steps,
      ratio: medianRatio(rates, first),
      ...(other !== undefined && {
        against: { perSecond: median(other.rates), ratio: medianRatio(rates, other.rates) },
      }),
    }
  })
}

async function prepare(url: string, shape: Shape): Promise<Series> {
  const id = await createWorkflow(url, shape.workflow)
  const target =
    shape.isInbound === true ? await findInboundUrl(url, id) : `${url}/v1/workflows/${id}/execute`
  return { url, id, target, rates: [] }
}

async function measureOnce({ url, id, target }: Series, shape: Shape, seconds: number): Promise<number> {
  const startedAt = performance.now()
  const answered = await send(target, shape, seconds)
  await untilAllEnded(url, id)
  return answered / ((performance.now() - startedAt) / 1000)
}

/** The median of the ratios of each round. */
function medianRatio(rates: readonly number[], others: readonly number[]): number {
  return median(rates.map((rate, round) => rate / (others[round] ?? rate)))
}

/** Returns the number of requests that were answered. */
async function send(
  url: string,
  { input, waiting, isInbound = false }: Shape,
  seconds: number,
): Promise<number> {
  const waits = waiting !== undefined && !isInbound
  const load = await runLoad({
    url,
    headers: { ...(!isInbound && AUTHORIZATION), ...(waits && { prefer: 'wait=60' }) },
    body: JSON.stringify(isInbound ? input : { input }),
    seconds,
    connections: waiting ?? CONNECTIONS,
  })
  if (load.failed > 0) throw new Error(`${load.failed} requests failed.`)
  return load.answered
}
