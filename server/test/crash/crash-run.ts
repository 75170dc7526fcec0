import { setTimeout as pause } from 'node:timers/promises'
import { isFinal } from '#domain/index.ts'
import { ApiClient } from './api-client.ts'
import { checkHistory } from './check-history.ts'
import { Fleet } from './fleet.ts'
import type { CrashHistory, PlannedExecution, ShownExecution, Violation } from './history.ts'
import { type Home, type HomeKind, openHome } from './crash-store.ts'
import { Killer } from './killer.ts'
import { Load } from './load.ts'
import { SeededRandom } from './seeded-random.ts'
import type { Shape } from './shape.ts'
import { SHAPES } from './shapes.ts'
import { openSink, type Sink } from './sink.ts'

const KEY = 'crash-'.repeat(6)
/** A process that is silent is taken for dead after 15 s, and that is noticed within 5; the rest is for the work. */
const END_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 250
const READERS = 8
const PAGE = 100

export interface CrashOptions {
  readonly home: HomeKind
  readonly kills: number
  readonly seed: number
  readonly callers: number
  readonly pauseMs: number
  /** Told after every kill how many there were. */
  onKill?(kills: number): void
}

export interface CrashResult {
  readonly options: CrashOptions
  readonly history: CrashHistory
  readonly violations: readonly Violation[]
  readonly kills: number
  readonly lostAnswers: number
  /** From a kill to the address of the next process, in milliseconds. */
  readonly restarts: readonly number[]
  /** From the last start to the end of the last execution. */
  readonly settledMs: number
}

/** The real service under load, killed again and again; then everything it left is checked. */
export async function runCrash(options: CrashOptions): Promise<CrashResult> {
  const home = await openHome(options.home)
  const sink = await openSink()
  try {
    return await runAtHome(options, home, sink)
  } finally {
    await sink.close()
    await home.destroy()
  }
}

async function runAtHome(options: CrashOptions, home: Home, sink: Sink): Promise<CrashResult> {
  const random = new SeededRandom(options.seed)
  const fleet = new Fleet(
    { ...home.settings, MILLRACE_API_KEY: KEY, MILLRACE_RATE_LIMITS: 'off' },
    home.processes,
  )
  const api = new ApiClient(() => fleet.urls(), KEY)
  try {
    await fleet.allReady()
    const shapes = await drawAll(api, sink.url)
    const killer = new Killer(fleet, random.fork())
    sink.onMoment = (moment) => killer.notice(moment)
    const load = new Load({
      api,
      shapes,
      random: random.fork(),
      callers: options.callers,
      pauseMs: options.pauseMs,
      onAccepted: () => killer.notice('accepted'),
    })
    await killer.run(options.kills, (kills) => options.onKill?.(kills))
    await fleet.allReady()
    const settledFrom = performance.now()
    await load.stop()
    await untilAllEnded(
      api,
      shapes.map(({ workflowId }) => workflowId),
    )
    const settledMs = performance.now() - settledFrom
    const shown = await readShown(api, load.planned)
    await fleet.stop()
    const history = {
      planned: load.planned,
      shown,
      stored: await home.read(),
      arrivals: sink.arrivals,
    }
    const troubles = [...load.refusals, ...fleet.troubles()]
    return {
      options,
      history,
      violations: [
        ...checkHistory(history),
        ...troubles.map((detail): Violation => ({ rule: 'service', detail })),
      ],
      kills: killer.kills,
      lostAnswers: load.lostAnswers,
      restarts: fleet.restarts,
      settledMs,
    }
  } finally {
    api.close()
    await fleet.end()
  }
}

async function drawAll(api: ApiClient, sink: string): Promise<{ shape: Shape; workflowId: string }[]> {
  const variables: Record<string, string> = { sink }
  const drawn: { shape: Shape; workflowId: string }[] = []
  for (const shape of SHAPES) {
    const body = { name: shape.name, ...shape.draw(variables) }
    const answer = await api.send('POST', '/v1/workflows', { body })
    const workflowId = answer.body.data.id as string
    variables[shape.name] = workflowId
    drawn.push({ shape, workflowId })
  }
  return drawn
}

/**
 * Looks at every execution once, and at those that were open until they are final, which they stay: a question for the
 * open ones alone would miss one that is woken between two answers. Gives up after a time, and leaves the rest to the
 * check.
 */
async function untilAllEnded(api: ApiClient, workflowIds: readonly string[]): Promise<void> {
  const before = performance.now() + END_WITHIN_MS
  for (const workflowId of workflowIds) {
    for (const id of await listOpen(api, workflowId)) {
      while (performance.now() < before) {
        const { body } = await api.sendUntilAnswered('GET', `/v1/executions/${id}`)
        if (isFinal(body.data.status)) break
        await pause(LOOK_EVERY_MS)
      }
    }
  }
}

async function listOpen(api: ApiClient, workflowId: string): Promise<readonly string[]> {
  const open: string[] = []
  let cursor = ''
  for (;;) {
    const path = `/v1/workflows/${workflowId}/executions?limit=${PAGE}${cursor}`
    const { data, meta } = (await api.sendUntilAnswered('GET', path)).body
    for (const { id, status } of data) if (!isFinal(status)) open.push(id)
    if (!meta.has_more) return open
    cursor = `&cursor=${encodeURIComponent(meta.next_cursor)}`
  }
}

async function readShown(
  api: ApiClient,
  planned: readonly PlannedExecution[],
): Promise<Map<string, ShownExecution | undefined>> {
  const shown = new Map<string, ShownExecution | undefined>()
  const ids = [...new Set(planned.flatMap(({ answers }) => answers))]
  const read = async (): Promise<void> => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      const { status, body } = await api.sendUntilAnswered('GET', `/v1/executions/${id}`)
      shown.set(id, status === 200 ? { status: body.data.status, output: body.data.output } : undefined)
    }
  }
  await Promise.all(Array.from({ length: READERS }, read))
  return shown
}
