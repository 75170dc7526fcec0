import {
  type AccountId,
  type Definition,
  type Execution,
  type ExecutionLog,
  type GraphProblem,
  type JournalEntry,
  type JsonObject,
  type NewExecution,
  type NewExecutionOnVersion,
  UNOWNED,
  type OpenExecution,
  type Signal,
} from '#domain/index.ts'
import type {
  Clock,
  WorkNotifier,
  ExecutionClaims,
  ExecutionIntake,
  ExecutionJournal,
  ExecutionQueries,
  Ids,
  Log,
  NodeCatalogue,
  HeartbeatStore,
  Scheduler,
  SignalResult,
  Transaction,
  WaitLinks,
  DueExecution,
  LocalQueue,
  WorkflowStore,
} from '#ports/index.ts'
import { requestSlot } from './worker/admission.ts'
import { Claims } from './worker/claims.ts'
import { type CompiledVersion, compileVersion } from './compile/compile-version.ts'
import type { Concurrency } from './compile/read-concurrency.ts'
import { type RunLimits, USUAL_LIMITS } from './run/run-limits.ts'
import { type PollIntervals, SINGLE_PROCESS_INTERVALS, DEFAULT_INTERVALS } from './worker/poll-intervals.ts'
import { type InlineRun, runInline } from './run/inline-run.ts'
import { ProgressWatch } from './worker/progress-watch.ts'
import { Recovery } from './worker/recovery.ts'
import { Run } from './run/run.ts'
import type { RunDeps } from './run/run-context.ts'
import { Timers } from './worker/timers.ts'
import { VersionCache } from './compile/version-cache.ts'

export interface EngineDeps {
  readonly executions: Pick<ExecutionQueries, 'find'>
  readonly intake: ExecutionIntake
  readonly journal: ExecutionJournal
  readonly claims: ExecutionClaims
  readonly workflows: WorkflowStore
  readonly heartbeats: HeartbeatStore
  readonly localQueue: LocalQueue
  readonly workNotifier: WorkNotifier
  readonly catalogue: NodeCatalogue
  readonly clock: Clock
  /** One clock for all who share the store; their own may differ. The own one, unless told. */
  databaseTime?(): Promise<number>
  readonly scheduler: Scheduler
  readonly ids: Ids
  /** Where waits are answered. */
  readonly links: WaitLinks
  readonly log: Log
  /** True when no other process can run executions of this store: then all open ones are ours from the start. */
  readonly alone: boolean
  /** False: this process accepts executions and leaves it to others to run them. */
  readonly runs: boolean
  readonly limits?: Partial<RunLimits>
  readonly intervals?: Partial<PollIntervals>
}

/** An execution that is stored. */
export interface Accepted {
  readonly id: string
  readonly startedAt: number
  /** Undefined when it was over as it was stored. */
  readonly due: OpenExecution | undefined
}

/** A run that somebody asks for. */
export interface WantedExecution {
  /** Where somebody has to know it before. */
  readonly id?: string
  readonly account: AccountId
  readonly workflowId: string
  readonly input: JsonObject
  /** The trigger that fired; null for a run by API or by hand. */
  readonly triggerNodeId?: string | null
}

const RETRY_AFTER_FAILURE_MS = 1_000
/** Runs that one process works on at the same time. */
const MAX_UNDER_WAY = 1_000
/** Most runs are short: whoever waits for one of another process looks soon, and then ever less often. */
const FIRST_END_POLL_MS = 20

interface UnderWay {
  run: Run | undefined
  /** It was woken again meanwhile: maybe after its last look. */
  again: boolean
}

/**
 * accept → run → end, with any number of stops between.
 *
 * 1. Accepted is durable: `accept` resolves after the commit. A run of which nothing is seen outside may be played before:
 *    then its end is stored with it.
 * 2. Every write carries the owner's token and the expected sequence; a lost race writes nothing.
 * 3. An execution that could not go on stays in the store as it was and is tried again.
 */
export class Engine {
  readonly owner: string
  readonly #deps: EngineDeps
  readonly #runDeps: RunDeps
  readonly #intervals: PollIntervals
  readonly #versions: VersionCache
  readonly #ends: ProgressWatch
  readonly #progress: ProgressWatch
  readonly #recovery: Recovery
  readonly #timers: Timers
  readonly #claims: Claims
  readonly #underWay = new Map<string, UnderWay>()

  constructor(deps: EngineDeps) {
    this.#deps = deps
    const owner = deps.ids.next(deps.clock.now())
    this.owner = owner
    this.#versions = new VersionCache(deps.workflows, deps.catalogue)
    this.#ends = new ProgressWatch(deps.scheduler)
    this.#progress = new ProgressWatch(deps.scheduler)
    this.#runDeps = {
      ...deps,
      limits: { ...USUAL_LIMITS, ...deps.limits },
      onChildren: (children) => this.#wakeChildren(children),
      onProgress: (id) => this.#progress.notify(id),
    }
    const wake = (id: string) => deps.localQueue.enqueue({ id })
    const intervals = { ...(deps.alone ? SINGLE_PROCESS_INTERVALS : DEFAULT_INTERVALS), ...deps.intervals }
    this.#intervals = intervals
    this.#recovery = new Recovery({
      ...deps,
      intervals,
      owner,
      wake,
      isKnown: (id) => this.#underWay.has(id),
      underWay: () => [...this.#underWay].flatMap(([id, { run }]) => (run === undefined ? [] : [[id, run]])),
    })
    this.#timers = new Timers({ ...deps, intervals, owner, wake })
    this.#claims = new Claims({
      ...deps,
      intervals,
      owner,
      wake,
      room: () => MAX_UNDER_WAY - this.#underWay.size,
    })
  }

  /** Begins to run what is due, and takes up what earlier processes left. */
  async start(): Promise<void> {
    if (!this.#deps.runs) return
    this.#deps.localQueue.start((wakeup) => this.#handle(wakeup))
    await this.#recovery.start()
    await this.#timers.start()
    await this.#claims.start()
  }

  /** Begins nothing new; resolves when what is under way is written. What is left is taken up by the next process. */
  async stop(): Promise<void> {
    if (!this.#deps.runs) return
    const written = this.#deps.localQueue.stop()
    for (const { run } of this.#underWay.values()) run?.stop()
    await this.#claims.stop()
    await this.#timers.stop()
    await this.#recovery.stop()
    await written
    await this.#recovery.leave()
  }

  /** Undefined when the account has no such workflow. Call `wake` once the transaction is committed. */
  async accept(wanted: WantedExecution, tx?: Transaction): Promise<Accepted | undefined> {
    const { intake } = this.#deps
    const execution = this.#toNew(wanted)
    const { id, startedAt } = execution
    const played = tx === undefined ? this.#runInline(execution) : undefined
    const stored =
      played === undefined
        ? await intake.accept(execution, tx)
        : await intake.acceptEnded(execution, played.versionId, played.end)
    if (stored === undefined) return undefined
    if (stored === 'ended') return { id, startedAt, due: undefined }
    this.#versions.note(stored.accountId, stored.workflowId, stored.versionId)
    return { id, startedAt, due: stored }
  }

  /** The same for many at once, with the result of each. */
  async acceptAll(
    tx: Transaction,
    wanted: readonly WantedExecution[],
  ): Promise<readonly (Accepted | undefined)[]> {
    const stored = await this.#deps.intake.acceptAll(
      tx,
      wanted.map((one) => this.#toNew(one)),
    )
    return stored.map((open) => open && asAccepted(open))
  }

  /**
   * Another try of an execution that ended, as a new one, with what is taken over of its journal. Call `wake` once the
   * transaction is committed.
   */
  async repeat(
    tx: Transaction,
    original: Execution,
    wanted: { versionId: string; steps: readonly JournalEntry[] },
  ): Promise<Accepted> {
    const startedAt = this.#deps.clock.now()
    const open = await this.#deps.intake.acceptOnVersion(tx, {
      id: this.#deps.ids.next(startedAt),
      accountId: original.accountId,
      workflowId: original.workflowId,
      startedAt,
      input: original.input,
      owner: this.#ownerOfNew,
      triggerNodeId: original.triggerNodeId,
      depth: 0,
      parent: null,
      retryOf: original.id,
      ...wanted,
    })
    return asAccepted(open)
  }

  wake({ due }: Accepted): void {
    if (due?.owner === UNOWNED) this.#deps.workNotifier.notify()
    else if (due !== undefined) this.#deps.localQueue.enqueue({ id: due.id, fresh: due })
  }

  /** Everything that would keep a definition from running. */
  check(definition: Definition): readonly GraphProblem[] {
    return compileVersion({ id: '', workflowId: '', ...definition }, this.#deps.catalogue).problems
  }

  /** The version an execution runs on, made ready to run: what its journal means follows from it. */
  async version(account: AccountId, versionId: string): Promise<CompiledVersion> {
    const version = await this.#versions.get(account, versionId)
    if (version === undefined) throw new Error(`The version ${versionId} is gone.`)
    return version
  }

  /** Leaves a signal with an execution. Call `signalled` once the transaction is committed. */
  signal(tx: Transaction, executionId: string, signal: Omit<Signal, 'id' | 'at'>): Promise<SignalResult> {
    const at = this.#deps.clock.now()
    return this.#deps.intake.signal(tx, {
      executionId,
      signal: { ...signal, id: this.#deps.ids.next(at), at },
      owner: this.#ownerOfNew,
    })
  }

  signalled(executionId: string, result: SignalResult): void {
    if (result === 'woken') {
      if (this.#deps.runs) this.#deps.localQueue.enqueue({ id: executionId })
      else this.#deps.workNotifier.notify()
    } else if (result === 'noted') this.#underWay.get(executionId)?.run?.notice()
  }

  /**
   * Ends an execution as cancelled: at once and for good, whoever runs it. Undefined when the account has no such
   * execution, false when it had ended before. Call `cancelled` once the transaction is committed.
   */
  cancel(tx: Transaction, account: AccountId, id: string): Promise<boolean | undefined> {
    const at = this.#deps.clock.now()
    const message = 'The execution was cancelled.'
    const log: ExecutionLog = { at, level: 'warn', message, node_id: null }
    const error = { code: 'CANCELLED', message, node_id: null }
    return this.#deps.intake.cancel(tx, { account, id, at, error, log })
  }

  /** Whoever runs it elsewhere learns of it with its next checkpoint, or the next beat. */
  cancelled(id: string): void {
    this.#underWay.get(id)?.run?.abandon()
    this.#ends.notify(id)
    this.#progress.notify(id)
    // The execution that waits for it, if any, is due now.
    this.#claims.look()
    this.#deps.workNotifier.notify()
  }

  /** Resolves when the execution ended, the time is over, or the signal fires. The caller reads what became of it. */
  async waitForEnd(account: AccountId, id: string, ms: number, signal: AbortSignal): Promise<void> {
    if (this.#deps.alone) return await this.#ends.wait(id, ms, signal)
    const { endPollMs } = this.#intervals
    let pause = Math.min(FIRST_END_POLL_MS, endPollMs)
    for (let left = ms; left > 0 && !signal.aborted && !this.#ends.isReleased; left -= pause) {
      if (left < ms) pause = Math.min(pause * 2, endPollMs)
      await this.#ends.wait(id, Math.min(left, pause), signal)
      const execution = await this.#deps.executions.find(account, id)
      if (execution?.completedAt !== null) return
    }
  }

  /** Resolves when something may have been written of the execution, the time is over, or the signal fires. */
  waitForProgress(id: string, ms: number, signal: AbortSignal): Promise<void> {
    return this.#progress.wait(id, this.#deps.alone ? ms : Math.min(ms, this.#intervals.endPollMs), signal)
  }

  /** Nobody is to wait any more: the process stops. */
  get isReleasing(): boolean {
    return this.#progress.isReleased
  }

  /** Nobody waits any longer than this: called when the process begins to stop. */
  releaseWaiting(): void {
    this.#ends.releaseAll()
    this.#progress.releaseAll()
  }

  get #ownerOfNew(): string {
    return this.#deps.runs ? this.owner : UNOWNED
  }

  #toNew({ id, account, workflowId, input, triggerNodeId = null }: WantedExecution): NewExecution {
    const startedAt = this.#deps.clock.now()
    return {
      id: id ?? this.#deps.ids.next(startedAt),
      accountId: account,
      workflowId,
      startedAt,
      input,
      owner: this.#ownerOfNew,
      triggerNodeId,
    }
  }

  /** On the version that the workflow most likely still has. A process that only accepts plays nothing. */
  #runInline(execution: NewExecution): InlineRun | undefined {
    if (!this.#deps.runs) return undefined
    const version = this.#versions.peekLatest(execution.accountId, execution.workflowId)
    return runInline(execution, version, this.#runDeps)
  }

  #wakeChildren(children: readonly NewExecutionOnVersion[]): void {
    for (const child of children) this.#deps.localQueue.enqueue({ id: child.id })
  }

  async #handle(wakeup: DueExecution): Promise<void> {
    const known = this.#underWay.get(wakeup.id)
    if (known !== undefined) {
      known.again = true
      return
    }
    const underWay: UnderWay = { run: undefined, again: false }
    this.#underWay.set(wakeup.id, underWay)
    try {
      await this.#proceed(wakeup, underWay)
    } catch (error) {
      this.#deps.log.error(
        { err: error, execution_id: wakeup.id },
        'an execution could not go on; it will be tried again',
      )
      this.#deps.scheduler.after(RETRY_AFTER_FAILURE_MS, () =>
        this.#deps.localQueue.enqueue({ id: wakeup.id }),
      )
    } finally {
      this.#underWay.delete(wakeup.id)
      if (underWay.again) this.#deps.localQueue.enqueue({ id: wakeup.id })
      this.#claims.lookIfShort()
    }
  }

  /** Whether the run may go on now. */
  async #admit(open: OpenExecution, version: CompiledVersion, concurrency: Concurrency): Promise<boolean> {
    const { kind, replaced } = await requestSlot(this.#deps, open, version, concurrency)
    for (const id of replaced) this.cancelled(id)
    if (kind === 'dropped') {
      this.#ends.notify(open.id)
      this.#progress.notify(open.id)
    }
    return kind === 'admitted'
  }

  /** A place became free: who waited for it is due now, and nobody's. */
  #lookForNext(): void {
    this.#claims.look()
    this.#deps.workNotifier.notify()
  }

  async #proceed(wakeup: DueExecution, underWay: UnderWay): Promise<void> {
    const { journal, log } = this.#deps
    const open = wakeup.fresh ?? (await journal.load(wakeup.id, this.owner))
    if (open === undefined) return
    const version =
      this.#versions.peek(open.versionId) ?? (await this.version(open.accountId, open.versionId))
    const concurrency = concurrencyOf(open, version)
    if (concurrency !== undefined && !(await this.#admit(open, version, concurrency))) return
    const run = new Run(open, version, this.#runDeps)
    underWay.run = run
    const outcome = await run.proceed()
    if (outcome.kind === 'lost') {
      log.warn({ execution_id: open.id }, 'an execution was ended or taken over elsewhere')
      this.#ends.notify(open.id)
    } else if (outcome.kind === 'ended') {
      this.#ends.notify(open.id)
      // The execution that waited for this one is due now, and nobody's.
      if (open.parent !== null) this.#claims.look()
      if (concurrency !== undefined) this.#lookForNext()
    } else if (outcome.kind === 'handed-over') this.#deps.workNotifier.notify()
    else if (outcome.kind === 'parked' && outcome.dueAt !== undefined) this.#timers.expect(outcome.dueAt)
  }
}

function asAccepted(due: OpenExecution): Accepted {
  return { id: due.id, startedAt: due.startedAt, due }
}

/** Sub-workflows run within the place of their caller: one that waited for its own might never get it. */
function concurrencyOf(open: OpenExecution, version: CompiledVersion): Concurrency | undefined {
  if (version.concurrency.size === 0 || open.depth > 0) return undefined
  const { trigger } = version.rootsOf(open.triggerNodeId)
  return trigger === undefined ? undefined : version.concurrency.get(trigger)
}
