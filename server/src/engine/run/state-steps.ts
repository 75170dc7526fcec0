import { ACCOUNT_SCOPE, MAIN_HANDLE, type StepRecord } from '#domain/index.ts'
import type { FoundState, NodeUsesState, StateOutcome, StateUse } from '#ports/index.ts'
import type { Step } from './active-step.ts'
import type { RunContext } from './run-context.ts'
import type { StepResults } from './step-results.ts'
import { UntakenState } from '../replay/untaken-state.ts'

interface PendingStep {
  readonly step: Step
  readonly use: NodeUsesState['useState']
}

/** What a step decided in the transaction that was committed. */
interface Decision {
  readonly result: ReturnType<NodeUsesState['useState']['settle']>['result']
  /** Undefined when nothing was recorded with the checkpoint: the step failed, or its output is too large. */
  readonly record: StepRecord | undefined
}

/**
 * Steps that use state. Each reads its entry, decides, and changes it in the transaction of the checkpoint that records its
 * result: either both are stored or neither is. A step whose checkpoint was not stored starts again, from what is stored then.
 */
export class StateSteps {
  readonly #run: RunContext
  readonly #results: StepResults
  readonly #pending: PendingStep[] = []
  /** In a test run, nothing is changed; the run itself sees its changes all the same. */
  readonly #untaken: UntakenState | undefined

  constructor(run: RunContext, results: StepResults) {
    this.#run = run
    this.#results = results
    this.#untaken = run.version.isTest ? new UntakenState(run.open.steps) : undefined
  }

  get size(): number {
    return this.#pending.length
  }

  add(step: Step, { useState }: NodeUsesState): void {
    this.#pending.push({ step, use: useState })
    this.#run.inFlight.add(step)
  }

  /** Writes a checkpoint with the next step. False: another process owns the run, or it has ended. */
  async writeNext(write: (state: StateUse) => Promise<boolean>): Promise<boolean> {
    const { plan, inFlight } = this.#run
    const next = this.#pending.shift()
    if (next === undefined || plan.isDropped(next.step.task.iteration)) return true
    let decision: Decision | undefined
    const isCommitted = await write(
      this.#toUse(next, (decided) => {
        decision = decided
      }),
    )
    inFlight.delete(next.step)
    if (!isCommitted || decision === undefined) return isCommitted
    this.#settle(next.step, decision)
    return true
  }

  #toUse({ step, use }: PendingStep, onDecided: (decision: Decision) => void): StateUse {
    const { open, deps } = this.#run
    const scope = use.scope === 'account' ? ACCOUNT_SCOPE : open.workflowId
    const key = use.key ?? step.nodeId
    const at = this.#run.now()
    const settle = (stored: FoundState): StateOutcome => {
      const found = this.#untaken?.seenFrom(stored, { scope, key }, use.items) ?? stored
      const { result, change } = use.settle(found)
      if (!result.ok || !this.#results.fits(result.output)) {
        onDecided({ result, record: undefined })
        return { change: undefined, steps: [] }
      }
      const { output, handle = MAIN_HANDLE } = result
      const record = this.#results.toRecord(step, { status: 'completed', handle, output, error: null })
      if (this.#untaken === undefined) {
        onDecided({ result, record })
        return { change, steps: [record] }
      }
      const tested = change === undefined ? record : { ...record, untaken: { scope, key, change } }
      onDecided({ result, record: tested })
      return { change: undefined, steps: [tested] }
    }
    const address = { accountId: open.accountId, scope, key }
    return { address, items: use.items, at, newId: deps.ids.next(at), settle }
  }

  #settle(step: Step, { result, record }: Decision): void {
    if (record !== undefined) {
      this.#untaken?.add(record)
      this.#results.complete(step, record)
    } else if (result.ok) this.#results.succeed(step, result.output, result.handle)
    else this.#results.fail(step, result)
  }
}
