import { setTimeout as pause } from 'node:timers/promises'
import { isFinal } from '#domain/index.ts'
import { ApiClient } from './service/api-client.ts'
import { checkHistory } from './checks/check-history.ts'
import { Fleet } from './service/fleet.ts'
import type { CrashHistory, PlannedExecution, ShownExecution, Violation } from './checks/history.ts'
import { type CrashStore, type StoreKind, openCrashStore } from './service/crash-store.ts'
import { Killer } from './service/killer.ts'
import { Load } from './load.ts'
import { SeededRandom } from './seeded-random.ts'
import type { Shape } from './shape.ts'
import { SHAPES } from './shapes.ts'
import { readState } from './service/read-stored.ts'
import { openSink, type Sink } from './service/sink.ts'

const KEY = 'crash-'.repeat(6)
/** A lease expires after 15 s, which is noticed within 5 s; the rest is for the work. */
const END_WITHIN_MS = 120_000
const POLL_INTERVAL_MS = 250
const READERS = 8
const PAGE = 100

export interface CrashOptions {
  readonly store: StoreKind
  readonly kills: number
  readonly seed: number
  readonly callers: number
  readonly pauseMs: number
  /** Called after every kill with the number of kills. */
  onKill?(kills: number): void
}

export interface CrashResult {
  readonly options: CrashOptions
  readonly history: CrashHistory
  readonly violations: readonly Violation[]
  readonly kills: number
  readonly lostResponses: number
  /** From a kill to the URL of the next process, in milliseconds. */
  readonly restarts: readonly number[]
  /** From the last start to the end of the last execution. */
  readonly settledMs: number
}

/** Runs the real service under load, kills it repeatedly and checks everything it left. */
export async function runCrash(options: CrashOptions): Promise<CrashResult> {
  const store = await openCrashStore(options.store)
  const sink = await openSink()
  try {
    return await runOnStore(options, store, sink)
  } finally {
    await sink.close()
    await store.destroy()
  }
}

async function runOnStore(options: CrashOptions, store: CrashStore, sink: Sink): Promise<CrashResult> {
  const random = new SeededRandom(options.seed)
  const fleet = new Fleet(
    { ...store.settings, MILLRACE_API_KEY: KEY, MILLRACE_RATE_LIMITS: 'off' },
    store.processes,
  )
  const api = new ApiClient(() => fleet.urls(), KEY)
  try {
    await fleet.allReady()
    const shapes = await createWorkflows(api, sink.url)
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
      stored: await store.read(),
      arrivals: sink.arrivals,
      state: await store.open(readState),
    }
    const problems = [...load.unexpectedResponses, ...fleet.problems()]
    return {
      options,
      history,
      violations: [
        ...checkHistory(history),
        ...problems.map((detail): Violation => ({ rule: 'service', detail })),
      ],
      kills: killer.kills,
      lostResponses: load.lostResponses,
      restarts: fleet.restarts,
      settledMs,
    }
  } finally {
    api.close()
    await fleet.end()
  }
}

async function createWorkflows(
  api: ApiClient,
  sink: string,
): Promise<{ shape: Shape; workflowId: string }[]> {
  const variables: Record<string, string> = { sink }
  const created: { shape: Shape; workflowId: string }[] = []
  for (const shape of SHAPES) {
    const body = { name: shape.name, ...shape.build(variables) }
    const response = await api.send('POST', '/v1/workflows', { body })
    const workflowId = response.body.data.id as string
    variables[shape.name] = workflowId
    created.push({ shape, workflowId })
  }
  return created
}

/**
 * Reads every execution once, and the open ones until they have ended, which is final: a query for the open ones alone
 * would miss one that is woken between two responses. Gives up after a deadline and leaves the rest to the check.
 */
async function untilAllEnded(api: ApiClient, workflowIds: readonly string[]): Promise<void> {
  const before = performance.now() + END_WITHIN_MS
  for (const workflowId of workflowIds) {
    for (const id of await listOpen(api, workflowId)) {
      while (performance.now() < before) {
        const { body } = await api.sendUntilAnswered('GET', `/v1/executions/${id}`)
        if (isFinal(body.data.status)) break
        await pause(POLL_INTERVAL_MS)
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
  const ids = [...new Set(planned.flatMap(({ acceptedIds }) => acceptedIds))]
  const read = async (): Promise<void> => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      const { status, body } = await api.sendUntilAnswered('GET', `/v1/executions/${id}`)
      shown.set(id, status === 200 ? { status: body.data.status, output: body.data.output } : undefined)
    }
  }
  await Promise.all(Array.from({ length: READERS }, read))
  return shown
}
