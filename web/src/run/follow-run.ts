import type { ExecutionOverview } from '@millrace/contract/execution-list.ts'
import type { StepOutline, Timeline } from '@millrace/contract/execution-timeline.ts'
import type { LogEntry } from '@millrace/contract/execution.ts'
import { ApiError, isTransient } from '../api/api-error.ts'
import { type ServerEvent, StreamError } from './read-events.ts'

/** How the page learns of changes. `settled`: the run has ended and nothing will change. */
export type Connection = 'loading' | 'live' | 'reconnecting' | 'polling' | 'settled'

export interface RunState {
  readonly timeline: Timeline | undefined
  readonly steps: readonly StepOutline[]
  readonly logs: readonly LogEntry[]
  /** Whether `logs` has the entries from the start of the run. */
  readonly hasAllLogs: boolean
  readonly connection: Connection
  readonly error: unknown
}

export interface FollowDeps {
  timeline(signal: AbortSignal): Promise<Timeline>
  /** Events in batches, in the order of the run. */
  events(lastEventId: string | undefined, signal: AbortSignal): AsyncIterable<readonly ServerEvent[]>
  delay(ms: number, signal: AbortSignal): Promise<void>
  /** Called after changes. */
  onChange(changed: readonly StepOutline[]): void
}

/** Up to this many steps, the stream is read from its start: that repeats the steps, but brings all log entries. */
const STEPS_WITH_LOGS = 2_000
/** After this many failed connections in a row, the timeline is polled as well. */
const FAILURES_BEFORE_POLLING = 3
const MAX_DELAY_MS = 10_000

/**
 * Follows one run until it ends.
 *
 * 1. The timeline is the base. Step events up to its `last_event_id` are already in it and are ignored, because they show
 *    earlier states; log entries up to there are kept.
 * 2. A step is identified by its key: an event replaces the step, so that nothing appears twice.
 * 3. A lost connection continues after the last event that was received.
 * 4. When the session has ended, the timeline is read at once: that asks for the password in place, and waits for it.
 * 5. After the end, the timeline is read again: it knows which steps were aborted.
 */
export class RunFollower {
  readonly #deps: FollowDeps
  readonly #steps = new Map<string, StepOutline>()
  #state: RunState = {
    timeline: undefined,
    steps: [],
    logs: [],
    hasAllLogs: false,
    connection: 'loading',
    error: undefined,
  }
  #base: string | undefined
  #last: string | undefined
  #failures = 0

  constructor(deps: FollowDeps) {
    this.#deps = deps
  }

  get state(): RunState {
    return this.#state
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.#begin(signal)
    while (!signal.aborted && this.#state.timeline !== undefined && this.#state.connection !== 'settled') {
      const outcome = await this.#connect(signal)
      if (signal.aborted || outcome === 'ended') break
      this.#failures++
      if (outcome === 'signed out') await this.#refresh(signal)
      const polls = this.#failures >= FAILURES_BEFORE_POLLING
      this.#change({ connection: polls ? 'polling' : 'reconnecting' })
      await this.#deps.delay(delayAfter(this.#failures), signal)
      if (polls && !signal.aborted) await this.#refresh(signal)
    }
  }

  async #begin(signal: AbortSignal): Promise<void> {
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        const timeline = await this.#deps.timeline(signal)
        this.#adopt(timeline)
        const readsAll = timeline.steps.length <= STEPS_WITH_LOGS
        if (!readsAll) this.#last = timeline.last_event_id ?? undefined
        const isSettled = hasEnded(timeline.execution) && !readsAll
        this.#change({ connection: isSettled ? 'settled' : 'live', hasAllLogs: readsAll, error: undefined })
        return
      } catch (error) {
        if (signal.aborted) return
        this.#change({ error })
        if (!isWorthRetrying(error)) return
        await this.#deps.delay(delayAfter(failures), signal)
      }
    }
  }

  async #connect(signal: AbortSignal): Promise<'ended' | 'lost' | 'signed out'> {
    const wasEnded = this.#hasEnded
    try {
      for await (const events of this.#deps.events(this.#last, signal)) {
        if (signal.aborted) return 'lost'
        this.#failures = 0
        this.#apply(events)
      }
    } catch (error) {
      if (error instanceof StreamError && error.status === 401) return 'signed out'
      // The log of an ended run is a supplement; the run itself is complete without it.
      if (wasEnded && !(error instanceof StreamError && error.status === 0)) return this.#settle()
      return 'lost'
    }
    if (signal.aborted || !this.#hasEnded) return 'lost'
    if (!wasEnded) await this.#refresh(signal)
    return this.#settle()
  }

  #settle(): 'ended' {
    this.#change({ connection: 'settled' })
    return 'ended'
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    try {
      this.#adopt(await this.#deps.timeline(signal))
      this.#change({ error: undefined })
    } catch (error) {
      if (!signal.aborted && !isWorthRetrying(error)) this.#change({ error })
    }
  }

  get #hasEnded(): boolean {
    const { timeline } = this.#state
    return timeline !== undefined && hasEnded(timeline.execution)
  }

  #adopt(timeline: Timeline): void {
    const changed: StepOutline[] = []
    for (const step of timeline.steps) {
      this.#steps.set(step.key, step)
      changed.push(step)
    }
    this.#base = timeline.last_event_id ?? undefined
    this.#change({ timeline, steps: [...this.#steps.values()] }, changed)
  }

  #apply(events: readonly ServerEvent[]): void {
    const changed: StepOutline[] = []
    const logs: LogEntry[] = []
    let status: Partial<ExecutionOverview> | undefined
    for (const { event, id, data } of events) {
      if (event === 'step' && isAfter(id, this.#base)) {
        const step = JSON.parse(data) as StepOutline
        this.#steps.set(step.key, step)
        changed.push(step)
      } else if (event === 'log' && isAfter(id, this.#last)) {
        logs.push(JSON.parse(data) as LogEntry)
      } else if (event === 'status') {
        status = JSON.parse(data) as Partial<ExecutionOverview>
      }
      if (id !== undefined && isAfter(id, this.#last)) this.#last = id
    }
    const { timeline } = this.#state
    this.#change(
      {
        connection: 'live',
        error: undefined,
        ...(timeline &&
          status && { timeline: { ...timeline, execution: { ...timeline.execution, ...status } } }),
        ...(changed.length > 0 && { steps: [...this.#steps.values()] }),
        ...(logs.length > 0 && { logs: [...this.#state.logs, ...logs] }),
      },
      changed,
    )
  }

  #change(change: Partial<RunState>, changed: readonly StepOutline[] = []): void {
    this.#state = { ...this.#state, ...change }
    this.#deps.onChange(changed)
  }
}

export function hasEnded(execution: Pick<ExecutionOverview, 'status'>): boolean {
  return execution.status === 'completed' || execution.status === 'failed'
}

/** Without a session, the user signs in again beside this page: what failed is then tried again. */
function isWorthRetrying(error: unknown): boolean {
  return isTransient(error) || (error instanceof ApiError && (error.status === 401 || error.status === 429))
}

function delayAfter(failures: number): number {
  return Math.min(MAX_DELAY_MS, 250 * 2 ** failures)
}

/** Event ids are a checkpoint and a number within it: `12.3`. */
export function isAfter(id: string | undefined, last: string | undefined): boolean {
  if (last === undefined || id === undefined) return true
  const [sequence = 0, number = 0] = id.split('.').map(Number)
  const [lastSequence = 0, lastNumber = 0] = last.split('.').map(Number)
  return sequence === lastSequence ? number > lastNumber : sequence > lastSequence
}
