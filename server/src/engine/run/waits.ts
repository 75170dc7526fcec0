import type { ExecutionError } from '@millrace/contract/execution.ts'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Signal,
  type StepRetrying,
  type StepWaiting,
  TIMEOUT_HANDLE,
} from '#domain/index.ts'
import { ExpressionError } from '@millrace/expressions'
import type { NodeCallsWorkflow, NodeWait } from '#ports/index.ts'
import { describeMs } from './describe-amount.ts'
import { waitIdOf } from './linked-waits.ts'
import type { Task } from '../replay/plan.ts'
import type { StepResults } from './step-results.ts'
import type { RunContext } from './run-context.ts'
import { stepRefOf, type Step } from './active-step.ts'
import { hasValues, toWaitingStep, type WaitingStep } from './waiting-steps.ts'

/** Lets steps wait for a time, a signal or a sub-workflow, and resumes them. */
export class Waits {
  readonly #run: RunContext
  readonly #results: StepResults
  readonly #retry: (step: Step) => void
  readonly #taken = new Set<string>()
  #signalSequence: number
  /** When its signals were last read from the store. */
  #readAt = -Infinity
  #needSignals = false
  /** How many corrections of the clock it has followed. */
  #corrections: number

  /** `retry` starts the next attempt of a step whose back-off has elapsed. */
  constructor(run: RunContext, results: StepResults, retry: (step: Step) => void) {
    this.#run = run
    this.#results = results
    this.#retry = retry
    this.#signalSequence = run.open.signalSequence
    this.#corrections = run.deps.clockWatch.corrections
  }

  /** The number of signals that the run has seen. */
  get signalSequence(): number {
    return this.#signalSequence
  }

  /** A wait is over, and whether its signal came in time is not known: another process may have stored it. */
  get needSignals(): boolean {
    return this.#needSignals
  }

  setSignals(signals: readonly Signal[], signalSequence: number, readAt: number): void {
    this.#signalSequence = signalSequence
    this.#readAt = readAt
    this.#needSignals = false
    this.#run.waiting.setSignals(signals, (id) => this.#taken.has(id))
  }

  begin(step: Step, { wait }: NodeWait): void {
    const { open, checkpoints, deps } = this.#run
    const now = this.#run.now()
    const waitId = waitIdOf(deps.ids, open.id, step.task.key)
    const waiting: StepWaiting = {
      ...stepRefOf(step.task),
      status: 'waiting',
      waitId,
      attempt: step.attempt,
      startedAt: now,
      ...wait,
    }
    // A timer needs its row only while the run is parked, so it is written then.
    const isTimer = wait.for === 'timer'
    checkpoints.addStep(waiting, !isTimer)
    if (!isTimer) checkpoints.addWait({ id: waitId, kind: wait.for, dueAt: wait.until, begunAt: now })
    this.#run.waiting.add(toWaitingStep(step, waiting))
  }

  /** Continues a wait that started before. */
  resume(step: Step, entry: StepWaiting | StepRetrying): void {
    const waiting = toWaitingStep(step, entry)
    this.#run.waiting.add(this.#correct(waiting) ?? waiting)
  }

  /** The child is stored with the next checkpoint: it exists if and only if the journal has an entry for it. */
  startChild(step: Step, wanted: NodeCallsWorkflow['callWorkflow'], versionId: string | undefined): void {
    if (versionId === undefined) {
      const message = `The workflow ${wanted.workflowId} does not exist. Check \`workflow_id\`.`
      this.#results.fail(step, { ok: false, code: 'WORKFLOW_NOT_FOUND', message, permanent: true })
      return
    }
    const { open, checkpoints, deps } = this.#run
    const now = this.#run.now()
    const childId = deps.ids.next(now)
    const waitId = deps.ids.next(now)
    checkpoints.addChild({
      id: childId,
      accountId: open.accountId,
      workflowId: wanted.workflowId,
      versionId,
      startedAt: now,
      input: wanted.input,
      owner: open.owner,
      triggerNodeId: null,
      trigger: 'workflow',
      depth: open.depth + 1,
      parent: wanted.wait ? { executionId: open.id, waitId } : null,
      retryOf: null,
      steps: [],
    })
    if (!wanted.wait) {
      this.#results.succeed(step, { execution_id: childId })
      return
    }
    const { timeoutMs } = step.task.compiled.node
    const until = timeoutMs === undefined ? null : now + timeoutMs
    const waiting: StepWaiting = {
      ...stepRefOf(step.task),
      status: 'waiting',
      waitId,
      for: 'workflow',
      attempt: step.attempt,
      startedAt: now,
      until,
      childId,
    }
    this.#run.children.add(childId)
    checkpoints.addStep(waiting, true)
    checkpoints.addWait({ id: waitId, kind: 'workflow', dueAt: until, begunAt: now })
    this.#run.waiting.add(toWaitingStep(step, waiting))
  }

  /** Resumes steps whose time or signal has come. False: there are none. True also when the search for them is not finished. */
  settle(): boolean {
    const { waiting, checkpoints, plan, deps } = this.#run
    if (waiting.size === 0) return false
    this.#followClock()
    const now = this.#run.now()
    // The clock was set back: what was read then says nothing about the time until now.
    if (now < this.#readAt) this.#readAt = -Infinity
    let hasResumed = false
    for (;;) {
      const match = waiting.takeMatch(
        (one, signal) => this.#matches(one, signal),
        () => deps.turns.isOver,
      )
      if (match === 'unfinished') return true
      if (match === undefined) break
      hasResumed = true
      this.#taken.add(match.signal.id)
      checkpoints.takeSignal(match.signal.id)
      checkpoints.endWait(match.waiting.waitId)
      this.#resumeWith(match.waiting, match.signal)
      // Nothing is resumed in a run that has failed, least of all in the loop whose failure failed it.
      if (this.#run.failure !== undefined) return true
    }
    for (const due of waiting.findDue(now)) {
      // The step resumed before it may have ended the loop around both.
      if (plan.isDropped(due.step.task.iteration)) continue
      if (!this.#hasTimedOut(due)) {
        this.#needSignals = true
        continue
      }
      hasResumed = true
      this.#resumeDue(due)
      if (this.#run.failure !== undefined) return true
    }
    return hasResumed
  }

  /** Whether a wait that is due has had its time, and no signal has come for it until then. */
  #hasTimedOut({ wait, until }: WaitingStep): boolean {
    return wait === undefined || wait.for === 'timer' || until === null || this.#readAt >= until
  }

  /** Ends a wait that nothing needs any more. */
  drop({ waitId }: WaitingStep): void {
    this.#run.waiting.remove(waitId)
    this.#run.checkpoints.endWait(waitId)
  }

  /** The same for a wait from before this process took over, which was not continued yet. */
  forget({ history }: Task): void {
    const latest = history?.latest
    if (latest !== undefined && latest.status !== 'begun') this.#run.checkpoints.endWait(latest.waitId)
  }

  #matches({ step, waitId, wait }: WaitingStep, signal: Signal): boolean {
    if (wait === undefined) return false
    // The signal or the time-out, whichever came first.
    if (wait.until !== null && signal.at - this.#run.deps.clockWatch.aheadAt(signal.at) >= wait.until)
      return false
    if (signal.waitId !== null) return signal.waitId === waitId
    if (wait.for !== 'event' || wait.event !== signal.event) return false
    if (wait.match !== undefined && !hasValues(signal.data, wait.match)) return false
    const condition = step.task.compiled.parameters.liveCondition('match')
    if (condition === undefined) return true
    try {
      const event = { name: signal.event ?? '', data: signal.data }
      return condition.evaluate(this.#run.scope.ofEvent(step.task, this.#run.now(), event))
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      return false
    }
  }

  /** The clock was set back: waits that began before end by the corrected clock. */
  #followClock(): void {
    const { waiting, deps } = this.#run
    if (deps.clockWatch.corrections === this.#corrections) return
    this.#corrections = deps.clockWatch.corrections
    this.#readAt = -Infinity
    for (const one of Array.from(waiting.all())) {
      const corrected = this.#correct(one)
      if (corrected !== undefined) waiting.add(corrected)
    }
  }

  /** Records when a wait that began by a clock that was ahead ends by the corrected one. Undefined: it stays as it is. */
  #correct({ step, begunAt, entry }: WaitingStep): WaitingStep | undefined {
    const { checkpoints, deps } = this.#run
    const aheadMs = deps.clockWatch.aheadAt(begunAt)
    if (aheadMs === 0) return undefined
    step.startedAt = Math.min(step.startedAt, begunAt - aheadMs)
    const corrected = toWaitingStep(step, setBack(entry, aheadMs))
    const { waitId, until, wait } = corrected
    checkpoints.addStep(corrected.entry, true)
    // The rows of timers are written when the run is parked.
    if (wait !== undefined && wait.for !== 'timer') {
      checkpoints.endWait(waitId)
      checkpoints.addWait({ id: waitId, kind: wait.for, dueAt: until, begunAt: corrected.begunAt })
    }
    return corrected
  }

  #resumeDue(due: WaitingStep): void {
    const { step, wait } = due
    this.drop(due)
    if (wait === undefined) this.#retry(step)
    else if (wait.for === 'timer') {
      this.#results.succeed(step, step.task.iteration.state.previousOf(step.nodeId))
    } else if (step.task.compiled.hasEdge(TIMEOUT_HANDLE)) {
      this.#results.succeed(step, { timed_out: true }, TIMEOUT_HANDLE)
    } else {
      const waited = describeMs((wait.until ?? wait.startedAt) - wait.startedAt)
      const message = `Nothing arrived within ${waited}, and the handle "${TIMEOUT_HANDLE}" has no edge.`
      const permanent = wait.for !== 'workflow'
      this.#results.fail(step, { ok: false, code: 'TIMED_OUT', message, permanent })
    }
  }

  #resumeWith({ step, wait }: WaitingStep, { data }: Signal): void {
    if (wait?.for === 'approval') {
      const isApproved = isJsonObject(data) && data['approved'] === true
      this.#results.succeed(step, data, isApproved ? 'approved' : 'rejected')
    } else if (wait?.for === 'workflow') {
      this.#run.children.delete(wait.childId ?? '')
      this.#resumeWithChild(step, data)
    } else this.#results.succeed(step, data)
  }

  #resumeWithChild(step: Step, data: JsonValue): void {
    const { status, output, error } = data as {
      status: string
      output: JsonObject
      error: ExecutionError | null
    }
    if (status === 'completed') {
      this.#results.succeed(step, output)
      return
    }
    const message = `The sub-workflow failed: ${error?.message ?? 'no reason was given.'}`
    this.#results.fail(step, { ok: false, code: 'SUBWORKFLOW_FAILED', message })
  }
}

function setBack(entry: StepWaiting | StepRetrying, ms: number): StepWaiting | StepRetrying {
  const startedAt = entry.startedAt - ms
  if (entry.status === 'retrying') {
    return { ...entry, startedAt, endedAt: entry.endedAt - ms, resumeAt: entry.resumeAt - ms }
  }
  const until = entry.until === null || entry.isFixed === true ? entry.until : entry.until - ms
  return { ...entry, startedAt, until }
}
