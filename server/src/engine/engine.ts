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
  NOBODY,
  type OpenExecution,
  type Signal,
} from '#domain/index.ts'
import type {
  Clock,
  Doorbell,
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
  Wakeup,
  Wakeups,
  WorkflowStore,
} from '#ports/index.ts'
import { askForPlace } from './worker/admission.ts'
import { Claims } from './worker/claims.ts'
import { type CompiledVersion, compileVersion } from './compile/compile-version.ts'
import type { Concurrency } from './compile/read-concurrency.ts'
import { type RunLimits, USUAL_LIMITS } from './run/run-limits.ts'
import { type Pace, PACE_ALONE, USUAL_PACE } from './worker/poll-intervals.ts'
import { type Played, playThrough } from './run/inline-run.ts'
import { ProgressWatch } from './worker/progress-watch.ts'
import { Recovery } from './worker/recovery.ts'
import { Run } from './run/run.ts'
import type { RunParts } from './run/run-context.ts'
import { Timers } from './worker/timers.ts'
import { VersionCache } from './compile/version-cache.ts'

export interface EngineParts {
  readonly executions: Pick<ExecutionQueries, 'find'>
  readonly intake: ExecutionIntake
  readonly journal: ExecutionJournal
  readonly claims: ExecutionClaims
  readonly workflows: WorkflowStore
  readonly heartbeats: HeartbeatStore
  readonly wakeups: Wakeups
  readonly doorbell: Doorbell
  readonly catalogue: NodeCatalogue
  readonly clock: Clock
  /** One clock for all who share the store; their own may differ. The own one, unless told. */
  agreedTime?(): Promise<number>
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
  readonly pace?: Partial<Pace>
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
const FIRST_LOOK_FOR_END_MS = 20

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
  readonly #parts: EngineParts
  readonly #runParts: RunParts
  readonly #pace: Pace
  readonly #versions: VersionCache
  readonly #ends: ProgressWatch
  readonly #progress: ProgressWatch
  readonly #recovery: Recovery
  readonly #timers: Timers
  readonly #claims: Claims
  readonly #underWay = new Map<string, UnderWay>()

  constructor(parts: EngineParts) {
    this.#parts = parts
    const owner = parts.ids.next(parts.clock.now())
    this.owner = owner
    this.#versions = new VersionCache(parts.workflows, parts.catalogue)
    this.#ends = new ProgressWatch(parts.scheduler)
    this.#progress = new ProgressWatch(parts.scheduler)
    this.#runParts = {
      ...parts,
      limits: { ...USUAL_LIMITS, ...parts.limits },
      onChildren: (children) => this.#wakeChildren(children),
      onProgress: (id) => this.#progress.notify(id),
    }
    const wake = (id: string) => parts.wakeups.send({ id })
    const pace = { ...(parts.alone ? PACE_ALONE : USUAL_PACE), ...parts.pace }
    this.#pace = pace
    this.#recovery = new Recovery({
      ...parts,
      pace,
      owner,
      wake,
      isKnown: (id) => this.#underWay.has(id),
      underWay: () => [...this.#underWay].flatMap(([id, { run }]) => (run === undefined ? [] : [[id, run]])),
    })
    this.#timers = new Timers({ ...parts, pace, owner, wake })
    this.#claims = new Claims({
      ...parts,
      pace,
      owner,
      wake,
      room: () => MAX_UNDER_WAY - this.#underWay.size,
    })
  }

  /** Begins to run what is due, and takes up what earlier processes left. */
  async start(): Promise<void> {
    if (!this.#parts.runs) return
    this.#parts.wakeups.start((wakeup) => this.#handle(wakeup))
    await this.#recovery.start()
    await this.#timers.start()
    await this.#claims.start()
  }

  /** Begins nothing new; resolves when what is under way is written. What is left is taken up by the next process. */
  async stop(): Promise<void> {
    if (!this.#parts.runs) return
    const written = this.#parts.wakeups.stop()
    for (const { run } of this.#underWay.values()) run?.stop()
    await this.#claims.stop()
    await this.#timers.stop()
    await this.#recovery.stop()
    await written
    await this.#recovery.leave()
  }

  /** Undefined when the account has no such workflow. Call `wake` once the transaction is committed. */
  async accept(wanted: WantedExecution, tx?: Transaction): Promise<Accepted | undefined> {
    const { intake } = this.#parts
    const execution = this.#toNew(wanted)
    const { id, startedAt } = execution
    const played = tx === undefined ? this.#playThrough(execution) : undefined
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
    const stored = await this.#parts.intake.acceptAll(
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
    const startedAt = this.#parts.clock.now()
    const open = await this.#parts.intake.acceptOnVersion(tx, {
      id: this.#parts.ids.next(startedAt),
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
    if (due?.owner === NOBODY) this.#parts.doorbell.ring()
    else if (due !== undefined) this.#parts.wakeups.send({ id: due.id, fresh: due })
  }

  /** Everything that would keep a definition from running. */
  check(definition: Definition): readonly GraphProblem[] {
    return compileVersion({ id: '', workflowId: '', ...definition }, this.#parts.catalogue).problems
  }

  /** The version an execution runs on, made ready to run: what its journal means follows from it. */
  async version(account: AccountId, versionId: string): Promise<CompiledVersion> {
    const version = await this.#versions.get(account, versionId)
    if (version === undefined) throw new Error(`The version ${versionId} is gone.`)
    return version
  }

  /** Leaves a signal with an execution. Call `signalled` once the transaction is committed. */
  signal(tx: Transaction, executionId: string, signal: Omit<Signal, 'id' | 'at'>): Promise<SignalResult> {
    const at = this.#parts.clock.now()
    return this.#parts.intake.signal(tx, {
      executionId,
      signal: { ...signal, id: this.#parts.ids.next(at), at },
      owner: this.#ownerOfNew,
    })
  }

  signalled(executionId: string, result: SignalResult): void {
    if (result === 'woken') {
      if (this.#parts.runs) this.#parts.wakeups.send({ id: executionId })
      else this.#parts.doorbell.ring()
    } else if (result === 'noted') this.#underWay.get(executionId)?.run?.notice()
  }

  /**
   * Ends an execution as cancelled: at once and for good, whoever runs it. Undefined when the account has no such
   * execution, false when it had ended before. Call `cancelled` once the transaction is committed.
   */
  cancel(tx: Transaction, account: AccountId, id: string): Promise<boolean | undefined> {
    const at = this.#parts.clock.now()
    const message = 'The execution was cancelled.'
    const log: ExecutionLog = { at, level: 'warn', message, node_id: null }
    const error = { code: 'CANCELLED', message, node_id: null }
    return this.#parts.intake.cancel(tx, { account, id, at, error, log })
  }

  /** Whoever runs it elsewhere learns of it with its next checkpoint, or the next beat. */
  cancelled(id: string): void {
    this.#underWay.get(id)?.run?.abandon()
    this.#ends.notify(id)
    this.#progress.notify(id)
    // The execution that waits for it, if any, is due now.
    this.#claims.look()
    this.#parts.doorbell.ring()
  }

  /** Resolves when the execution ended, the time is over, or the signal fires. The caller reads what became of it. */
  async waitForEnd(account: AccountId, id: string, ms: number, signal: AbortSignal): Promise<void> {
    if (this.#parts.alone) return await this.#ends.wait(id, ms, signal)
    const { lookForEndMs } = this.#pace
    let pause = Math.min(FIRST_LOOK_FOR_END_MS, lookForEndMs)
    for (let left = ms; left > 0 && !signal.aborted && !this.#ends.isReleased; left -= pause) {
      if (left < ms) pause = Math.min(pause * 2, lookForEndMs)
      await this.#ends.wait(id, Math.min(left, pause), signal)
      const execution = await this.#parts.executions.find(account, id)
      if (execution?.completedAt !== null) return
    }
  }

  /** Resolves when something may have been written of the execution, the time is over, or the signal fires. */
  waitForProgress(id: string, ms: number, signal: AbortSignal): Promise<void> {
    return this.#progress.wait(id, this.#parts.alone ? ms : Math.min(ms, this.#pace.lookForEndMs), signal)
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
    return this.#parts.runs ? this.owner : NOBODY
  }

  #toNew({ id, account, workflowId, input, triggerNodeId = null }: WantedExecution): NewExecution {
    const startedAt = this.#parts.clock.now()
    return {
      id: id ?? this.#parts.ids.next(startedAt),
      accountId: account,
      workflowId,
      startedAt,
      input,
      owner: this.#ownerOfNew,
      triggerNodeId,
    }
  }

  /** On the version that the workflow most likely still has. A process that only accepts plays nothing. */
  #playThrough(execution: NewExecution): Played | undefined {
    if (!this.#parts.runs) return undefined
    const version = this.#versions.peekLatest(execution.accountId, execution.workflowId)
    return playThrough(execution, version, this.#runParts)
  }

  #wakeChildren(children: readonly NewExecutionOnVersion[]): void {
    for (const child of children) this.#parts.wakeups.send({ id: child.id })
  }

  async #handle(wakeup: Wakeup): Promise<void> {
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
      this.#parts.log.error(
        { err: error, execution_id: wakeup.id },
        'an execution could not go on; it will be tried again',
      )
      this.#parts.scheduler.after(RETRY_AFTER_FAILURE_MS, () => this.#parts.wakeups.send({ id: wakeup.id }))
    } finally {
      this.#underWay.delete(wakeup.id)
      if (underWay.again) this.#parts.wakeups.send({ id: wakeup.id })
      this.#claims.lookIfShort()
    }
  }

  /** Whether the run may go on now. */
  async #admit(open: OpenExecution, version: CompiledVersion, concurrency: Concurrency): Promise<boolean> {
    const { kind, replaced } = await askForPlace(this.#parts, open, version, concurrency)
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
    this.#parts.doorbell.ring()
  }

  async #proceed(wakeup: Wakeup, underWay: UnderWay): Promise<void> {
    const { journal, log } = this.#parts
    const open = wakeup.fresh ?? (await journal.load(wakeup.id, this.owner))
    if (open === undefined) return
    const version =
      this.#versions.peek(open.versionId) ?? (await this.version(open.accountId, open.versionId))
    const concurrency = concurrencyOf(open, version)
    if (concurrency !== undefined && !(await this.#admit(open, version, concurrency))) return
    const run = new Run(open, version, this.#runParts)
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
    } else if (outcome.kind === 'handed-over') this.#parts.doorbell.ring()
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
