import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import {
  type AccountId,
  type Execution,
  type ExecutionOverview,
  isFinal,
  type Paused,
} from '#domain/index.ts'
import { finish, nextTurn } from '#http/index.ts'
import { type ExecutionWatch, StepDescriber, type StepDescription } from '#engine/index.ts'
import type { Clock, ExecutionQueries } from '#ports/index.ts'
import { type EventId, type ExecutionEvent, eventsOf, isAfter, writeEvent } from './execution-events.ts'
import { presentExecutionSummary, presentLog } from './execution-presenter.ts'
import type { StepPresenter } from './step-presenter.ts'

export interface FollowDeps {
  readonly executions: Pick<ExecutionQueries, 'find' | 'journal' | 'overview' | 'outline'>
  readonly watch: Pick<ExecutionWatch, 'isReleased' | 'untilProgress'>
  readonly clock: Clock
  readonly presenter: StepPresenter
  /** Steps are sent as outlines, and the last status without output. */
  readonly isWithoutData: boolean
}

/** For progress that another process made without notifying this one. */
const POLL_INTERVAL_MS = 1_000
const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 2_000
/** Pages of the journal that are read at the same time, if they are short; bounds what a slow reader costs. */
const MAX_PAGES_PER_READ = 4
/** What is written at once. */
const EVENTS_PER_PART = 20
const CHARACTERS_PER_PART = 64 * 1024

/**
 * The event stream of one execution.
 *
 * 1. The next events are written after those before were sent, so a slow reader costs little memory. Many readers take turns.
 * 2. Waiting for progress begins before the journal is read, so what is written meanwhile does not wait for the next poll.
 * 3. The status is read before the journal: once the execution has ended, the journal read after that is complete.
 */
export async function* followExecution(
  deps: FollowDeps,
  { account, id }: { readonly account: AccountId; readonly id: string },
  last: EventId | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { executions, watch, clock, presenter, isWithoutData } = deps
  const describer = new StepDescriber()
  const presentStep = (step: StepDescription) =>
    isWithoutData ? presenter.presentOutline(step) : presenter.presentFollowed(step)
  /** Every step is described, also those that the client has: the descriptions build on each other. */
  const write = (event: ExecutionEvent) => {
    const data =
      'log' in event ? presentLog(event.log) : presentStep(describer.add(event.step, position(event)))
    return isAfter(event.id, last) ? writeEvent('log' in event ? 'log' : 'step', data, event.id) : ''
  }
  let readUpTo = -1
  let pagesPerRead = 1
  let shownStatus: ExecutionStatus | undefined
  let sentAt = clock.now()
  yield `retry: ${RECONNECT_MS}\n\n`
  while (!signal.aborted && !watch.isReleased) {
    const waiting = waitForProgress(watch, id, signal)
    try {
      const execution = await (isWithoutData
        ? executions.overview(account, id)
        : executions.find(account, id))
      if (execution === undefined) return
      const hasEnded = isFinal(execution.status)
      if (!hasEnded && execution.status !== shownStatus) {
        shownStatus = execution.status
        sentAt = clock.now()
        yield writeEvent('status', presentStatus(execution))
      }
      for (;;) {
        // A page of a megabyte takes some milliseconds.
        await nextTurn()
        const pages = await (isWithoutData
          ? executions.outline(account, id, readUpTo, pagesPerRead)
          : executions.journal(account, id, readUpTo, pagesPerRead))
        let characters = 0
        for (const page of pages) {
          const events = eventsOf(page)[Symbol.iterator]()
          for (;;) {
            const { text, isLast } = await finish(writeSome(events, write))
            characters += text.length
            if (text !== '') {
              sentAt = clock.now()
              yield text
            }
            if (isLast) break
          }
          readUpTo = page.sequence
        }
        if (pages.length < pagesPerRead) break
        pagesPerRead = characters < CHARACTERS_PER_PART ? MAX_PAGES_PER_READ : 1
      }
      if (hasEnded) {
        yield writeEvent('status', presentStatus(execution))
        return
      }
      await waiting.progress
      if (clock.now() - sentAt >= HEARTBEAT_MS) {
        sentAt = clock.now()
        yield ': heartbeat\n\n'
      }
    } finally {
      waiting.stop()
    }
  }
}

/** Writes some events: as many as take a millisecond or two. */
// oxlint-disable-next-line require-yield -- one part of the work that all streams share
function* writeSome(
  events: Iterator<ExecutionEvent>,
  write: (event: ExecutionEvent) => string,
): Paused<{ readonly text: string; readonly isLast: boolean }> {
  let text = ''
  for (let count = 0; count < EVENTS_PER_PART && text.length < CHARACTERS_PER_PART; count += 1) {
    const next = events.next()
    if (next.done === true) return { text, isLast: true }
    text += write(next.value)
  }
  return { text, isLast: false }
}

function position({ id, index }: { id: EventId; index: number }) {
  return { sequence: id.sequence, index }
}

function presentStatus(execution: Execution | ExecutionOverview): object {
  const { error } = execution
  const output = 'output' in execution ? { output: execution.output } : {}
  return { ...presentExecutionSummary(execution), ...output, error }
}

function waitForProgress(watch: FollowDeps['watch'], id: string, signal: AbortSignal) {
  const round = new AbortController()
  const stop = () => {
    signal.removeEventListener('abort', stop)
    round.abort()
  }
  signal.addEventListener('abort', stop)
  return { progress: watch.untilProgress(id, POLL_INTERVAL_MS, round.signal), stop }
}
