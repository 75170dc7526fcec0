import { type ExecutionLog, type JsonObject, NotStorable, type OpenExecution } from '#domain/index.ts'
import type { Scope } from '@millrace/expressions'
import type { EndingCheckpoint, NodeCallsWorkflow, NodeResult } from '#ports/index.ts'
import { Attempt, type AttemptContext } from './attempt.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { describeMs, describeSize } from './describe-amount.ts'
import { completed, failed, refused } from './endings.ts'
import { RunExit, type RunOutcome } from './run-exit.ts'
import { Loops } from './loops.ts'
import type { Task } from '../replay/plan.ts'
import { StateSteps } from './state-steps.ts'
import { StepResults } from './step-results.ts'
import { RunContext, type RunDeps } from './run-context.ts'
import { RunEvents } from './run-events.ts'
import { stepRefOf, Step } from './active-step.ts'
import { StoreFailure } from './store-failure.ts'
import { Waits } from './waits.ts'

/** Shorter waits are kept in memory: parking would cost more. */
const MIN_PARK_MS = 1_000
/** A long run writes a checkpoint this often, to show its progress. */
const PROGRESS_MS = 1_000
/** How long calls in flight may take to finish when the service stops. */
const STOP_GRACE_MS = 5_000

/**
 * Runs one execution in this process, from its journal to its end, or until it has to wait.
 *
 * 1. A run of pure nodes costs one checkpoint: its end.
 * 2. An attempt with an effect starts after a checkpoint that holds every earlier result and says that the attempt starts.
 * 3. After a `lost` checkpoint, nothing is started and nothing written.
 * 4. Results of dropped or aborted attempts are ignored.
 */
export class Run implements AttemptContext {
  readonly #run: RunContext
  readonly #results: StepResults
  readonly #loops: Loops
  readonly #states: StateSteps
  readonly #waits: Waits
  readonly #exit: RunExit
  /** Steps that may start, in the order in which they became ready. */
  readonly #ready: Task[] = []
  /** Steps with an effect, which start after the next checkpoint. */
  #effects: Step[] = []
  readonly #events: RunEvents
  #defect: { readonly error: unknown } | undefined
  #isLost = false
  #isStopping = false
  #hasSignals = false
  /** It waited for its turn and may compute now. */
  #hasTurn = false
  #cancelActiveLimit: (() => void) | undefined

  /** `vars`: the variables of the account, as `RunVariables` reads them; none if the version reads none. */
  constructor(open: OpenExecution, version: CompiledVersion, deps: RunDeps, vars: JsonObject = {}) {
    this.#run = new RunContext(open, version, deps, vars)
    this.#results = new StepResults(this.#run, () => this.#dropAbandoned())
    this.#loops = new Loops(this.#run, this.#results)
    this.#states = new StateSteps(this.#run, this.#results)
    this.#waits = new Waits(this.#run, this.#results, (step) => this.#startAttempt(step))
    this.#exit = new RunExit(this.#run)
    this.#events = new RunEvents(deps)
  }

  /** Rejects when the store fails; the caller then retries the run. */
  async proceed(): Promise<RunOutcome> {
    try {
      return await this.#proceed().catch((error: unknown) => this.#endByDefect(error))
    } catch (error) {
      throw error instanceof StoreFailure ? error.cause : error
    } finally {
      this.#abortAll('The run has ended.')
      this.#cancelActiveLimit?.()
    }
  }

  /**
   * Runs a version of instant nodes without using the store, and returns the checkpoint to write. Undefined when the run does
   * not end that way, for example because a step is retried later: nothing has happened then. Neither has it when the run
   * does not fit into one slice. `hasTurn`: the caller has waited for the turn of the account.
   */
  runInline(hasTurn: boolean): EndingCheckpoint | 'too-long' | undefined {
    const { version, inFlight, waiting, checkpoints } = this.#run
    this.#hasTurn = hasTurn
    if (version.problems.length > 0) return checkpoints.take(refused(this.#run))
    const isDone = this.#computeSlice(() => this.#startReady())
    // The parameters of a step in flight took longer than the slice.
    if (inFlight.size > 0) this.#abortAll('The run starts again.')
    if (!isDone) return 'too-long'
    if (this.#run.failure !== undefined) return checkpoints.take(failed(this.#run, this.#run.failure))
    if (inFlight.size > 0) return 'too-long'
    if (this.#effects.length + waiting.size > 0) return undefined
    return checkpoints.take(completed(this.#run))
  }

  /** Another process owns the run, or it has ended: starts nothing more and aborts what is in flight. */
  abandon(): void {
    // Set immediately, not by an event: the run's next turn may start a call.
    this.#isLost = true
    this.#events.post(() => undefined)
  }

  /** Call it when there may be signals that the run has not seen. */
  notice(): void {
    this.#events.post(() => {
      this.#hasSignals = true
    })
  }

  get signalSequence(): number {
    return this.#waits.signalSequence
  }

  /** How long it has computed, in milliseconds. */
  get computingMs(): number {
    return this.#run.checkpoints.computingMs
  }

  /** Whether it has started this sub-workflow and does not know of its end. */
  hasStarted(childId: string): boolean {
    return this.#run.children.has(childId)
  }

  /** Starts no further step; what is in flight gets a moment to finish, and another process continues the run. */
  stop(): void {
    this.#events.post(() => {
      this.#isStopping = true
    })
    this.#run.deps.scheduler.after(STOP_GRACE_MS, () =>
      this.#events.post(() => {
        this.#abortAll('The service is stopping.')
        this.#run.inFlight.clear()
      }),
    )
  }

  // What attempts need of the run.

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
    // A call in flight may log at any time: the run notices its failure with the next event.
    if (!this.#results.addLog(entry)) this.#events.post(() => undefined)
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

  findExcess(parameters: JsonObject): string | undefined {
    const { parameterSizes, deps } = this.#run
    const limit = deps.limits.parametersSize
    const largest = parameterSizes.findExcess(parameters, limit)
    if (largest === undefined) return undefined
    return `The parameters of this step are larger than ${describeSize(limit)} together; the largest one is \`${largest}\`. Pass on only what the node needs, or split the work, for example with a \`for_each\`.`
  }

  perform(attempt: Attempt): NodeResult | Promise<NodeResult> {
    const { performer } = this.#run.deps
    return performer === undefined ? attempt.task.compiled.kind.run(attempt) : performer.perform(attempt)
  }

  isSliceOver(): boolean {
    return this.#run.deps.turns.isOver
  }

  async computeLater<T>(task: Task, compute: () => T): Promise<T> {
    await this.#run.deps.turns.next(this.account)
    this.#run.computingAt = task.compiled.node.id
    return this.#compute(compute)
  }

  // The course of the run.

  async #proceed(): Promise<RunOutcome> {
    const { version, inFlight, waiting, checkpoints } = this.#run
    if (version.problems.length > 0) return await this.#exit.end(refused(this.#run))
    if (this.#run.open.steps.length > 0) {
      await this.#replay()
      if (this.#isLost) return { kind: 'lost' }
      if (this.#run.failure !== undefined) return await this.#exit.end(failed(this.#run, this.#run.failure))
      if (this.#isStopping) return await this.#exit.handOver()
    }
    for (;;) {
      if (!this.#computeSlice(() => this.#startReady())) {
        if (this.#waits.needSignals) await this.#fetchSignals()
        await this.#yield()
        continue
      }
      if (this.#isLost) return { kind: 'lost' }
      if (this.#defect !== undefined) throw this.#defect.error
      if (this.#run.failure !== undefined) return await this.#exit.end(failed(this.#run, this.#run.failure))
      if (this.#hasSignals || this.#waits.needSignals) await this.#fetchSignals()
      else if (this.#states.size > 0) await this.#useState()
      else if (this.#isStopping) {
        if (inFlight.size === 0) return await this.#stopHere()
        await this.#wait()
      } else if (this.#effects.length > 0) await this.#startEffects()
      else if (inFlight.size > 0 || this.#isWorthWaiting()) {
        if (checkpoints.isDue(PROGRESS_MS)) await this.#save()
        else await this.#wait()
      } else if (waiting.size === 0) return await this.#exit.end(completed(this.#run))
      else {
        const parked = await this.#exit.park(this.#waits.signalSequence)
        if (parked !== 'signalled') return parked
        this.#hasSignals = true
      }
    }
  }

  /** Restores the state of the journal. Stops early when the run does not go on in this process. */
  async #replay(): Promise<void> {
    const { plan, open, deps } = this.#run
    const entries = plan.replay(open.steps)
    const replaySome = () => {
      while (!this.#isLost && !this.#isStopping && this.#run.failure === undefined) {
        const { done, value } = entries.next()
        if (done === true) break
        this.#results.addReplayed(value)
        if (deps.turns.isOver) return false
      }
      return true
    }
    while (!this.#computeSlice(replaySome)) await this.#yield()
  }

  /** Waits for the next event. */
  async #wait(): Promise<void> {
    const { deps, waiting } = this.#run
    const isSuspect = deps.suspects?.has(this.executionId) === true
    if (isSuspect) await deps.suspects?.pause(this.executionId)
    await this.#events.wait(this.#isStopping ? undefined : waiting.earliest())
    if (isSuspect) await deps.suspects?.resume(this.executionId)
  }

  /** Computes if the run may do so now. False: it has to yield, and then to continue. */
  #computeSlice(compute: () => boolean): boolean {
    const { turns } = this.#run.deps
    if (!this.#hasTurn && !turns.isFreeFor(this.account)) return false
    this.#hasTurn = false
    const isDone = this.#compute(() => {
      this.#events.handle()
      return compute()
    })
    // A failure is stored together with the end, and never before it: a replay would take it for handled.
    return isDone || this.#isLost || this.#run.failure !== undefined
  }

  /** Counts what is computed to the slice and to the run. */
  #compute<T>(compute: () => T): T {
    const { turns } = this.#run.deps
    turns.begin(this.account)
    try {
      return compute()
    } finally {
      this.#countComputing(turns.end())
    }
  }

  /** Lets others compute until it is the run's turn again. A long run also shows its progress. */
  async #yield(): Promise<void> {
    if (this.#run.checkpoints.isProgressDue(PROGRESS_MS)) await this.#save()
    await this.#run.deps.turns.next(this.account)
    this.#hasTurn = true
  }

  #countComputing(ms: number): void {
    const { checkpoints, deps } = this.#run
    const limit = deps.limits.computingMs
    checkpoints.addComputing(ms)
    if (limit === 0 || checkpoints.computingMs <= limit) return
    const message = `The run has computed for more than ${describeMs(limit)}. Split the work into sub-workflows, or move it into a \`code\` node. An operator can raise the limit with MILLRACE_RUN_CPU_SECONDS.`
    this.#run.failAtLimit('TOO_MUCH_COMPUTING', message, null, this.#run.computingAt)
  }

  /**
   * Starts everything that can start. Most nodes finish immediately and make others ready: all of that happens here. False:
   * the slice is over, and there may be more to start.
   */
  #startReady(): boolean {
    const { plan, inFlight, deps } = this.#run
    let isFirst = true
    for (;;) {
      // A resumed step can finish an iteration. A process that stops resumes none: it would start what it cannot wait for.
      if (this.#loops.decideNext() || (!this.#isStopping && this.#waits.settle())) {
        if (this.#isLost || this.#isStopping || this.#run.failure !== undefined) return true
        if (deps.turns.isOver) return false
        continue
      }
      for (const task of plan.takeReady()) this.#ready.push(task)
      if (this.#ready.length === 0 || this.#run.failure !== undefined) return true
      if (this.#isLost || this.#isStopping) return true
      if (inFlight.size + this.#effects.length >= deps.limits.parallel) return true
      const task = this.#ready.shift()
      if (task === undefined || plan.isDropped(task.iteration)) continue
      // The clock was read when the step before ended, which is when this one starts.
      this.#start(task, deps.performer?.startOf(task) ?? (isFirst ? this.now() : this.#run.latest))
      isFirst = false
      if (deps.turns.isOver || this.#run.checkpoints.isLarge) return false
    }
  }

  #start(task: Task, now: number): void {
    const { steps } = this.#run.deps.limits
    if (this.#run.plan.count >= steps) {
      const message = `The run has more than ${steps} steps. Split the work into sub-workflows.`
      this.#run.failAtLimit('TOO_MANY_STEPS', message, null, task.compiled.node.id)
      return
    }
    this.#run.computingAt = task.compiled.node.id
    const step = new Step(task, now)
    const { pinned, node } = task.compiled
    if (pinned !== undefined && !node.disabled) {
      step.attempt = 1
      this.#results.pin(step, pinned)
      return
    }
    const latest = task.history?.latest
    switch (latest?.status) {
      case 'waiting':
      case 'retrying':
        this.#waits.resume(step, latest)
        break
      case 'begun':
        this.#startInterrupted(step)
        break
      default:
        this.#startAttempt(step)
    }
  }

  #startAttempt(step: Step): void {
    const { node, kind } = step.task.compiled
    if (kind.hasEffect && !node.disabled) this.#effects.push(step)
    else this.#attempt(step)
  }

  /** The process died while the attempt was in flight: it is unknown whether it took effect. */
  #startInterrupted(step: Step): void {
    const { onUnknown } = step.task.compiled.node
    const interruptions = step.task.history?.interruptions ?? 0
    const interrupted = `Attempt ${step.attempt} was interrupted because its process ended; whether it took effect is unknown.`
    if (onUnknown === 'retry' && interruptions <= this.#run.deps.limits.interruptions) {
      this.#run.log('warn', `${interrupted} It is retried with the same Idempotency-Key.`, step)
      this.#startAttempt(step)
      return
    }
    const why =
      onUnknown === 'fail'
        ? 'The node has `on_unknown: "fail"`, so it is not retried.'
        : `${interruptions - 1} earlier attempts were interrupted too, so it is not retried. Check why the service stops during this step.`
    this.#results.fail(step, {
      ok: false,
      code: 'UNKNOWN_OUTCOME',
      message: `${interrupted} ${why}`,
      permanent: true,
    })
  }

  /** Makes every result so far, and the fact that these steps start, durable before they start. */
  async #startEffects(): Promise<void> {
    const { plan, inFlight, checkpoints } = this.#run
    const steps = this.#effects
    this.#effects = []
    const startedAt = this.now()
    for (const step of steps) {
      step.attempt += 1
      inFlight.add(step)
      checkpoints.addStep({ ...stepRefOf(step.task), status: 'begun', attempt: step.attempt, startedAt })
    }
    await this.#save()
    // What takes longer than the slice goes on in turn with others.
    this.#compute(() => {
      for (const step of steps) {
        inFlight.delete(step)
        if (!this.#isLost && !plan.isDropped(step.task.iteration)) this.#attempt(step, step.attempt)
      }
    })
  }

  async #useState(): Promise<void> {
    if (!(await this.#states.writeNext((state) => this.#exit.save(state)))) this.#isLost = true
  }

  /** A run that was abandoned meanwhile stays abandoned, even if this checkpoint was committed. */
  async #save(): Promise<void> {
    if (!(await this.#exit.save())) this.#isLost = true
  }

  #attempt(step: Step, number = step.attempt + 1): void {
    const { scheduler, limits } = this.#run.deps
    step.attempt = number
    const attempt = new Attempt(this, step.task, {
      attempt: number,
      timeoutMs: step.task.compiled.node.timeoutMs ?? limits.attemptMs,
      // The clock was read just now, when the step started.
      now: number === 1 ? step.startedAt : this.now(),
    })
    const result = attempt.run()
    if (!(result instanceof Promise)) {
      this.#handleResult(step, attempt, result)
      return
    }
    this.#follow(step, attempt, result, (later) => this.#handleResult(step, attempt, later))
    step.cancelTimeout = attempt.timeLimit.start(scheduler, () => {
      const message = `Node "${step.task.compiled.node.id}" took longer than ${describeMs(attempt.timeoutMs)}, the time limit of one attempt. Set \`timeout_ms\` on the node to allow more time.`
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
    else if ('useState' in result) this.#states.add(step, result)
    else this.#callWorkflow(step, attempt, result)
  }

  #callWorkflow(step: Step, attempt: Attempt, { callWorkflow }: NodeCallsWorkflow): void {
    const { open, deps } = this.#run
    const { depth } = deps.limits
    if (open.depth + 1 > depth) {
      const message = `Sub-workflows are nested more than ${depth} levels deep.`
      this.#results.fail(step, { ok: false, code: 'TOO_DEEP', message, permanent: true })
      return
    }
    const found = this.#findVersion(callWorkflow.workflowId).catch((error: unknown) =>
      Promise.reject(new StoreFailure(error)),
    )
    this.#follow(step, attempt, found, (versionId) => this.#waits.startChild(step, callWorkflow, versionId))
  }

  /** The version that a sub-workflow runs. Those of a test run are test runs as well: they must not change anything that lasts. */
  #findVersion(workflowId: string): Promise<string | undefined> {
    const { open, version, deps } = this.#run
    if (!version.isTest) return deps.workflows.currentVersion(open.accountId, workflowId)
    const at = this.#run.now()
    return deps.workflows.testVersion(open.accountId, workflowId, { id: deps.ids.next(at), at })
  }

  /** Handles the result of a promise in the run's own turn. It rejects only because of a bug or a failure of the store. */
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

  /** Only the first outcome counts: an abandoned call may still return. */
  #settle(step: Step, attempt: Attempt, handle: () => void): void {
    if (step.current !== attempt) return
    step.current = undefined
    step.cancelTimeout?.()
    this.#events.post(() => {
      this.#run.inFlight.delete(step)
      if (!this.#run.plan.isDropped(step.task.iteration)) handle()
    })
  }

  /** Aborts what runs and waits in abandoned iterations. */
  #dropAbandoned(): void {
    const { plan, inFlight, waiting } = this.#run
    for (const step of inFlight) {
      if (!plan.isDropped(step.task.iteration)) continue
      inFlight.delete(step)
      abort(step, 'Another step of the iteration failed.')
    }
    this.#effects = this.#effects.filter((step) => !plan.isDropped(step.task.iteration))
    for (const task of this.#ready) if (plan.isDropped(task.iteration)) this.#waits.forget(task)
    for (const one of Array.from(waiting.all()))
      if (plan.isDropped(one.step.task.iteration)) this.#waits.drop(one)
  }

  #abortAll(reason: string): void {
    for (const step of this.#run.inFlight) abort(step, reason)
  }

  // Time, signals.

  /** Nothing is running, and the next timer is so near that parking would cost more. */
  #isWorthWaiting(): boolean {
    const earliest = this.#run.waiting.earliest()
    return earliest !== undefined && earliest - this.now() <= MIN_PARK_MS
  }

  async #fetchSignals(): Promise<void> {
    this.#hasSignals = false
    const { journal } = this.#run.deps
    const readAt = this.now()
    const { signals, signalSequence } = await journal.signals(this.executionId).catch((error: unknown) => {
      throw new StoreFailure(error)
    })
    this.#waits.setSignals(signals, signalSequence, readAt)
  }

  /** Set by the first attempt that takes time: most runs end before that. */
  #limitActiveTime(): void {
    if (this.#cancelActiveLimit !== undefined) return
    const { version, deps, checkpoints } = this.#run
    const limit = version.activeLimitMs ?? deps.limits.activeMs
    const left = Math.max(0, limit - checkpoints.activeMs)
    const message = `The run was active for more than ${describeMs(limit)}.`
    this.#cancelActiveLimit = deps.scheduler.after(left, () =>
      this.#events.post(() => this.#run.failAtLimit('TIMED_OUT', message, null, this.#onlyInFlight())),
    )
  }

  /** With several, the log names each of them as aborted. */
  #onlyInFlight(): string | null {
    const [step, ...others] = this.#run.inFlight
    return step === undefined || others.length > 0 ? null : step.nodeId
  }

  async #stopHere(): Promise<RunOutcome> {
    const { plan } = this.#run
    return await (plan.isFinished ? this.#exit.end(completed(this.#run)) : this.#exit.handOver())
  }

  /** A bug of ours would repeat with every retry: the run fails, and the service's log has the details. */
  async #endByDefect(error: unknown): Promise<RunOutcome> {
    if (error instanceof StoreFailure) throw error
    if (error instanceof NotStorable) {
      this.#run.deps.log.warn(
        { err: error, execution_id: this.executionId },
        'execution failed because its results cannot be stored',
      )
      const message = `The latest results of this execution cannot be stored: ${error.message}. Return and log less, or split the work into sub-workflows.`
      return await this.#endBecause('NOT_STORABLE', message)
    }
    this.#run.deps.log.error(
      { err: error, execution_id: this.executionId },
      'execution failed because of an internal error',
    )
    const message =
      'An internal error occurred while this execution ran. The log of the service has the details under its execution id.'
    return await this.#endBecause('INTERNAL_ERROR', message)
  }

  async #endBecause(code: string, message: string): Promise<RunOutcome> {
    this.#run.log('error', message)
    return await this.#exit.end(failed(this.#run, { code, message, node_id: null }))
  }
}

function abort(step: Step, reason: string): void {
  const { current } = step
  step.current = undefined
  step.cancelTimeout?.()
  current?.abort(reason)
}
