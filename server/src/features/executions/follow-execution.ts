import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import { type Execution, isFinal } from '#domain/index.ts'
import { type ExecutionWatch, StepDescriber } from '#engine/index.ts'
import type { Clock, ExecutionQueries } from '#ports/index.ts'
import { type EventId, eventsOf, isAfter, writeEvent } from './execution-events.ts'
import { presentExecutionSummary, presentLog } from './execution-presenter.ts'
import type { StepPresenter } from './step-presenter.ts'

export interface FollowDeps {
  readonly executions: Pick<ExecutionQueries, 'find' | 'journal'>
  readonly watch: Pick<ExecutionWatch, 'isReleased' | 'untilProgress'>
  readonly clock: Clock
  readonly presenter: StepPresenter
}

/** Comes from whatever ends an execution without telling this process. */
const LOOK_EVERY_MS = 1_000
const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 2_000
/** Pages of the journal in memory at the same time, for a reader that is slow. */
const PAGES_AT_ONCE = 20

/**
 * The stream of one execution.
 *
 * 1. The next piece is made when the one before is on its way: a reader that is slow costs no memory.
 * 2. Somebody listens for progress before the journal is read, so nothing that is written meanwhile waits for the next look.
 * 3. Whether it has ended is read before the journal: what is read after that is all there is.
 */
export async function* followExecution(
  parts: FollowDeps,
  { accountId: account, id }: Execution,
  last: EventId | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { executions, watch, clock, presenter } = parts
  const describer = new StepDescriber()
  let readUpTo = -1
  let shownStatus: ExecutionStatus | undefined
  let spokeAt = clock.now()
  yield `retry: ${RECONNECT_MS}\n\n`
  while (!signal.aborted && !watch.isReleased) {
    const listening = listen(watch, id, signal)
    try {
      const execution = await executions.find(account, id)
      if (execution === undefined) return
      const hasEnded = isFinal(execution.status)
      if (!hasEnded && execution.status !== shownStatus) {
        shownStatus = execution.status
        spokeAt = clock.now()
        yield writeEvent('status', presentStatus(execution))
      }
      for (;;) {
        const pages = await executions.journal(account, id, readUpTo, PAGES_AT_ONCE)
        for (const page of pages) {
          for (const event of eventsOf(page)) {
            // Steps are described from the start, whatever was sent before: what they show adds up.
            const data =
              'log' in event
                ? presentLog(event.log)
                : presenter.presentFollowed(describer.add(event.step, position(event)))
            if (!isAfter(event.id, last)) continue
            spokeAt = clock.now()
            yield writeEvent('log' in event ? 'log' : 'step', data, event.id)
          }
          readUpTo = page.sequence
        }
        if (pages.length < PAGES_AT_ONCE) break
      }
      if (hasEnded) {
        yield writeEvent('status', presentStatus(execution))
        return
      }
      await listening.progress
      if (clock.now() - spokeAt >= HEARTBEAT_MS) {
        spokeAt = clock.now()
        yield ': still there\n\n'
      }
    } finally {
      listening.stop()
    }
  }
}

function position({ id, index }: { id: EventId; index: number }) {
  return { sequence: id.sequence, index }
}

function presentStatus(execution: Execution): object {
  const { output, error } = execution
  return { ...presentExecutionSummary(execution), output, error }
}

function listen(watch: FollowDeps['watch'], id: string, signal: AbortSignal) {
  const round = new AbortController()
  const stop = () => {
    signal.removeEventListener('abort', stop)
    round.abort()
  }
  signal.addEventListener('abort', stop)
  return { progress: watch.untilProgress(id, LOOK_EVERY_MS, round.signal), stop }
}
