import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { StepOutline, Timeline } from '@millrace/contract/execution-timeline.ts'
import type { LogEntry } from '@millrace/contract/execution.ts'
import { isSessionLost } from '../api/api-error.ts'
import { onReconnect } from '../api/connection.ts'
import { sessionQuery } from '../api/session.ts'
import type { GraphDocument } from '../graph/types.ts'
import type { Connection, FollowDeps, RunState } from './follow-run.ts'
import { hasEnded } from './follow-run.ts'
import { takeTimeline } from './opening-timeline.ts'
import { readEvents } from './read-events.ts'
import { cancelExecution, eventsUrl, getTimeline } from './run-api.ts'
import type { RunOverlay } from './run-overlay.ts'
import { RunStore } from './run-store.ts'

export interface Run {
  readonly timeline: Timeline | undefined
  /** In the order in which they started. */
  readonly steps: readonly StepOutline[]
  /** Empty until the timeline is loaded. Edges are known with a document. */
  readonly overlay: RunOverlay | undefined
  readonly logs: readonly LogEntry[]
  /** Whether `logs` has all entries; of a very large run, `loadLogs` reads them. */
  readonly hasAllLogs: boolean
  loadLogs(): Promise<void>
  readonly isLive: boolean
  readonly connection: Connection
  readonly error: unknown
  cancel(): Promise<void>
}

const NOTHING: RunState = {
  timeline: undefined,
  steps: [],
  logs: [],
  hasAllLogs: false,
  connection: 'loading',
  error: undefined,
}

const noSubscription = () => () => {}
const noState = () => NOTHING

/** Reads a run and follows it until it ends. It recovers by itself from a lost connection and a restart of the server. */
export function useRun(
  executionId: string | undefined,
  { document }: { document?: GraphDocument | undefined } = {},
): Run {
  const client = useQueryClient()
  const store = useMemo(() => {
    if (executionId === undefined) return undefined
    return new RunStore({
      executionId,
      deps: depsOf(executionId),
      schedule: (update) => {
        // A hidden page has no animation frames.
        if (globalThis.document.visibilityState === 'hidden') setTimeout(update, 100)
        else requestAnimationFrame(update)
      },
      onTimeline: (timeline) => client.setQueryData(['execution-outline', executionId], timeline.execution),
    })
  }, [executionId, client])
  const state = useSyncExternalStore(store?.subscribe ?? noSubscription, store?.state ?? noState)
  const { history, loadLogs } = useLogHistory(executionId)

  const { error } = state
  useEffect(() => {
    if (isSessionLost(error)) void client.invalidateQueries(sessionQuery)
  }, [error, client])

  const cancel = useCallback(async () => {
    if (executionId !== undefined) await cancelExecution(executionId)
  }, [executionId])

  const { timeline } = state
  return {
    ...state,
    logs: history ?? state.logs,
    hasAllLogs: state.hasAllLogs || history !== undefined,
    loadLogs,
    // Adding up the steps of a large run takes a while: only where a graph is shown.
    get overlay() {
      return timeline === undefined ? undefined : store?.overlay(document)
    },
    isLive: timeline !== undefined && !hasEnded(timeline.execution),
    cancel,
  }
}

function depsOf(executionId: string): Omit<FollowDeps, 'onChange'> {
  return {
    timeline: (signal) => takeTimeline(executionId) ?? getTimeline(executionId, signal),
    events: (lastEventId, signal) => readWhileConnected(eventsUrl(executionId, lastEventId), signal),
    delay: (ms, signal) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          stopListening()
          signal.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        // The server is back: waiting longer would only show an old state for longer.
        const stopListening = onReconnect(end)
        signal.addEventListener('abort', end)
      }),
  }
}

/** A stream that was opened before the server restarted brings nothing any more, even if it still looks open. */
async function* readWhileConnected(url: string, signal: AbortSignal) {
  const reconnected = new AbortController()
  const stopListening = onReconnect(() => reconnected.abort())
  try {
    yield* readEvents(url, AbortSignal.any([signal, reconnected.signal]))
  } finally {
    stopListening()
  }
}

/** The log of a run with very many steps, which is read only when it is shown. */
function useLogHistory(executionId: string | undefined) {
  const [read, setRead] = useState<{ executionId: string; logs: readonly LogEntry[] }>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const loadLogs = useCallback(async () => {
    if (executionId === undefined) return
    const logs: LogEntry[] = []
    const controller = new AbortController()
    stop.current?.abort()
    stop.current = controller
    for await (const events of readEvents(eventsUrl(executionId, undefined), controller.signal)) {
      for (const { event, data } of events) if (event === 'log') logs.push(JSON.parse(data) as LogEntry)
      if (!controller.signal.aborted) setRead({ executionId, logs: [...logs] })
    }
  }, [executionId])
  return { history: read?.executionId === executionId ? read?.logs : undefined, loadLogs }
}
