import { type AccountId, type Execution, isResult, type JsonValue } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import type { Clock, ExecutionQueries } from '#ports/index.ts'

/** For progress that another process made without notifying this one. */
const POLL_INTERVAL_MS = 500

export interface AwaitedRun {
  readonly account: AccountId
  readonly executionId: string
  /** Nodes whose output is the answer; if there are none, the result of the run is. */
  readonly respondIds: ReadonlySet<string>
  readonly waitMs: number
  readonly signal: AbortSignal
}

export type RunAnswer = { readonly responded: JsonValue } | { readonly ended: Execution }

interface AwaitRunDeps {
  readonly engine: Engine
  readonly executions: Pick<ExecutionQueries, 'find' | 'journal'>
  readonly clock: Clock
}

/** Waits for the answer of a run. Returns undefined on timeout; the run continues. */
export async function awaitRun(
  { engine, executions, clock }: AwaitRunDeps,
  run: AwaitedRun,
): Promise<RunAnswer | undefined> {
  const { account, executionId, respondIds, signal } = run
  const until = clock.now() + run.waitMs
  let readUpTo = -1
  for (;;) {
    // The status is read before the journal: if the run has ended, the journal is complete.
    const execution = await executions.find(account, executionId)
    if (respondIds.size > 0) {
      for (const { sequence, steps } of await executions.journal(account, executionId, readUpTo)) {
        readUpTo = sequence
        const answer = steps
          .filter(isResult)
          .find((step) => respondIds.has(step.nodeId) && step.error === null)
        if (answer !== undefined) return { responded: answer.output }
      }
    }
    if (execution === undefined) return undefined
    if (execution.completedAt !== null) return { ended: execution }
    const remainingMs = until - clock.now()
    if (remainingMs <= 0 || signal.aborted || engine.watch.isReleased) return undefined
    await engine.watch.untilProgress(executionId, Math.min(remainingMs, POLL_INTERVAL_MS), signal)
  }
}
