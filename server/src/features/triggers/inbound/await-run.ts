import { type AccountId, type Execution, isResult, type JournalEntry, type JsonValue } from '#domain/index.ts'
import type { Accepted, Engine } from '#engine/index.ts'
import type { Clock, ExecutionQueries } from '#ports/index.ts'

/** For progress that another process made without notifying this one. */
const POLL_INTERVAL_MS = 500

/** A run that a sender waits for. */
export interface AwaitedRun {
  readonly account: AccountId
  readonly executionId: string
  /** The run that the request started; undefined if it repeats an earlier request, whose run may have ended long ago. */
  readonly accepted: Accepted | undefined
  readonly waitMs: number
  /** Its signal is only asked for if there is something to wait for: it listens to the connection, which takes time. */
  readonly call: { readonly signal: AbortSignal }
}

export type EndedRun = Pick<Execution, 'id' | 'status' | 'output'>
export type RunAnswer = { readonly responded: JsonValue } | { readonly ended: EndedRun }

interface AwaitRunDeps {
  readonly engine: Engine
  readonly executions: Pick<ExecutionQueries, 'find' | 'journal'>
  readonly clock: Clock
}

/** Waits for the end of a run. Returns undefined on timeout; the run continues. */
export async function awaitEnd(deps: AwaitRunDeps, run: AwaitedRun): Promise<RunAnswer | undefined> {
  const { accepted, account, executionId, call } = run
  if (accepted?.ended !== undefined) return { ended: accepted.ended }
  const { engine, executions, clock } = deps
  const until = clock.now() + run.waitMs
  // What has just been accepted without its end has not ended.
  for (let mayHaveEnded = accepted === undefined; ; mayHaveEnded = true) {
    if (mayHaveEnded) {
      const execution = await executions.find(account, executionId)
      if (execution === undefined) return undefined
      if (execution.completedAt !== null) return { ended: execution }
    }
    const remainingMs = until - clock.now()
    if (mustStop(engine, call.signal, remainingMs)) return undefined
    const pollMs = Math.min(remainingMs, POLL_INTERVAL_MS)
    const ended = await engine.watch.untilEnd(account, executionId, pollMs, call.signal)
    if (ended !== undefined) return { ended }
  }
}

/** Waits for the first `respond` node of a run, or for its end. Returns undefined on timeout; the run continues. */
export async function awaitResponse(deps: AwaitRunDeps, run: AwaitedRun): Promise<RunAnswer | undefined> {
  const { engine, executions, clock } = deps
  const { accepted, account, executionId, call } = run
  const versionId = accepted?.versionId ?? (await executions.find(account, executionId))?.versionId
  if (versionId === undefined) return undefined
  const respondIds = await findRespondIds(engine, account, versionId)
  if (respondIds.size === 0) return await awaitEnd(deps, run)
  if (accepted?.ended !== undefined && accepted.journal !== undefined) {
    return findResponse(accepted.journal, respondIds) ?? { ended: accepted.ended }
  }
  const until = clock.now() + run.waitMs
  let readUpTo = -1
  for (;;) {
    // The status is read before the journal: if the run has ended, the journal is complete.
    const execution = await executions.find(account, executionId)
    for (const { sequence, steps } of await executions.journal(account, executionId, readUpTo)) {
      readUpTo = sequence
      const response = findResponse(steps, respondIds)
      if (response !== undefined) return response
    }
    if (execution === undefined) return undefined
    if (execution.completedAt !== null) return { ended: execution }
    const remainingMs = until - clock.now()
    if (mustStop(engine, call.signal, remainingMs)) return undefined
    await engine.watch.untilProgress(executionId, Math.min(remainingMs, POLL_INTERVAL_MS), call.signal)
  }
}

function mustStop(engine: Engine, signal: AbortSignal, remainingMs: number): boolean {
  return remainingMs <= 0 || signal.aborted || engine.watch.isReleased
}

/** The `respond` nodes of the version that runs. */
async function findRespondIds(
  engine: Engine,
  account: AccountId,
  versionId: string,
): Promise<ReadonlySet<string>> {
  const { nodes } = await engine.version(account, versionId)
  const respondIds = new Set<string>()
  for (const [id, { node }] of nodes) if (node.type === 'respond') respondIds.add(id)
  return respondIds
}

function findResponse(
  steps: readonly JournalEntry[],
  respondIds: ReadonlySet<string>,
): RunAnswer | undefined {
  const response = steps
    .filter(isResult)
    .find(({ nodeId, error }) => respondIds.has(nodeId) && error === null)
  return response && { responded: response.output }
}
