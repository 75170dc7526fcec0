import { type AccountId, type Execution, isResult, type JsonValue } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import type { Clock, ExecutionQueries } from '#ports/index.ts'

/** Progress can be missed, as when another process makes it: then this is how long nobody looks. */
const LOOK_EVERY_MS = 500

export interface AwaitedRun {
  readonly account: AccountId
  readonly executionId: string
  /** Nodes whose output is the answer; none: the end of the run is. */
  readonly respondIds: ReadonlySet<string>
  readonly waitMs: number
  readonly signal: AbortSignal
}

export type RunAnswer = { readonly responded: JsonValue } | { readonly ended: Execution }

interface Parts {
  readonly engine: Engine
  readonly executions: Pick<ExecutionQueries, 'find' | 'journal'>
  readonly clock: Clock
}

/** Waits for the answer of a run. Undefined when the time is over first; the run goes on all the same. */
export async function awaitRun(
  { engine, executions, clock }: Parts,
  run: AwaitedRun,
): Promise<RunAnswer | undefined> {
  const { account, executionId, respondIds, signal } = run
  const until = clock.now() + run.waitMs
  let seen = -1
  for (;;) {
    // The end first: what is written before it is then there to be read.
    const execution = await executions.find(account, executionId)
    if (respondIds.size > 0) {
      for (const { sequence, steps } of await executions.journal(account, executionId, seen)) {
        seen = sequence
        const answer = steps
          .filter(isResult)
          .find((step) => respondIds.has(step.nodeId) && step.error === null)
        if (answer !== undefined) return { responded: answer.output }
      }
    }
    if (execution === undefined) return undefined
    if (execution.completedAt !== null) return { ended: execution }
    const left = until - clock.now()
    if (left <= 0 || signal.aborted || engine.watch.isReleased) return undefined
    await engine.watch.untilProgress(executionId, Math.min(left, LOOK_EVERY_MS), signal)
  }
}
