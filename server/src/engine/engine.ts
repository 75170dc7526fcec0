import {
  type AccountId,
  type Definition,
  type Execution,
  type ExecutionLog,
  type InputProblem,
  type JsonObject,
  type OpenExecution,
  type Signal,
} from '#domain/index.ts'
import type {
  Clock,
  DueExecution,
  ExecutionClaims,
  ExecutionIntake,
  ExecutionJournal,
  ExecutionQueries,
  HeartbeatStore,
  Ids,
  LocalQueue,
  Log,
  NodeCatalogue,
  Scheduler,
  SignalResult,
  Transaction,
  Transactions,
  VariableStore,
  WaitLinks,
  WorkflowStore,
  WorkNotifier,
} from '#ports/index.ts'
import { type CheckedDefinition, checkDefinition } from './check/check-definition.ts'
import { type CompiledVersion, compileVersionStepwise, findTriggers } from './compile/compile-version.ts'
import type { Concurrency } from './compile/read-concurrency.ts'
import { VersionCache } from './compile/version-cache.ts'
import { InlineRuns } from './run/inline-run.ts'
import { Run } from './run/run.ts'
import type { RunDeps } from './run/run-context.ts'
import type { RunOutcome } from './run/run-exit.ts'
import { DEFAULT_LIMITS, type RunLimits } from './run/run-limits.ts'
import type { Turns } from './turns/turns.ts'
import { type Accepted, Acceptance, type ExecutionRequest, type RepeatOptions } from './worker/acceptance.ts'
import { requestSlot } from './worker/admission.ts'
import { ClockWatch, type ClockCorrection } from './worker/clock-watch.ts'
import { Claims } from './worker/claims.ts'
import { EarlyRuns } from './worker/early-runs.ts'
import { InputChecks } from './worker/input-checks.ts'
import { ExecutionWatch } from './worker/execution-watch.ts'
import { DEFAULT_INTERVALS, type PollIntervals, SINGLE_PROCESS_INTERVALS } from './worker/poll-intervals.ts'
import { RepeatedDefects } from './worker/repeated-defects.ts'
import { Recovery } from './worker/recovery.ts'
import { RunRegistry } from './worker/run-registry.ts'
import { RunVariables } from './worker/run-variables.ts'
import { Suspects } from './turns/suspects.ts'
import { Timers } from './worker/timers.ts'

export interface EngineDeps {
  readonly transactions: Pick<Transactions, 'afterCommit' | 'write'>
  readonly executions: Pick<ExecutionQueries, 'find'>
  readonly intake: ExecutionIntake
  readonly journal: ExecutionJournal
  readonly claims: ExecutionClaims
  readonly workflows: WorkflowStore
  readonly variables: Pick<VariableStore, 'read'>
  readonly heartbeats: HeartbeatStore
  readonly localQueue: LocalQueue
  readonly workNotifier: WorkNotifier
  readonly catalogue: NodeCatalogue
  readonly clock: Clock
  /** The clock of the database, which all processes share; their own clocks may differ. Defaults to the own clock. */
  databaseTime?(): Promise<number>
  readonly scheduler: Scheduler
  /** Shares the thread between runs. */
  readonly turns: Turns
  readonly ids: Ids
  /** Builds the links that answer waits. */
  readonly links: WaitLinks
  readonly log: Log
  /** True when no other process can run executions of this store: then all open ones belong to this one from the start. */
  readonly alone: boolean
  /** False: this process accepts executions and leaves running them to others. */
  readonly runs: boolean
  readonly limits?: Partial<RunLimits>
  readonly intervals?: Partial<PollIntervals>
}

const RETRY_AFTER_FAILURE_MS = 1_000
const MAX_RETRY_AFTER_FAILURE_MS = 60_000
/** A run that fails as often in a row with an error that is not one of the store is ended. */
const MAX_DEFECTS = 4
/** Executions that one process works on concurrently. */
const MAX_RUNS = 1_000

/**
 * Accepts executions and runs them: accept → run → end, with any number of waits in between.
 *
 * 1. Accepted is durable: `accept` resolves after the commit. An instant run may be computed before that, and is then stored
 *    together with its end.
 * 2. Every write carries the owner and the expected sequence; a write that lost a race changes nothing.
 * 3. An execution that could not continue stays in the store as it was, and is retried.
 * 4. If the caller passes a transaction, queueing and notifying happen automatically after its commit.
 */
export class Engine {
  readonly owner: string
  readonly watch: ExecutionWatch
  readonly #deps: EngineDeps
  readonly #runDeps: RunDeps
  readonly #acceptance: Acceptance
  readonly #earlyRuns: EarlyRuns
  readonly #suspects: Suspects
  readonly #versions: VersionCache
  readonly #variables: RunVariables
  readonly #inputChecks: InputChecks
  readonly #recovery: Recovery
  readonly #timers: Timers
  readonly #clockWatch: ClockWatch
  readonly #claims: Claims
  readonly #runs = new RunRegistry()
  readonly #defects = new RepeatedDefects()
  #unsubscribe: (() => void) | undefined
  #isStopping = false

  constructor(deps: EngineDeps) {
    this.#deps = deps
    const owner = deps.ids.next(deps.clock.now())
    this.owner = owner
    const intervals = { ...(deps.alone ? SINGLE_PROCESS_INTERVALS : DEFAULT_INTERVALS), ...deps.intervals }
    this.watch = new ExecutionWatch({ ...deps, endPollMs: intervals.endPollMs })
    this.#versions = new VersionCache(deps)
    this.#variables = new RunVariables(deps.variables)
    this.#inputChecks = new InputChecks({ ...deps, versions: this.#versions })
    this.#suspects = new Suspects({ ...deps, owner })
    const enqueue = (id: string) => deps.localQueue.enqueue({ id })
    this.#clockWatch = new ClockWatch({ ...deps, owner, enqueue, onJump: () => this.#followClock() })
    this.#runDeps = {
      ...deps,
      limits: { ...DEFAULT_LIMITS, ...deps.limits },
      onChildren: (children) => children.forEach(({ id }) => deps.localQueue.enqueue({ id })),
      onProgress: (id) => {
        this.#suspects.clear(id)
        this.watch.advanced(id)
      },
      suspects: this.#suspects,
      clockWatch: this.#clockWatch,
    }
    this.#earlyRuns = new EarlyRuns({
      ...deps,
      runDeps: this.#runDeps,
      registry: this.#runs,
      supervise: (id, proceed) => this.#supervise(id, proceed),
    })
    this.#acceptance = new Acceptance({
      ...deps,
      owner,
      versions: this.#versions,
      variables: this.#variables,
      inlineRuns: new InlineRuns(this.#runDeps),
      earlyRuns: this.#earlyRuns,
      hasCapacity: () => !this.#isStopping && this.#runs.size < MAX_RUNS,
    })
    this.#recovery = new Recovery({
      ...deps,
      intervals,
      owner,
      enqueue,
      enqueueSuspect: (id) => deps.localQueue.enqueue({ id, isSuspect: true }),
      registry: this.#runs,
      maxTakeovers: this.#runDeps.limits.takeovers,
      onEnded: (id) => this.#endedFromOutside(id),
    })
    this.#timers = new Timers({ ...deps, intervals, owner, enqueue })
    this.#claims = new Claims({
      ...deps,
      intervals,
      owner,
      enqueue,
      capacity: () => MAX_RUNS - this.#runs.size,
    })
  }

  /** Call it before anything is accepted: without a heartbeat, other processes would take over what this one accepts. */
  async join(): Promise<void> {
    if (this.#deps.runs) await this.#recovery.join()
  }

  /** Starts to run what is due, and resumes what earlier processes left. */
  async start(): Promise<void> {
    this.#unsubscribe = this.#deps.claims.subscribe(() => this.#pollForUnowned())
    if (!this.#deps.runs) return
    this.#deps.localQueue.start((due) => this.#handle(due))
    await this.#recovery.start()
    await this.#clockWatch.start()
    await this.#timers.start()
    await this.#claims.start()
  }

  /** Starts nothing new; resolves when everything in progress is written. The next process resumes the rest. */
  async stop(): Promise<void> {
    this.#isStopping = true
    if (this.#deps.runs) {
      const written = this.#deps.localQueue.stop()
      for (const [, run] of this.#runs.runs()) run.stop()
      const early = this.#earlyRuns.stop()
      await this.#claims.stop()
      await this.#clockWatch.stop()
      await this.#timers.stop()
      await this.#recovery.stop()
      await written
      await early
      await this.#recovery.removeHeartbeat()
    }
    this.#unsubscribe?.()
  }

  /** The latest correction of a clock that was ahead; undefined when this process noticed none. */
  get clockCorrection(): ClockCorrection | undefined {
    return this.#clockWatch.correction
  }

  /** Undefined when the account has no such workflow. */
  accept(request: ExecutionRequest, tx?: Transaction): Promise<Accepted | undefined> {
    return this.#acceptance.accept(request, tx)
  }

  /** What the input of a run by API must not have; empty if it may be accepted. Usually known at once. */
  checkInput(
    account: AccountId,
    workflowId: string,
    input: JsonObject,
  ): readonly InputProblem[] | Promise<readonly InputProblem[]> {
    return this.#inputChecks.find(account, workflowId, input)
  }

  /** Call it after a workflow was saved. */
  workflowSaved(workflowId: string): void {
    this.#versions.forget(workflowId)
  }

  /** Accepts many, with the result of each. */
  acceptAll(
    tx: Transaction,
    requests: readonly ExecutionRequest[],
  ): Promise<readonly (Accepted | undefined)[]> {
    return this.#acceptance.acceptAll(tx, requests)
  }

  /** Runs a test version that is stored in the same transaction. */
  acceptTest(tx: Transaction, request: ExecutionRequest, versionId: string): Promise<Accepted> {
    return this.#acceptance.acceptTest(tx, request, versionId)
  }

  /** Runs an execution that ended once more, as a new one that keeps `steps` of its journal. */
  repeat(tx: Transaction, original: Execution, options: RepeatOptions): Promise<Accepted> {
    return this.#acceptance.repeat(tx, original, options)
  }

  /** Everything that is wrong with a definition, as far as it can be known without its account; see `checkDefinition`. */
  check(account: AccountId, definition: Definition): Promise<CheckedDefinition> {
    return this.#deps.turns.compute(account, checkDefinition(definition, this.#deps.catalogue))
  }

  /** A definition as a test version that is not stored. */
  compileTest(
    account: AccountId,
    definition: Definition,
    until: string | undefined,
  ): Promise<CompiledVersion> {
    const version = { id: '', workflowId: '', ...definition, test: { until: until ?? null } }
    return this.#deps.turns.compute(account, compileVersionStepwise(version, this.#deps.catalogue))
  }

  /** The triggers that a run can start from; the one that a run without a trigger starts from comes first. */
  triggersOf(definition: Definition): readonly string[] {
    return findTriggers(definition, this.#deps.catalogue)
  }

  /** The compiled version of an execution: its journal can be read only with it. */
  async version(account: AccountId, versionId: string): Promise<CompiledVersion> {
    const version = await this.#versions.get(account, versionId)
    if (version === undefined) throw new Error(`The version ${versionId} does not exist.`)
    return version
  }

  /** Enqueues a signal for an execution. */
  async signal(
    tx: Transaction,
    executionId: string,
    signal: Omit<Signal, 'id' | 'at'>,
  ): Promise<SignalResult> {
    const at = this.#deps.clock.now()
    const result = await this.#deps.intake.signal(tx, {
      executionId,
      signal: { ...signal, id: this.#deps.ids.next(at), at },
      owner: this.#acceptance.ownerOfNew,
    })
    this.#deps.transactions.afterCommit(tx, () => this.#signalled(executionId, result))
    return result
  }

  /**
   * Ends an execution as cancelled, immediately and for good, whichever process runs it. Undefined when the account has no
   * such execution, false when it had ended before. A run in another process notices with its next checkpoint or heartbeat.
   */
  async cancel(tx: Transaction, account: AccountId, id: string): Promise<boolean | undefined> {
    const at = this.#deps.clock.now()
    const message = 'The execution was cancelled.'
    const log: ExecutionLog = { at, level: 'warn', message, node_id: null }
    const error = { code: 'CANCELLED', message, node_id: null }
    const isCancelled = await this.#deps.intake.cancel(tx, { account, id, at, error, log })
    if (isCancelled === true) this.#deps.transactions.afterCommit(tx, () => this.#endedFromOutside(id))
    return isCancelled
  }

  #signalled(executionId: string, result: SignalResult): void {
    // A parked execution that no process owns is announced by the store.
    if (result === 'woken' && this.#deps.runs) this.#deps.localQueue.enqueue({ id: executionId })
    else if (result === 'enqueued') this.#runs.notice(executionId)
  }

  #endedFromOutside(id: string): void {
    this.#runs.find(id)?.abandon()
    this.#runs.noticeParentOf(id)
    this.watch.ended(id)
  }

  #followClock(): void {
    for (const [, run] of this.#runs.runs()) run.notice()
    this.#timers.poll()
  }

  #pollForUnowned(): void {
    this.#claims.poll()
    this.#deps.workNotifier.notify()
  }

  async #handle(due: DueExecution): Promise<void> {
    const { id } = due
    if (this.#runs.begin(id)) await this.#supervise(id, () => this.#proceed(due))
  }

  /** Handles how a run of the registry leaves this process. `proceed` resolves with undefined when there is nothing to handle. */
  async #supervise(id: string, proceed: () => Promise<RunOutcome | undefined>): Promise<void> {
    try {
      const outcome = await proceed()
      this.#defects.clear(id)
      if (outcome !== undefined) this.#left(id, outcome)
    } catch (error) {
      await this.#retryLater(id, error)
    } finally {
      this.#suspects.clear(id)
      if (this.#runs.end(id)) this.#deps.localQueue.enqueue({ id })
      this.#claims.pollIfShort()
    }
  }

  async #retryLater(id: string, error: unknown): Promise<void> {
    const { log, scheduler, localQueue } = this.#deps
    const defect = this.#defects.add(id, error)
    if (defect?.account !== undefined && defect.attempts >= MAX_DEFECTS) {
      if (await this.#endDefective(defect.account, id, error)) return
    }
    log.error({ err: error, execution_id: id }, 'execution interrupted, retrying')
    const afterMs = RETRY_AFTER_FAILURE_MS * 2 ** Math.max(0, (defect?.attempts ?? 1) - 1)
    scheduler.after(Math.min(afterMs, MAX_RETRY_AFTER_FAILURE_MS), () => localQueue.enqueue({ id }))
  }

  /** Without what the run could not store. False: the store does not work either. */
  async #endDefective(account: AccountId, id: string, cause: unknown): Promise<boolean> {
    const { log, transactions, intake, clock } = this.#deps
    log.error({ err: cause, execution_id: id }, 'execution failed because an internal error kept repeating')
    const message = `An internal error kept this execution from going on, ${MAX_DEFECTS} times in a row, so it is not tried again. The log of the service has the details under its execution id.`
    const at = clock.now()
    const error = { code: 'INTERNAL_ERROR', message, node_id: null }
    const entry: ExecutionLog = { at, level: 'error', message, node_id: null }
    try {
      await transactions.write((tx) => intake.cancel(tx, { account, id, at, error, log: entry }))
    } catch (failure) {
      log.error({ err: failure, execution_id: id }, 'a failed execution could not be ended')
      return false
    }
    this.#defects.clear(id)
    this.#endedFromOutside(id)
    return true
  }

  /** Whether the run may continue now. */
  async #admit(
    open: OpenExecution,
    on: { readonly version: CompiledVersion; readonly vars: JsonObject },
    concurrency: Concurrency,
  ): Promise<boolean> {
    const { kind, replaced } = await requestSlot(this.#deps, open, on, concurrency)
    for (const id of replaced) this.#endedFromOutside(id)
    if (kind === 'dropped') this.watch.ended(open.id)
    return kind === 'admitted'
  }

  async #proceed({ id, fresh, isSuspect }: DueExecution): Promise<RunOutcome | undefined> {
    const { journal } = this.#deps
    if (isSuspect === true) await this.#suspects.begin(id)
    const open = fresh ?? (await journal.load(id, this.owner))
    if (open === undefined) return undefined
    this.#defects.loaded(id, open.accountId)
    const version =
      this.#versions.peek(open.versionId) ?? (await this.version(open.accountId, open.versionId))
    const concurrency = concurrencyOf(open, version)
    const vars = await this.#variables.of(open, version)
    if (concurrency !== undefined && !(await this.#admit(open, { version, vars }, concurrency)))
      return undefined
    const run = new Run(open, version, this.#runDeps, vars)
    this.#runs.setRun(id, run)
    // It was being loaded when the engine stopped its runs.
    if (this.#isStopping) run.stop()
    return await run.proceed()
  }

  #left(id: string, outcome: RunOutcome): void {
    if (outcome.kind === 'lost') {
      this.#deps.log.warn({ execution_id: id }, 'execution ended or taken over by another process')
      this.watch.ended(id)
    } else if (outcome.kind === 'ended') {
      if (outcome.parentId !== undefined) this.#runs.notice(outcome.parentId)
      this.watch.ended(id, outcome.ended)
    } else if (outcome.kind === 'parked' && outcome.dueAt !== undefined) this.#timers.expect(outcome.dueAt)
  }
}

/**
 * Sub-workflows run within the slot of their caller: one that waited for a slot of its own might never get it. Test runs
 * need none: they neither wait for live runs nor replace them.
 */
function concurrencyOf(open: OpenExecution, version: CompiledVersion): Concurrency | undefined {
  if (version.concurrency.size === 0 || version.isTest || open.depth > 0) return undefined
  const { trigger } = version.rootsOf(open.triggerNodeId)
  return trigger === undefined ? undefined : version.concurrency.get(trigger)
}
