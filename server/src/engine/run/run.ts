import type { ExecutionLog, JsonObject, OpenExecution } from '#domain/index.ts'
import type { Scope } from '@millrace/expressions'
import type { EndingCheckpoint, NodeCallsWorkflow, NodeResult } from '#ports/index.ts'
import { Attempt, type AttemptContext } from './attempt.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { describeMs } from './describe-amount.ts'
import { completed, failed, refused } from './endings.ts'
import { RunExit, type RunOutcome } from './run-exit.ts'
import { Loops } from './loops.ts'
import type { Task } from '../replay/plan.ts'
import { Results } from './step-results.ts'
import { RunContext, type RunDeps } from './run-context.ts'
import { RunEvents } from './run-events.ts'
import { stepRefOf, Step } from './active-step.ts'
import { StoreFailure } from './store-failure.ts'
import { Waits } from './waits.ts'

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
export class Run implements AttemptContext {
  readonly #run: RunContext
  readonly #results: Results
  readonly #loops: Loops
  readonly #waits: Waits
  readonly #exit: RunExit
  /** Steps that may begin, in the order in which they became ready. */
  readonly #ready: Task[] = []
  /** Steps that reach out, and begin after the next checkpoint. */
  #reaching: Step[] = []
  readonly #events: RunEvents
  #defect: { readonly error: unknown } | undefined
  #isLost = false
  #isStopping = false
  #hasNews = false
  #cancelActiveLimit: (() => void) | undefined

  constructor(open: OpenExecution, version: CompiledVersion, deps: RunDeps) {
    this.#run = new RunContext(open, version, deps)
    this.#results = new Results(this.#run, () => this.#dropGivenUp())
    this.#loops = new Loops(this.#run, this.#results)
    this.#waits = new Waits(this.#run, this.#results, (step) => this.#beginAttempt(step))
    this.#exit = new RunExit(this.#run)
    this.#events = new RunEvents(deps)
  }

  /** Rejects when the store is in trouble; the run is then to be tried again. */
  async proceed(): Promise<RunOutcome> {
    try {
      return await this.#proceed().catch((error: unknown) => this.#endByDefect(error))
    } catch (error) {
      throw error instanceof StoreFailure ? error.cause : error
    } finally {
      this.#abortAll('The run is over.')
      this.#cancelActiveLimit?.()
    }
  }

  /**
   * Goes through a version whose nodes are all instant, without a word to the store, and gives what is to be written of
   * it. Undefined when that is not its end, as where a step is tried again later: nothing has happened then.
   */
  runInline(): EndingCheckpoint | undefined {
    const { version, inFlight, waiting, checkpoints } = this.#run
    if (version.problems.length > 0) return checkpoints.take(refused(this.#run))
    this.#beginReady()
    if (this.#run.failure !== undefined) return checkpoints.take(failed(this.#run, this.#run.failure))
    if (inFlight.size + this.#reaching.length + waiting.size > 0) return undefined
    return checkpoints.take(completed(this.#run))
  }

  /** Somebody else owns or ended the run: nothing more is begun, and what is under way is aborted. */
  abandon(): void {
    // At once, not in the run's next turn: that may be the one that begins a call.
    this.#isLost = true
    this.#events.post(() => undefined)
  }

  /** There may be signals that the run has not seen. */
  notice(): void {
    this.#events.post(() => {
      this.#hasNews = true
    })
  }

  get signalSequence(): number {
    return this.#waits.signalSequence
  }

  /** Begins no further step; what is under way gets a moment to end, and the rest goes to another process. */
  stop(): void {
    this.#events.post(() => {
      this.#isStopping = true
    })
    this.#run.deps.scheduler.after(STOP_GRACE_MS, () =>
      this.#events.post(() => {
        this.#abortAll('The service stops.')
        this.#run.inFlight.clear()
      }),
    )
  }

  // What attempts see of the run.

  get account() {
    return this.#run.open.accountId
  }

  get executionId() {
    return this.#run.open.id
  }

  now(): number {
    return this.#run.now()
  }

  log(entry: ExecutionLog): void {
    this.#run.checkpoints.addLog(entry)
  }

  scopeOf(task: Task, now: number): Scope {
    return this.#run.scope.ofTask(task, now)
  }

  describeScope(scope: Scope): JsonObject {
    return this.#run.scope.describe(scope)
  }

  idempotencyKey(task: Task): string {
    return this.#run.deps.ids.derive(`${this.#run.open.id} ${task.key}`)
  }

  // The way of the run.

  async #proceed(): Promise<RunOutcome> {
    const { version, inFlight, waiting, checkpoints } = this.#run
    if (version.problems.length > 0) return await this.#exit.end(refused(this.#run))
    for (;;) {
      this.#beginReady()
      if (this.#isLost) return { kind: 'lost' }
      if (this.#defect !== undefined) throw this.#defect.error
      if (this.#run.failure !== undefined) return await this.#exit.end(failed(this.#run, this.#run.failure))
      if (this.#hasNews) await this.#fetchSignals()
      else if (this.#isStopping) {
        if (inFlight.size === 0) return await this.#stopHere()
        await this.#events.handleNext(waiting.earliest())
      } else if (this.#reaching.length > 0) await this.#reachOut()
      else if (inFlight.size > 0 || this.#isWorthWaiting()) {
        if (checkpoints.isDue(SHOW_PROGRESS_MS)) await this.#save()
        else await this.#events.handleNext(waiting.earliest())
      } else if (waiting.size === 0) return await this.#exit.end(completed(this.#run))
      else {
        const parked = await this.#exit.park(this.#waits.signalSequence)
        if (parked !== 'signalled') return parked
        this.#hasNews = true
      }
    }
  }

  /** Begins what can begin. Most nodes end at once, and make others ready: all that happens here, in one go. */
  #beginReady(): void {
    const { plan, inFlight, deps } = this.#run
    let isFirst = true
    for (;;) {
      this.#loops.decide()
      // What goes on can be the end of a pass.
      if (this.#waits.settle()) continue
      for (const task of plan.takeReady()) this.#ready.push(task)
      if (this.#ready.length === 0 || this.#run.failure !== undefined) return
      if (this.#isLost || this.#isStopping) return
      if (inFlight.size + this.#reaching.length >= deps.limits.parallel) return
      const task = this.#ready.shift()
      if (task === undefined || plan.isDropped(task.iteration)) continue
      // A clock is asked when steps end, and the next ones begin right then.
      this.#begin(task, isFirst ? this.now() : this.#run.latest)
      isFirst = false
    }
  }

  #begin(task: Task, now: number): void {
    const { steps } = this.#run.deps.limits
    if (this.#run.plan.count >= steps) {
      this.#run.fail('TOO_MANY_STEPS', `The run took more than ${steps} steps.`, null)
      return
    }
    const step = new Step(task, now)
    const latest = task.history?.latest
    switch (latest?.status) {
      case 'waiting':
        this.#waits.resume(step, latest)
        break
      case 'retrying':
        this.#run.waiting.add({ step, waitId: latest.waitId, until: latest.resumeAt, wait: undefined })
        break
      case 'begun':
        this.#beginAfterCutOff(step)
        break
      default:
        this.#beginAttempt(step)
    }
  }

  #beginAttempt(step: Step): void {
    const { node, kind } = step.task.compiled
    if (kind.hasEffect && !node.disabled) this.#reaching.push(step)
    else this.#attempt(step)
  }

  /** The process went away while the attempt was under way: nobody knows whether it took effect. */
  #beginAfterCutOff(step: Step): void {
    const { onUnknown } = step.task.compiled.node
    const cutOffs = step.task.history?.cutOffs ?? 0
    const cut = `Attempt ${step.attempt} was cut off when the service stopped; whether it took effect is not known.`
    if (onUnknown === 'retry' && cutOffs <= this.#run.deps.limits.cutOffs) {
      this.#run.log('warn', `${cut} It is repeated with the same Idempotency-Key.`, step)
      this.#beginAttempt(step)
      return
    }
    const why = onUnknown === 'fail' ? 'The node asks not to repeat it.' : `So were ${cutOffs - 1} before it.`
    this.#results.fail(step, {
      ok: false,
      code: 'UNKNOWN_OUTCOME',
      message: `${cut} ${why}`,
      permanent: true,
    })
  }

  /** Everything so far, and that these steps begin, is durable before they do. */
  async #reachOut(): Promise<void> {
    const { plan, inFlight, checkpoints } = this.#run
    const steps = this.#reaching
    this.#reaching = []
    const startedAt = this.now()
    for (const step of steps) {
      step.attempt += 1
      inFlight.add(step)
      checkpoints.addStep({ ...stepRefOf(step.task), status: 'begun', attempt: step.attempt, startedAt })
    }
    await this.#save()
    for (const step of steps) {
      inFlight.delete(step)
      if (!this.#isLost && !plan.isDropped(step.task.iteration)) this.#attempt(step, step.attempt)
    }
  }

  /** What was abandoned meanwhile stays so, though its checkpoint was in time. */
  async #save(): Promise<void> {
    if (!(await this.#exit.save())) this.#isLost = true
  }

  #attempt(step: Step, number = step.attempt + 1): void {
    const { scheduler, limits } = this.#run.deps
    step.attempt = number
    const attempt = new Attempt(
      this,
      step.task,
      number,
      step.task.compiled.node.timeoutMs ?? limits.attemptMs,
      // The clock was asked just now when the step began.
      number === 1 ? step.startedAt : this.now(),
    )
    const result = attempt.run()
    if (!(result instanceof Promise)) {
      this.#handleResult(step, attempt, result)
      return
    }
    this.#follow(step, attempt, result, (later) => this.#handleResult(step, attempt, later))
    step.cancelTimeout = scheduler.after(attempt.timeoutMs, () => {
      const message = `It took longer than ${describeMs(attempt.timeoutMs)}.`
      this.#settle(step, attempt, () => this.#results.fail(step, { ok: false, code: 'TIMED_OUT', message }))
      attempt.abort(message)
    })
  }

  #handleResult(step: Step, attempt: Attempt, result: NodeResult): void {
    if ('ok' in result) {
      if (result.ok) this.#results.succeed(step, result.output, result.handle)
      else this.#results.fail(step, result)
    } else if ('repeat' in result) this.#loops.open(step, result)
    else if ('wait' in result) this.#waits.begin(step, result)
    else this.#callWorkflow(step, attempt, result)
  }

  #callWorkflow(step: Step, attempt: Attempt, { callWorkflow }: NodeCallsWorkflow): void {
    const { open, deps } = this.#run
    const { depth } = deps.limits
    if (open.depth + 1 > depth) {
      const message = `Workflows call one another more than ${depth} levels deep.`
      this.#results.fail(step, { ok: false, code: 'TOO_DEEP', message, permanent: true })
      return
    }
    const found = deps.workflows
      .currentVersion(open.accountId, callWorkflow.workflowId)
      .catch((error: unknown) => Promise.reject(new StoreFailure(error)))
    this.#follow(step, attempt, found, (versionId) => this.#waits.startChild(step, callWorkflow, versionId))
  }

  /** Handles what comes of a promise in the run's own turn. Only a bug, or trouble of the store, rejects. */
  #follow<T>(step: Step, attempt: Attempt, promise: Promise<T>, handle: (result: T) => void): void {
    step.current = attempt
    this.#run.inFlight.add(step)
    this.#limitActiveTime()
    promise.then(
      (result) => this.#settle(step, attempt, () => handle(result)),
      (error: unknown) =>
        this.#settle(step, attempt, () => {
          this.#defect ??= { error }
        }),
    )
  }

  /** The first word counts: a call that was given up may still answer. */
  #settle(step: Step, attempt: Attempt, handle: () => void): void {
    if (step.current !== attempt) return
    step.current = undefined
    step.cancelTimeout?.()
    this.#events.post(() => {
      this.#run.inFlight.delete(step)
      if (!this.#run.plan.isDropped(step.task.iteration)) handle()
    })
  }

  /** Nobody waits any more for what runs in a iteration that is given up. */
  #dropGivenUp(): void {
    const { plan, inFlight, waiting } = this.#run
    for (const step of inFlight) {
      if (!plan.isDropped(step.task.iteration)) continue
      inFlight.delete(step)
      abort(step, 'A step beside it failed.')
    }
    this.#reaching = this.#reaching.filter((step) => !plan.isDropped(step.task.iteration))
    for (const task of this.#ready) if (plan.isDropped(task.iteration)) this.#waits.forget(task)
    for (const one of Array.from(waiting.all()))
      if (plan.isDropped(one.step.task.iteration)) this.#waits.drop(one)
  }

  #abortAll(reason: string): void {
    for (const step of this.#run.inFlight) abort(step, reason)
  }

  // Time, signals.

  /** Nothing runs, and the next thing is so near that to park would cost more. */
  #isWorthWaiting(): boolean {
    const earliest = this.#run.waiting.earliest()
    return earliest !== undefined && earliest - this.now() <= WORTH_PARKING_MS
  }

  async #fetchSignals(): Promise<void> {
    this.#hasNews = false
    const { journal } = this.#run.deps
    const { signals, signalSequence } = await journal.signals(this.executionId).catch((error: unknown) => {
      throw new StoreFailure(error)
    })
    this.#waits.setSignals(signals, signalSequence)
  }

  /** Set with the first thing that takes time: most runs are over before. */
  #limitActiveTime(): void {
    if (this.#cancelActiveLimit !== undefined) return
    const { version, deps, checkpoints } = this.#run
    const limit = version.activeLimitMs ?? deps.limits.activeMs
    const left = Math.max(0, limit - checkpoints.activeMs)
    const message = `The run was active for more than ${describeMs(limit)}.`
    this.#cancelActiveLimit = deps.scheduler.after(left, () =>
      this.#events.post(() => this.#run.fail('TIMED_OUT', message, null)),
    )
  }

  async #stopHere(): Promise<RunOutcome> {
    const { plan } = this.#run
    return await (plan.isFinished ? this.#exit.end(completed(this.#run)) : this.#exit.handOver())
  }

  /** A bug of ours would come again with every try: the run ends as failed, and the service's log tells what to mend. */
  async #endByDefect(error: unknown): Promise<RunOutcome> {
    if (error instanceof StoreFailure) throw error
    this.#run.deps.log.error(
      { err: error, execution_id: this.executionId },
      'an execution met a defect of the engine',
    )
    const message =
      'The service met a defect of its own while it ran this. Its log has the details under the execution id.'
    this.#run.log('error', message)
    return await this.#exit.end(failed(this.#run, { code: 'INTERNAL_ERROR', message, node_id: null }))
  }
}

function abort(step: Step, reason: string): void {
  const { current } = step
  step.current = undefined
  step.cancelTimeout?.()
  current?.abort(reason)
}
