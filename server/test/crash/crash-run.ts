import { setTimeout as pause } from 'node:timers/promises'
import { isFinal } from '#domain/index.ts'
import { ApiClient } from './service/api-client.ts'
import { checkHistory } from './checks/check-history.ts'
import { Fleet } from './service/fleet.ts'
import type {
  CrashHistory,
  FilesHistory,
  FilesSnapshot,
  PlannedExecution,
  ShownExecution,
  StoredExecution,
  Violation,
} from './checks/history.ts'
import { cleanUp } from './service/clean-up.ts'
import { type CrashStore, type StoreKind, openCrashStore } from './service/crash-store.ts'
import { Killer } from './service/killer.ts'
import { type FileExchange, openFileExchange } from './service/file-exchange.ts'
import { type CreatedShape, Load } from './load.ts'
import { SeededRandom } from './seeded-random.ts'
import { SHAPES } from './shapes.ts'
import { readPolled, readState } from './service/read-stored.ts'
import { openPollFeed, type PollFeed, pollWorkflow } from './service/poll-feed.ts'
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
  const feed = await openPollFeed()
  const exchange = await openFileExchange()
  try {
    return await runOnStore(options, store, { sink, feed, exchange })
  } finally {
    await exchange.close()
    await feed.close()
    await sink.close()
    await store.destroy()
  }
}

interface OutsideWorld {
  readonly sink: Sink
  readonly feed: PollFeed
  readonly exchange: FileExchange
}

async function runOnStore(
  options: CrashOptions,
  store: CrashStore,
  { sink, feed, exchange }: OutsideWorld,
): Promise<CrashResult> {
  const random = new SeededRandom(options.seed)
  const settings = {
    ...store.settings,
    MILLRACE_API_KEY: KEY,
    MILLRACE_RATE_LIMITS: 'off',
    MILLRACE_HOOK_LIMIT: '0',
  }
  const fleet = new Fleet(settings, store.processes)
  const api = new ApiClient(() => fleet.urls(), KEY)
  try {
    await fleet.allReady()
    const shapes = await createWorkflows(api, { sink: sink.url, exchange: exchange.url })
    const polls = await api.send('POST', '/v1/workflows', { body: pollWorkflow(feed.url) })
    const pollId = polls.body.data.id as string
    const killer = new Killer(fleet, random.fork())
    sink.onMoment = (moment) => killer.notice(moment)
    const onHalf = () => killer.notice('half a content')
    exchange.onMoment = onHalf
    const load = new Load({
      api,
      shapes,
      random: random.fork(),
      callers: options.callers,
      pauseMs: options.pauseMs,
      onAccepted: () => killer.notice('accepted'),
      onHalf,
    })
    await killer.run(options.kills, (kills) => options.onKill?.(kills))
    await fleet.allReady()
    const settledFrom = performance.now()
    await load.stop()
    feed.stop()
    await untilPolled(api, pollId, feed.length)
    await untilAllEnded(api, [...shapes.map(({ workflowId }) => workflowId), pollId])
    const settledMs = performance.now() - settledFrom
    const shown = await readShown(api, load.planned)
    await fleet.stop()
    const stored = await store.read()
    const history = {
      planned: load.planned,
      shown,
      stored,
      arrivals: sink.arrivals,
      state: await store.open(readState),
      polled: {
        offered: feed.length,
        ...(await store.open(readPolled)),
        overlapping: feed.overlapping,
      },
      files: await cleanUpFiles(store, settings, stored),
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

/** Deletes the older executions, so many that half of their files are free, and everything that nothing refers to then. */
async function cleanUpFiles(
  store: CrashStore,
  settings: Readonly<Record<string, string>>,
  stored: readonly StoredExecution[],
): Promise<FilesHistory> {
  const afterKills = await store.readFiles()
  const neededUntil = whenNeeded(afterKills, stored)
  const deletedExecutions = await cleanUp(settings, neededUntil[neededUntil.length >> 1] ?? 0)
  return { afterKills, afterCleanup: await store.readFiles(), deletedExecutions }
}

/** When the last execution ended that refers to each file, in order; without files that something else refers to. */
function whenNeeded({ references }: FilesSnapshot, stored: readonly StoredExecution[]): readonly number[] {
  const ends = new Map(stored.map(({ id, completedAt }) => [id, completedAt ?? Infinity]))
  return [...Map.groupBy(references, ({ fileId }) => fileId).values()]
    .map((holders) => Math.max(...holders.map(({ holderId }) => ends.get(holderId) ?? Infinity)))
    .filter((end) => end < Infinity)
    .toSorted((a, b) => a - b)
}

async function createWorkflows(
  api: ApiClient,
  outside: Readonly<Record<string, string>>,
): Promise<readonly CreatedShape[]> {
  const variables: Record<string, string> = { ...outside }
  const created: CreatedShape[] = []
  for (const shape of SHAPES) {
    const graph = shape.build(variables)
    const hasWebhook = graph.nodes.some(({ type }) => type === 'webhook')
    const body = { name: shape.name, ...(hasWebhook && { status: 'published' }), ...graph }
    const response = await api.send('POST', '/v1/workflows', { body })
    const workflowId = response.body.data.id as string
    variables[shape.name] = workflowId
    const webhookPath = hasWebhook ? await readWebhookPath(api, workflowId) : undefined
    created.push({ shape, workflowId, webhookPath })
  }
  return created
}

async function readWebhookPath(api: ApiClient, workflowId: string): Promise<string> {
  const { body } = await api.send('GET', `/v1/workflows/${workflowId}/triggers`)
  return new URL(body.data[0].url as string).pathname
}

/** Until the cursor is at the end of the feed. Gives up after a deadline and leaves the rest to the check. */
async function untilPolled(api: ApiClient, workflowId: string, length: number): Promise<void> {
  const before = performance.now() + END_WITHIN_MS
  while (performance.now() < before) {
    const { body } = await api.sendUntilAnswered('GET', `/v1/triggers?workflow_id=${workflowId}`)
    if (body.data[0].poll.cursor === length) return
    await pause(POLL_INTERVAL_MS)
  }
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
