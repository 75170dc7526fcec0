import type { ExecutionError } from '@millrace/contract/execution.ts'
import { ERROR_HANDLE, MAIN_HANDLE, TIMEOUT_HANDLE } from '#domain/graph/graph.ts'
import { pauseAfter } from '#domain/graph/read-retry.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#domain/json.ts'
import { measureJson } from '#domain/json-size.ts'
import type { Signal } from '#domain/signal.ts'
import { isResult, type StepFailure, type StepRecord, type StepWaiting } from '#domain/step.ts'
import { ExpressionError } from '#expressions/runtime/problem.ts'
import type { Clock } from '#ports/clock.ts'
import type {
  Checkpoint,
  ExecutionStore,
  NewExecutionOnVersion,
  OpenExecution,
} from '#ports/execution-store.ts'
import type { Ids } from '#ports/ids.ts'
import type { Log } from '#ports/log.ts'
import type { NodeCallsWorkflow, NodeFailed, NodeRepeat, NodeResult, NodeWait } from '#ports/node-kind.ts'
import type { Scheduler } from '#ports/scheduler.ts'
import type { WorkflowStore } from '#ports/workflow-store.ts'
import { Attempt, type AttemptHome } from './attempt.ts'
import { Checkpoints } from './checkpoints.ts'
import type { CompiledVersion } from './compile-version.ts'
import type { RunLimits } from './limits.ts'
import { type Failure, LOOP_RESULT_HANDLE, type LoopRun, Plan, type Task } from './plan.ts'
import { RunScope } from './run-scope.ts'
import { placeOf, Step } from './step.ts'
import { StoreTrouble } from './store-trouble.ts'
import { hasValues, type WaitingStep, WaitingSteps } from './waiting-steps.ts'

export interface RunParts {
  readonly executions: Pick<ExecutionStore, 'checkpoint' | 'signals'>
  readonly workflows: Pick<WorkflowStore, 'currentVersion'>
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly ids: Ids
  readonly log: Log
  readonly limits: RunLimits
  /** Sub-workflows that were stored with a checkpoint, and are due. */
  onChildren(children: readonly NewExecutionOnVersion[]): void
  /** Something was written that those who follow the run want to see. */
  onProgress(executionId: string): void
}

/** How a run left this process. `parked` tells when it comes due, if a time is set. */
export type RunOutcome =
  | { readonly kind: 'ended' | 'lost' | 'handed-over' }
  | { readonly kind: 'parked'; readonly dueAt: number | undefined }

/** Pauses shorter than this are waited for in memory: to park would cost more. */
const WORTH_PARKING_MS = 1_000
/** A run that lasts shows how far it is about as often. */
const SHOW_PROGRESS_MS = 1_000
/** What calls in flight get to end by themselves when the service stops. */
const STOP_GRACE_MS = 5_000

/**
 * One execution on its way through this process, from what is recorded of it to its end, or to where it has to wait.
 *
 * 1. A run whose nodes are all pure costs one checkpoint: its end.
 * 2. An attempt that reaches out begins after a checkpoint that holds every result before it and says that it begins.
 * 3. After a checkpoint that was `lost` nothing is begun, and nothing written.
 * 4. What a dropped or aborted attempt still gives is ignored.
 */
export class Run implements AttemptHome {
  readonly #open: OpenExecution
  readonly #version: CompiledVersion
  readonly #parts: RunParts
  readonly #plan: Plan
  readonly #scope: RunScope
  readonly #checkpoints: Checkpoints
  readonly #waiting: WaitingSteps
  readonly #takenSignals = new Set<string>()
  /** Steps that may begin, in the order in which they became ready. */
  #ready: Task[] = []
  /** Steps that reach out, and begin after the next checkpoint. */
  #reaching: Step[] = []
  readonly #inFlight = new Set<Step>()
  /** What happened while the run waited, to be worked off in its own turn. */
  #events: (() => void)[] = []
  #onEvent: (() => void) | undefined
  #signalSequence: number
  #size = 0
  #failure: ExecutionError | undefined
  #defect: { readonly error: unknown } | undefined
  #isLost = false
  #isStopping = false
  #hasNews = false
  readonly #orphans: string[] = []
  #callOffActiveLimit: (() => void) | undefined

  constructor(open: OpenExecution, version: CompiledVersion, parts: RunParts) {
    this.#open = open
    this.#version = version
    this.#parts = parts
    this.#plan = new Plan(version, open)
    this.#scope = new RunScope(open, version, this.#plan)
    this.#checkpoints = new Checkpoints(parts.executions, open, parts.clock)
    this.#waiting = new WaitingSteps(open.signals)
    this.#signalSequence = open.signalSequence
    for (const entry of open.steps) {
      if (isResult(entry)) this.#size += measureJson(entry.output, parts.limits.executionSize)
    }
  }

  /** Rejects when the store is in trouble; the run is then to be tried again. */
  async proceed(): Promise<RunOutcome> {
    try {
      return await this.#proceed()
    } catch (error) {
      if (error instanceof StoreTrouble) throw error.cause
      return await this.#endByDefect(error)
    } finally {
      this.#abortAll('The run is over.')
      this.#callOffActiveLimit?.()
    }
  }

  /** Somebody else owns or ended the run: nothing more is begun, and what is under way is aborted. */
  abandon(): void {
    this.#post(() => {
      this.#isLost = true
    })
  }

  /** There may be signals that the run has not seen. */
  notice(): void {
    this.#post(() => {
      this.#hasNews = true
    })
  }

  get signalSequence(): number {
    return this.#signalSequence
  }

  /** Begins no further step; what is under way gets a moment to end, and the rest goes to another process. */
  stop(): void {
    this.#post(() => {
      this.#isStopping = true
    })
    this.#parts.scheduler.after(STOP_GRACE_MS, () =>
      this.#post(() => {
        this.#abortAll('The service stops.')
        this.#inFlight.clear()
      }),
    )
  }

  // What attempts see of the run.

  get account() {
    return this.#open.accountId
  }

  get executionId() {
    return this.#open.id
  }

  now(): number {
    return this.#parts.clock.now()
  }

  log(entry: Parameters<AttemptHome['log']>[0]): void {
    this.#checkpoints.addLog(entry)
  }

  scopeOf(task: Task, now: number) {
    return this.#scope.ofTask(task, now)
  }

  describeScope(scope: Parameters<AttemptHome['describeScope']>[0]) {
    return this.#scope.describe(scope)
  }

  idempotencyKey(task: Task): string {
    return this.#parts.ids.derive(`${this.#open.id} ${task.key}`)
  }

  // The way of the run.

  async #proceed(): Promise<RunOutcome> {
    if (this.#version.problems.length > 0) return await this.#refuse()
    for (;;) {
      this.#beginReady()
      if (this.#isLost) return { kind: 'lost' }
      if (this.#defect !== undefined) throw this.#defect.error
      if (this.#failure !== undefined) return await this.#end({}, this.#failure)
      if (this.#hasNews) {
        await this.#fetchSignals()
        continue
      }
      if (this.#isStopping) {
        if (this.#inFlight.size === 0)
          return await (this.#plan.isFinished ? this.#complete() : this.#handOver())
        await this.#nextEvent()
        continue
      }
      if (this.#reaching.length > 0) {
        if (!(await this.#reachOut())) return { kind: 'lost' }
        continue
      }
      if (this.#inFlight.size > 0 || this.#isWorthWaiting()) {
        if (this.#checkpoints.isDue(SHOW_PROGRESS_MS) && !(await this.#save())) return { kind: 'lost' }
        await this.#nextEvent()
        continue
      }
      if (this.#waiting.size === 0) return await this.#complete()
      const parked = await this.#park()
      if (parked !== undefined) return parked
    }
  }

  /** Begins what can begin. Most nodes end at once, and make others ready: all that happens here, in one go. */
  #beginReady(): void {
    for (;;) {
      this.#decideLoops()
      this.#takeMatches()
      for (const task of this.#plan.takeReady()) this.#ready.push(task)
      if (this.#ready.length === 0 || this.#failure !== undefined || this.#isLost || this.#isStopping) return
      if (this.#inFlight.size + this.#reaching.length >= this.#parts.limits.parallel) return
      const task = this.#ready.shift()
      if (task !== undefined && !this.#plan.isDropped(task.frame)) this.#begin(task)
    }
  }

  #begin(task: Task): void {
    if (this.#plan.count >= this.#parts.limits.steps) {
      this.#failRun('TOO_MANY_STEPS', `The run took more than ${this.#parts.limits.steps} steps.`, null)
      return
    }
    const step = new Step(task, this.now())
    const latest = task.history?.latest
    if (latest?.status === 'waiting') this.#addWaiting(step, latest)
    else if (latest?.status === 'retrying') {
      this.#waiting.add({ step, waitId: latest.waitId, until: latest.resumeAt, wait: undefined })
    } else if (latest?.status === 'begun') this.#beginAfterCutOff(step)
    else this.#beginAttempt(step)
  }

  #beginAttempt(step: Step): void {
    const { node, kind } = step.task.compiled
    if (kind.hasEffect && !node.disabled) this.#reaching.push(step)
    else this.#attempt(step)
  }

  /** The process went away while the attempt was under way: nobody knows whether it took effect. */
  #beginAfterCutOff(step: Step): void {
    const { node } = step.task.compiled
    const cutOffs = step.task.history?.cutOffs ?? 0
    const cut = `Attempt ${step.attempt} was cut off when the service stopped; whether it took effect is not known.`
    if (node.onUnknown === 'fail' || cutOffs > this.#parts.limits.cutOffs) {
      const message =
        node.onUnknown === 'fail'
          ? `${cut} The node asks not to repeat it.`
          : `${cut} So were ${cutOffs - 1} before it.`
      this.#handleFailure(step, { ok: false, code: 'UNKNOWN_OUTCOME', message, permanent: true })
      return
    }
    this.#logStep(step, 'warn', `${cut} It is repeated with the same Idempotency-Key.`)
    this.#beginAttempt(step)
  }

  /** Everything so far, and that these steps begin, is durable before they do. False: the run is lost. */
  async #reachOut(): Promise<boolean> {
    const steps = this.#reaching
    this.#reaching = []
    const startedAt = this.now()
    for (const step of steps) {
      step.attempt += 1
      this.#inFlight.add(step)
      this.#checkpoints.addStep({
        ...placeOf(step.task),
        status: 'begun',
        attempt: step.attempt,
        startedAt,
      })
    }
    if (!(await this.#save())) return false
    for (const step of steps) {
      this.#inFlight.delete(step)
      if (this.#isLost || this.#plan.isDropped(step.task.frame)) continue
      this.#attempt(step, step.attempt)
    }
    return true
  }

  #attempt(step: Step, number = step.attempt + 1): void {
    const { node } = step.task.compiled
    step.attempt = number
    const attempt = new Attempt(this, step.task, number, node.timeoutMs ?? this.#parts.limits.attemptMs)
    const result = attempt.run()
    if (!(result instanceof Promise)) {
      this.#handleResult(step, attempt, result)
      return
    }
    step.current = attempt
    this.#inFlight.add(step)
    this.#limitActiveTime()
    step.callOffTimeout = this.#parts.scheduler.after(attempt.timeoutMs, () => {
      const message = `It took longer than ${describeMs(attempt.timeoutMs)}.`
      this.#settle(step, attempt, { ok: false, code: 'TIMED_OUT', message })
      attempt.abort(message)
    })
    result.then(
      (later) => this.#settle(step, attempt, later),
      (error: unknown) => {
        if (step.current === attempt) this.#post(() => (this.#defect = { error }))
      },
    )
  }

  /** The first word counts: a call that was given up may still answer. */
  #settle(step: Step, attempt: Attempt, result: NodeResult): void {
    if (step.current !== attempt) return
    step.current = undefined
    step.callOffTimeout?.()
    this.#post(() => {
      this.#inFlight.delete(step)
      if (!this.#plan.isDropped(step.task.frame)) this.#handleResult(step, attempt, result)
    })
  }

  #handleResult(step: Step, attempt: Attempt, result: NodeResult): void {
    if ('ok' in result) {
      if (result.ok) this.#succeed(step, result.output, result.handle ?? MAIN_HANDLE)
      else this.#handleFailure(step, result)
    } else if ('repeat' in result) this.#openLoop(step, result)
    else if ('wait' in result) this.#beginWait(step, result)
    else this.#callWorkflow(step, attempt, result)
  }

  // Results.

  #succeed(step: Step, output: JsonValue, handle: string): void {
    const { stepSize, executionSize } = this.#parts.limits
    const size = measureJson(output, stepSize)
    if (size > stepSize) {
      this.#handleFailure(step, {
        ok: false,
        code: 'OUTPUT_TOO_LARGE',
        message: `The output is larger than ${describeSize(stepSize)}.`,
        permanent: true,
      })
      return
    }
    this.#size += size
    if (this.#size > executionSize) {
      const message = `The outputs of all steps together are larger than ${describeSize(executionSize)}.`
      this.#failRun('EXECUTION_TOO_LARGE', message, step.nodeId)
      return
    }
    const record = this.#record(step, { status: 'completed', handle, output, error: null })
    this.#plan.complete(step.task, record)
  }

  #handleFailure(step: Step, failed: NodeFailed): void {
    const { node } = step.task.compiled
    const error: StepFailure = { code: failed.code, message: failed.message }
    step.failures += 1
    if (node.retry !== undefined && failed.permanent !== true && step.failures < node.retry.maxAttempts) {
      this.#retryLater(step, error, failed.retryAfterMs ?? 0)
      return
    }
    this.#logStep(step, 'error', error.message)
    this.#giveUp(step, error, { ...error, nodeId: step.nodeId })
  }

  #retryLater(step: Step, error: StepFailure, atLeastMs: number): void {
    const policy = step.task.compiled.node.retry
    if (policy === undefined) throw new Error('A step without a policy is not retried.')
    const now = this.now()
    const pauseMs = Math.max(atLeastMs, pauseAfter(policy, step.failures, this.#parts.ids.random()))
    const resumeAt = now + pauseMs
    const waitId = this.#parts.ids.next(now)
    this.#logStep(
      step,
      'warn',
      `Attempt ${step.failures} of ${policy.maxAttempts} failed: ${error.message} The next one follows in ${describeMs(pauseMs)}.`,
    )
    this.#checkpoints.addStep(
      {
        ...placeOf(step.task),
        status: 'retrying',
        attempt: step.attempt,
        error,
        startedAt: step.startedAt,
        endedAt: now,
        resumeAt,
        waitId,
      },
      step.task.compiled.kind.hasEffect,
    )
    this.#waiting.add({ step, waitId, until: resumeAt, wait: undefined })
  }

  /** The step has failed for good: `on_error` decides, here and, where nothing catches it, for the loops around. */
  #giveUp(step: Step, error: StepFailure, origin: Failure): void {
    const { node, kind } = step.task.compiled
    const mainHandle = kind.isLoop === true ? LOOP_RESULT_HANDLE : MAIN_HANDLE
    const handle = { fail: null, continue: mainHandle, branch: ERROR_HANDLE }[node.onError]
    const record = this.#record(step, { status: 'failed', handle, output: { error: { ...error } }, error })
    if (handle !== null) {
      this.#plan.complete(step.task, record)
      this.#dropOrphans()
      return
    }
    const to = this.#plan.fail(step.task, record)
    if (to === 'run') this.#failRun(origin.code, origin.message, origin.nodeId)
    else if (to === 'caught') this.#dropOrphans()
    else {
      const { task, opened } = to.loop
      const loopStep = new Step(task, opened.startedAt)
      loopStep.attempt = 1
      const place = opened.items === undefined ? 'Pass' : 'Item'
      const message = `${place} ${step.task.frame.index + 1} failed at "${origin.nodeId}": ${origin.message}`
      this.#giveUp(loopStep, { code: origin.code, message }, origin)
    }
  }

  #record(step: Step, result: Pick<StepRecord, 'status' | 'handle' | 'output' | 'error'>): StepRecord {
    const record: StepRecord = {
      ...placeOf(step.task),
      ...result,
      attempts: step.attempt,
      startedAt: step.startedAt,
      endedAt: this.now(),
    }
    this.#checkpoints.addStep(record, step.task.compiled.kind.hasEffect)
    return record
  }

  #failRun(code: string, message: string, nodeId: string | null): void {
    this.#failure ??= { code, message, node_id: nodeId }
  }

  /** Nobody waits any more for what runs in a frame that is given up. */
  #dropOrphans(): void {
    for (const step of this.#inFlight) {
      if (!this.#plan.isDropped(step.task.frame)) continue
      this.#inFlight.delete(step)
      step.callOffTimeout?.()
      const { current } = step
      step.current = undefined
      current?.abort('A step beside it failed.')
    }
    this.#reaching = this.#reaching.filter((step) => !this.#plan.isDropped(step.task.frame))
    for (const { step, waitId, wait } of [...this.#waiting.all()]) {
      if (!this.#plan.isDropped(step.task.frame)) continue
      this.#waiting.remove(waitId)
      this.#endWait(waitId, wait)
    }
  }

  /** A sub-workflow that nobody waits for any more ends with this run at the latest. */
  #endWait(waitId: string, wait: StepWaiting | undefined): void {
    this.#checkpoints.endWait(waitId)
    if (wait?.childId !== undefined) this.#orphans.push(wait.childId)
  }

  // Loops.

  #openLoop(step: Step, { repeat }: NodeRepeat): void {
    const opened = {
      ...placeOf(step.task),
      status: 'opened' as const,
      startedAt: step.startedAt,
      ...(repeat.items !== undefined && { items: repeat.items }),
      concurrency: Math.min(repeat.concurrency, this.#parts.limits.parallel),
      collectErrors: repeat.collectErrors,
      maxIterations: repeat.maxIterations,
    }
    this.#checkpoints.addStep(opened)
    this.#plan.open(step.task, opened)
  }

  #decideLoops(): void {
    for (;;) {
      const loops = this.#plan.takeUndecided()
      if (loops.length === 0) return
      for (const loop of loops) this.#decideLoop(loop)
    }
  }

  /** Another pass, or the end of the loop. */
  #decideLoop(loop: LoopRun): void {
    const step = new Step(loop.task, loop.opened.startedAt)
    step.attempt = 1
    if (loop.opened.items === undefined) {
      const another = this.#wantsAnotherPass(loop, step)
      if (another === undefined) return
      if (another) {
        this.#plan.iterate(loop)
        return
      }
    }
    this.#succeed(step, this.#plan.resultOf(loop), LOOP_RESULT_HANDLE)
  }

  /** Undefined: the condition could not be answered, and the loop has failed. */
  #wantsAnotherPass(loop: LoopRun, step: Step): boolean | undefined {
    const { maxIterations } = loop.opened
    const condition = loop.task.compiled.parameters.standing('while')
    try {
      const holds = condition?.evaluate(this.#scope.ofLoop(loop, this.now())) ?? false
      if (!holds || loop.finished < maxIterations) return holds
      this.#logStep(step, 'warn', `Stopped after ${maxIterations} passes, though the condition still holds.`)
      return false
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      this.#handleFailure(step, {
        ok: false,
        code: 'EXPRESSION_FAILED',
        message: error.message,
        permanent: true,
      })
      return undefined
    }
  }

  // Waits.

  #beginWait(step: Step, { wait }: NodeWait): void {
    const now = this.now()
    const waiting: StepWaiting = {
      ...placeOf(step.task),
      status: 'waiting',
      waitId: this.#parts.ids.next(now),
      attempt: step.attempt,
      startedAt: now,
      ...wait,
    }
    this.#checkpoints.addStep(waiting, wait.for !== 'timer')
    this.#addWaiting(step, waiting)
    if (wait.for !== 'timer') {
      this.#checkpoints.addWait({ id: waiting.waitId, kind: wait.for, dueAt: wait.until })
    }
  }

  #addWaiting(step: Step, wait: StepWaiting): void {
    this.#waiting.add({ step, waitId: wait.waitId, until: wait.until, wait })
  }

  #callWorkflow(step: Step, attempt: Attempt, { callWorkflow }: NodeCallsWorkflow): void {
    if (this.#open.depth + 1 > this.#parts.limits.depth) {
      this.#handleFailure(step, {
        ok: false,
        code: 'TOO_DEEP',
        message: `Workflows call one another more than ${this.#parts.limits.depth} levels deep.`,
        permanent: true,
      })
      return
    }
    step.current = attempt
    this.#inFlight.add(step)
    this.#parts.workflows.currentVersion(this.#open.accountId, callWorkflow.workflowId).then(
      (versionId) => {
        if (step.current !== attempt) return
        step.current = undefined
        this.#post(() => {
          this.#inFlight.delete(step)
          if (!this.#plan.isDropped(step.task.frame)) this.#startChild(step, callWorkflow, versionId)
        })
      },
      (error: unknown) => this.#post(() => (this.#defect = { error: new StoreTrouble(error) })),
    )
  }

  #startChild(step: Step, wanted: NodeCallsWorkflow['callWorkflow'], versionId: string | undefined): void {
    if (versionId === undefined) {
      const message = `There is no workflow with the id ${wanted.workflowId}.`
      this.#handleFailure(step, { ok: false, code: 'WORKFLOW_NOT_FOUND', message, permanent: true })
      return
    }
    const now = this.now()
    const childId = this.#parts.ids.next(now)
    const waitId = this.#parts.ids.next(now)
    this.#checkpoints.addChild({
      id: childId,
      accountId: this.#open.accountId,
      workflowId: wanted.workflowId,
      versionId,
      startedAt: now,
      input: wanted.input,
      owner: this.#open.owner,
      triggerNodeId: null,
      depth: this.#open.depth + 1,
      parent: wanted.wait ? { executionId: this.#open.id, waitId } : null,
      retryOf: null,
      steps: [],
    })
    if (!wanted.wait) {
      this.#succeed(step, { execution_id: childId }, MAIN_HANDLE)
      return
    }
    const { timeoutMs } = step.task.compiled.node
    const waiting: StepWaiting = {
      ...placeOf(step.task),
      status: 'waiting',
      waitId,
      for: 'workflow',
      attempt: step.attempt,
      startedAt: now,
      until: timeoutMs === undefined ? null : now + timeoutMs,
      childId,
    }
    this.#checkpoints.addStep(waiting, true)
    this.#checkpoints.addWait({ id: waitId, kind: 'workflow', dueAt: waiting.until })
    this.#addWaiting(step, waiting)
  }

  #takeMatches(): void {
    if (this.#waiting.size === 0) return
    for (const due of this.#waiting.takeDue(this.now())) this.#resumeDue(due)
    for (;;) {
      const match = this.#waiting.takeMatch((waiting, signal) => this.#matches(waiting, signal))
      if (match === undefined) return
      this.#takenSignals.add(match.signal.id)
      this.#checkpoints.takeSignal(match.signal.id)
      this.#checkpoints.endWait(match.waiting.waitId)
      this.#resumeWith(match.waiting, match.signal)
    }
  }

  #matches({ step, waitId, wait }: WaitingStep, signal: Signal): boolean {
    if (wait === undefined) return false
    if (signal.waitId !== null) return signal.waitId === waitId
    if (wait.for !== 'event' || wait.event !== signal.event) return false
    if (wait.match !== undefined && !hasValues(signal.data, wait.match)) return false
    const condition = step.task.compiled.parameters.standing('match')
    if (condition === undefined) return true
    try {
      const event = { name: signal.event ?? '', data: signal.data }
      return condition.evaluate(this.#scope.ofEvent(step.task, this.now(), event))
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      this.#logStep(step, 'warn', `The condition could not be asked of an event: ${error.message}`)
      return false
    }
  }

  #resumeDue({ step, waitId, wait }: WaitingStep): void {
    this.#endWait(waitId, wait)
    if (wait === undefined) {
      this.#beginAttempt(step)
      return
    }
    if (wait.for === 'timer') {
      this.#succeed(step, step.task.frame.state.previousOf(step.nodeId), MAIN_HANDLE)
    } else if (step.task.compiled.hasEdge(TIMEOUT_HANDLE)) {
      this.#succeed(step, { timed_out: true }, TIMEOUT_HANDLE)
    } else {
      const waited = describeMs((wait.until ?? wait.startedAt) - wait.startedAt)
      const message = `Nothing came within ${waited}, and no edge leaves from "${TIMEOUT_HANDLE}".`
      this.#handleFailure(step, { ok: false, code: 'TIMED_OUT', message, permanent: wait.for !== 'workflow' })
    }
  }

  #resumeWith({ step, wait }: WaitingStep, { data }: Signal): void {
    if (wait?.for === 'approval') {
      const isApproved = isJsonObject(data) && data['approved'] === true
      this.#succeed(step, data, isApproved ? 'approved' : 'rejected')
    } else if (wait?.for === 'workflow') this.#resumeWithChild(step, data)
    else this.#succeed(step, data, MAIN_HANDLE)
  }

  #resumeWithChild(step: Step, data: JsonValue): void {
    const { status, output, error } = data as {
      status: string
      output: JsonObject
      error: ExecutionError | null
    }
    if (status === 'completed') {
      this.#succeed(step, output, MAIN_HANDLE)
      return
    }
    const message = `The sub-workflow failed: ${error?.message ?? 'no reason was given.'}`
    this.#handleFailure(step, { ok: false, code: 'SUBWORKFLOW_FAILED', message })
  }

  // Time, events, signals.

  #post(event: () => void): void {
    this.#events.push(event)
    this.#onEvent?.()
  }

  /** Waits until something happens, a wait comes due included, and works it off. */
  async #nextEvent(): Promise<void> {
    if (this.#events.length === 0) {
      const earliest = this.#waiting.earliest()
      const callOff =
        earliest === undefined
          ? undefined
          : this.#parts.scheduler.after(Math.max(0, earliest - this.now()), () => this.#post(() => undefined))
      await new Promise<void>((resolve) => {
        this.#onEvent = resolve
      })
      this.#onEvent = undefined
      callOff?.()
    }
    const events = this.#events
    this.#events = []
    for (const event of events) event()
  }

  /** Nothing runs, and the next thing is so near that to park would cost more. */
  #isWorthWaiting(): boolean {
    const earliest = this.#waiting.earliest()
    return earliest !== undefined && earliest - this.now() <= WORTH_PARKING_MS
  }

  async #fetchSignals(): Promise<void> {
    this.#hasNews = false
    const { signals, signalSequence } = await this.#parts.executions
      .signals(this.#open.id)
      .catch((error: unknown) => {
        throw new StoreTrouble(error)
      })
    this.#signalSequence = signalSequence
    this.#waiting.setSignals(signals, (id) => this.#takenSignals.has(id))
  }

  /** Set with the first thing that takes time: most runs are over before. */
  #limitActiveTime(): void {
    if (this.#callOffActiveLimit !== undefined) return
    const limit = this.#version.activeLimitMs ?? this.#parts.limits.activeMs
    const left = Math.max(0, limit - this.#checkpoints.activeMs)
    this.#callOffActiveLimit = this.#parts.scheduler.after(left, () =>
      this.#post(() =>
        this.#failRun('TIMED_OUT', `The run was active for more than ${describeMs(limit)}.`, null),
      ),
    )
  }

  #abortAll(reason: string): void {
    for (const step of this.#inFlight) {
      step.callOffTimeout?.()
      const { current } = step
      step.current = undefined
      current?.abort(reason)
    }
  }

  // What is written.

  /** False: somebody else owns or ended the run. */
  async #save(): Promise<boolean> {
    const { result, children } = await this.#checkpoints.write({ kind: 'go-on' })
    if (result !== 'committed') this.#isLost = true
    else this.#afterCommit(children)
    return !this.#isLost
  }

  /** Undefined: a signal came meanwhile, and the run goes on. */
  async #park(): Promise<RunOutcome | undefined> {
    for (const { waitId, until, wait } of this.#waiting.all()) {
      const isTimer = wait === undefined || wait.for === 'timer'
      if (isTimer) this.#checkpoints.addWait({ id: waitId, kind: 'timer', dueAt: until })
    }
    const next = { kind: 'park' as const, signalSequence: this.#signalSequence }
    const { result, children } = await this.#checkpoints.write(next)
    if (result === 'lost') return { kind: 'lost' }
    if (result === 'signalled') {
      this.#unwriteTimers()
      await this.#fetchSignals()
      return undefined
    }
    this.#afterCommit(children)
    return { kind: 'parked', dueAt: this.#waiting.earliest() }
  }

  /** The rows of timers are written when a run is parked, and not before. */
  #unwriteTimers(): void {
    for (const { waitId, wait } of this.#waiting.all()) {
      if (wait === undefined || wait.for === 'timer') this.#checkpoints.endWait(waitId)
    }
  }

  async #handOver(): Promise<RunOutcome> {
    const { result, children } = await this.#checkpoints.write({ kind: 'hand-over' })
    if (result !== 'committed') return { kind: 'lost' }
    this.#afterCommit(children)
    return { kind: 'handed-over' }
  }

  async #complete(): Promise<RunOutcome> {
    if (!this.#plan.isFinished) throw new Error('Nothing runs and nothing waits, but the run is not through.')
    const { count } = this.#plan
    const ran = count === 1 ? '1 node' : `${count} nodes`
    this.log({ at: this.now(), level: 'info', message: `Completed: ${ran} ran.`, node_id: null })
    return await this.#end(this.#plan.output(), null)
  }

  async #end(output: JsonObject, error: ExecutionError | null): Promise<RunOutcome> {
    for (const { nodeId, current } of this.#inFlight) {
      if (current === undefined) continue
      const message = 'It was still under way when the run ended, and was aborted.'
      this.log({ at: this.now(), level: 'warn', message, node_id: nodeId })
    }
    const status = error === null ? 'completed' : 'failed'
    const { parent } = this.#open
    // A clock that was set back must not make a run end before it began.
    const completedAt = Math.max(this.now(), this.#open.startedAt)
    const next: Checkpoint['next'] = {
      kind: 'end',
      status,
      completedAt,
      output,
      error,
      notify: parent && {
        executionId: parent.executionId,
        signal: {
          id: this.#open.id,
          event: null,
          waitId: parent.waitId,
          data: { status, output, error: error && { ...error } },
          at: completedAt,
        },
      },
      cancel: this.#openChildren(),
    }
    const { result, children } = await this.#checkpoints.write(next)
    if (result !== 'committed') return { kind: 'lost' }
    this.#afterCommit(children)
    return { kind: 'ended' }
  }

  #openChildren(): readonly string[] {
    const waitedFor = [...this.#waiting.all()].flatMap(({ wait }) => wait?.childId ?? [])
    return [...this.#orphans, ...waitedFor]
  }

  #afterCommit(children: readonly NewExecutionOnVersion[]): void {
    if (children.length > 0) this.#parts.onChildren(children)
    this.#parts.onProgress(this.#open.id)
  }

  /** What cannot run says everything that has to be mended, at once. */
  async #refuse(): Promise<RunOutcome> {
    const { problems } = this.#version
    for (const { nodeId, message } of problems) {
      this.log({ at: this.now(), level: 'error', message, node_id: nodeId })
    }
    const [first] = problems
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more; see the log)` : ''
    return await this.#end(
      {},
      {
        code: 'INVALID_WORKFLOW',
        message: `${first?.message ?? 'The workflow cannot run.'}${more}`,
        node_id: first?.nodeId ?? null,
      },
    )
  }

  /** A bug of ours would come again with every try: the run ends as failed, and the service's log tells what to mend. */
  async #endByDefect(error: unknown): Promise<RunOutcome> {
    this.#parts.log.error(
      { err: error, execution_id: this.#open.id },
      'an execution met a defect of the engine',
    )
    const message =
      'The service met a defect of its own while it ran this. Its log has the details under the execution id.'
    this.log({ at: this.now(), level: 'error', message, node_id: null })
    try {
      return await this.#end({}, { code: 'INTERNAL_ERROR', message, node_id: null })
    } catch (trouble) {
      throw trouble instanceof StoreTrouble ? trouble.cause : trouble
    }
  }

  #logStep(step: Step, level: 'warn' | 'error', message: string): void {
    this.log({ at: this.now(), level, message, node_id: step.nodeId })
  }
}

function describeMs(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  const seconds = ms / 1_000
  if (seconds < 120) return `${Number(seconds.toFixed(1))} s`
  if (seconds < 7_200) return `${Number((seconds / 60).toFixed(1))} min`
  return `${Number((seconds / 3_600).toFixed(1))} h`
}

function describeSize(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MiB` : `${bytes} characters`
}
