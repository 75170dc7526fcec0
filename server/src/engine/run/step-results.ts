import {
  ERROR_HANDLE,
  type ExecutionLog,
  isResult,
  type JournalEntry,
  type JsonValue,
  MAIN_HANDLE,
  measureJson,
  measureLog,
  pauseAfter,
  type RetryPolicy,
  type StepFailure,
  type StepRecord,
  type StepRetrying,
} from '#domain/index.ts'
import type { NodeFailed } from '#ports/index.ts'
import { describeMs, describeSize } from './describe-amount.ts'
import { type Failure, LOOP_RESULT_HANDLE, type LoopRun } from '../replay/plan.ts'
import type { PinnedResult } from '../compile/compile-version.ts'
import type { RunContext } from './run-context.ts'
import { stepRefOf, Step } from './active-step.ts'
import { toWaitingStep } from './waiting-steps.ts'

type Outcome = Pick<StepRecord, 'status' | 'handle' | 'output' | 'error' | 'pinned'>

/** Records the outcome of steps: a result, another attempt, or a failure that has to be caught. */
export class StepResults {
  readonly #run: RunContext
  readonly #onDropped: () => void
  /** The size of all outputs so far. The log counts as well. */
  #size = 0

  /** `onDropped`: iterations were abandoned, with everything that runs and waits in them. */
  constructor(run: RunContext, onDropped: () => void) {
    this.#run = run
    this.#onDropped = onDropped
  }

  /** Counts a result or a failed attempt of the journal. */
  addReplayed(entry: JournalEntry): void {
    const { executionSize } = this.#run.deps.limits
    if (isResult(entry)) this.#size += measureJson(entry.output, executionSize)
    else if (entry.status === 'retrying') this.#size += measureJson({ ...entry.error }, executionSize)
  }

  /** The result of a node that does not run because its output is pinned. */
  pin(step: Step, { output, handle }: PinnedResult): void {
    this.#succeed(step, { status: 'completed', handle, output, error: null, pinned: true })
  }

  succeed(step: Step, output: JsonValue, handle = MAIN_HANDLE): void {
    this.#succeed(step, { status: 'completed', handle, output, error: null })
  }

  #succeed(step: Step, outcome: Outcome): void {
    const { output } = outcome
    const { stepSize } = this.#run.deps.limits
    const size = this.#run.checkpoints.measure(output, stepSize)
    if (size > stepSize) {
      const message = `The output is larger than ${describeSize(stepSize)}. Return only what later nodes need.`
      this.fail(step, { ok: false, code: 'OUTPUT_TOO_LARGE', message, permanent: true })
      return
    }
    this.#size += size
    if (this.#isTooLarge(step.nodeId)) return
    this.#run.plan.complete(step.task, this.#record(step, outcome))
  }

  /** Whether the output is small enough to be recorded. */
  fits(output: JsonValue): boolean {
    const { stepSize, executionSize } = this.#run.deps.limits
    const size = measureJson(output, stepSize)
    return size <= stepSize && this.#size + this.#run.checkpoints.logSize + size <= executionSize
  }

  /** Adds what a node logs, unless the execution becomes too large with it: then the run fails. False in that case. */
  addLog(entry: ExecutionLog): boolean {
    const size = measureLog(entry)
    if (this.#isTooLarge(entry.node_id, size)) return false
    this.#run.checkpoints.addLog(entry, size)
    return true
  }

  #isTooLarge(nodeId: string | null, more = 0): boolean {
    const { executionSize } = this.#run.deps.limits
    if (this.#size + this.#run.checkpoints.logSize + more <= executionSize) return false
    const message = `The outputs of all steps and the log together are larger than ${describeSize(executionSize)}. Split the work into sub-workflows.`
    this.#run.failAtLimit('EXECUTION_TOO_LARGE', message, nodeId, nodeId)
    return true
  }

  /** A step succeeded whose record is stored already. */
  complete(step: Step, record: StepRecord): void {
    this.#size += measureJson(record.output, this.#run.deps.limits.stepSize)
    this.#run.plan.complete(step.task, record)
  }

  /** Retries the step if its `retry` allows it; otherwise `on_error` decides. */
  fail(step: Step, failed: NodeFailed): void {
    const { retry } = step.task.compiled.node
    const error: StepFailure = { code: failed.code, message: failed.message }
    step.failures += 1
    if (retry !== undefined && failed.permanent !== true && step.failures < retry.maxAttempts) {
      this.#retryLater(step, retry, error, failed.retryAfterMs ?? 0)
      return
    }
    this.#run.log('error', error.message, step)
    this.#giveUp(step, error, { ...error, nodeId: step.nodeId })
  }

  #retryLater(step: Step, policy: RetryPolicy, error: StepFailure, atLeastMs: number): void {
    const { ids } = this.#run.deps
    const now = this.#run.now()
    const pauseMs = Math.max(atLeastMs, pauseAfter(policy, step.failures, ids.random()))
    const resumeAt = now + pauseMs
    const waitId = ids.next(now)
    this.#run.log(
      'warn',
      `Attempt ${step.failures} of ${policy.maxAttempts} failed: ${error.message} The next attempt starts in ${describeMs(pauseMs)}.`,
      step,
    )
    this.#size += measureJson({ ...error }, this.#run.deps.limits.executionSize)
    if (this.#isTooLarge(step.nodeId)) return
    const retrying: StepRetrying = {
      ...stepRefOf(step.task),
      status: 'retrying',
      attempt: step.attempt,
      error,
      startedAt: step.startedAt,
      endedAt: now,
      resumeAt,
      waitId,
    }
    this.#run.checkpoints.addStep(retrying, step.task.compiled.kind.hasEffect)
    this.#run.waiting.add(toWaitingStep(step, retrying))
  }

  /** The step has failed for good: `on_error` decides, for the step and, if nothing catches it, for the loops around it. */
  #giveUp(step: Step, error: StepFailure, origin: Failure): void {
    const { plan } = this.#run
    const { node, kind } = step.task.compiled
    const mainHandle = kind.isLoop === true ? LOOP_RESULT_HANDLE : MAIN_HANDLE
    const handle = { fail: null, continue: mainHandle, branch: ERROR_HANDLE }[node.onError]
    const output = { error: { ...error } }
    this.#size += this.#run.checkpoints.measure(output, this.#run.deps.limits.executionSize)
    if (this.#isTooLarge(step.nodeId)) return
    const record = this.#record(step, { status: 'failed', handle, output, error })
    if (handle !== null) {
      plan.complete(step.task, record)
      this.#onDropped()
      return
    }
    const to = plan.fail(step.task, record)
    if (to === 'run') this.#run.fail(origin.code, origin.message, origin.nodeId)
    else if (to === 'caught') this.#onDropped()
    else {
      const { loop } = to
      const message = `${nameIteration(loop, step)} failed at "${origin.nodeId}": ${origin.message}`
      this.#giveUp(loopStep(loop), { code: origin.code, message }, origin)
    }
  }

  /** Each member by name: spreading the outcome takes ten times as long, for every step of every run. */
  toRecord(step: Step, { status, handle, output, error, pinned }: Outcome): StepRecord {
    const record = {
      ...stepRefOf(step.task),
      status,
      handle,
      output,
      error,
      attempts: step.attempt,
      startedAt: step.startedAt,
      endedAt: this.#run.now(),
    }
    return pinned === undefined ? record : { ...record, pinned }
  }

  #record(step: Step, outcome: Outcome): StepRecord {
    const record = this.toRecord(step, outcome)
    this.#run.checkpoints.addStep(record, step.task.compiled.kind.hasEffect)
    return record
  }
}

/** The step of the loop itself. */
export function loopStep({ task, opened }: LoopRun): Step {
  const step = new Step(task, opened.startedAt)
  step.attempt = 1
  return step
}

function nameIteration({ opened }: LoopRun, { task }: Step): string {
  return `${opened.items === undefined ? 'Iteration' : 'Item'} ${task.iteration.index + 1}`
}
