import type { ExecutionTrigger } from '@millrace/contract/execution-list.ts'
import {
  type AccountId,
  type Execution,
  isResult,
  type JournalEntry,
  type JsonObject,
  type NewExecution,
  NotStorable,
  openedOn,
  type OpenExecution,
  UNOWNED,
  withoutVars,
} from '#domain/index.ts'
import type {
  Clock,
  ExecutionIntake,
  Ids,
  LocalQueue,
  Transaction,
  Transactions,
  WorkNotifier,
} from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { NO_VARS } from '../compile/variable-reads.ts'
import type { VersionCache } from '../compile/version-cache.ts'
import { type EndedExecution, endedBy } from '../run/endings.ts'
import type { InlineRuns } from '../run/inline-run.ts'
import type { Turns } from '../turns/turns.ts'
import type { EarlyRuns } from './early-runs.ts'
import type { RunVariables } from './run-variables.ts'

/** An execution that is stored. */
export interface Accepted {
  readonly id: string
  readonly versionId: string
  readonly startedAt: number
  /** True when it was stored together with its end. */
  readonly isEnded: boolean
  /** What was stored, if it has ended. */
  readonly ended?: EndedExecution
  /** All results of a run that was stored together with its end. */
  readonly journal?: readonly JournalEntry[]
}

/** An execution that a caller asks for. */
export interface ExecutionRequest {
  /** Given when the caller has to know the id before. */
  readonly id?: string
  readonly account: AccountId
  readonly workflowId: string
  readonly input: JsonObject
  /** What starts it; defaults to `api`. */
  readonly trigger?: ExecutionTrigger
  /** The trigger that fired; null for a run by API or by hand. */
  readonly triggerNodeId?: string | null
  /** The caller waits for the end. */
  readonly isAwaited?: boolean
}

/** What a repeated execution runs on, and the results that it keeps. */
export interface RepeatOptions {
  readonly versionId: string
  readonly steps: readonly JournalEntry[]
}

export interface AcceptanceDeps {
  readonly intake: ExecutionIntake
  readonly transactions: Pick<Transactions, 'afterCommit'>
  readonly localQueue: LocalQueue
  readonly workNotifier: WorkNotifier
  readonly clock: Clock
  readonly ids: Ids
  readonly turns: Turns
  readonly owner: string
  readonly runs: boolean
  readonly versions: VersionCache
  readonly variables: RunVariables
  readonly inlineRuns: InlineRuns
  readonly earlyRuns: EarlyRuns
  /** Whether the process can start another run now. */
  hasCapacity(): boolean
}

/** Stores new executions, and lets those run whose result may be stored with them. */
export class Acceptance {
  readonly #deps: AcceptanceDeps

  constructor(deps: AcceptanceDeps) {
    this.#deps = deps
  }

  /** Undefined when the account has no such workflow. */
  async accept(request: ExecutionRequest, tx?: Transaction): Promise<Accepted | undefined> {
    const { intake } = this.#deps
    const execution = this.#toNew(request)
    if (tx !== undefined) return this.#opened(await intake.accept(execution, tx), tx)
    const { turns, variables, inlineRuns } = this.#deps
    const account = execution.accountId
    const store = () => intake.accept(execution)
    const storeAfterSlice = async () => this.#opened(await turns.afterSlice(account, store), undefined)
    const version = this.#versionForNew(execution)
    if (version === undefined)
      return turns.mustRest(account) ? storeAfterSlice() : this.#opened(await store(), undefined)
    const readsVars = version.vars !== NO_VARS
    const vars = readsVars ? await variables.read(account, version) : {}
    const hasTurn = version.isInstant && !turns.isFreeFor(account)
    if (hasTurn) await turns.next(account)
    // Meanwhile, others may have taken their turn, or the workflow was edited.
    if (hasTurn || readsVars) {
      const current = hasTurn ? this.#latestVersion(execution) : this.#versionForNew(execution)
      if (current !== version) return storeAfterSlice()
    }
    if (!version.isInstant) return this.#runEarly(execution, version, vars, request.isAwaited === true)
    const inline = inlineRuns.compute(execution, version, vars, hasTurn)
    if (inline === undefined) return storeAfterSlice()
    const { versionId, end } = inline
    const stored = await turns
      .afterSlice(account, () => intake.acceptWith(execution, versionId, end))
      .catch((error: unknown) => {
        // It runs once more, as an ordinary run, which says so at its end.
        if (error instanceof NotStorable) return store()
        throw error
      })
    if (stored !== 'stored') return this.#opened(stored, undefined)
    const ended = endedBy(openedOn(execution, versionId), end.next, end.logs)
    return {
      id: execution.id,
      versionId,
      startedAt: execution.startedAt,
      isEnded: true,
      ended,
      journal: end.steps,
    }
  }

  /** Accepts many, with the result of each. */
  async acceptAll(
    tx: Transaction,
    requests: readonly ExecutionRequest[],
  ): Promise<readonly (Accepted | undefined)[]> {
    const stored = await this.#deps.intake.acceptAll(
      tx,
      requests.map((request) => this.#toNew(request)),
    )
    return stored.map((open) => open && this.#accepted(open, tx))
  }

  /** Runs a test version that is stored in the same transaction. */
  async acceptTest(tx: Transaction, request: ExecutionRequest, versionId: string): Promise<Accepted> {
    const open = await this.#deps.intake.acceptOnVersion(tx, {
      ...this.#toNew(request),
      versionId,
      depth: 0,
      parent: null,
      retryOf: null,
      steps: [],
    })
    return this.#accepted(open, tx)
  }

  /** Runs an execution that ended once more, as a new one that keeps `steps` of its journal. */
  async repeat(tx: Transaction, original: Execution, options: RepeatOptions): Promise<Accepted> {
    const startedAt = this.#deps.clock.now()
    const open = await this.#deps.intake.acceptOnVersion(tx, {
      id: this.#deps.ids.next(startedAt),
      accountId: original.accountId,
      workflowId: original.workflowId,
      startedAt,
      input: original.input,
      owner: this.ownerOfNew,
      trigger: 'retry',
      triggerNodeId: original.triggerNodeId,
      depth: 0,
      parent: null,
      retryOf: original.id,
      ...options,
      // It is a run of its own: often a variable was corrected before it.
      steps: options.steps
        .map(withoutVars)
        .map((entry) => (isResult(entry) ? { ...entry, reused: true } : entry)),
    })
    return this.#accepted(open, tx)
  }

  /** Unowned executions are claimed by a process that runs some. */
  get ownerOfNew(): string {
    return this.#deps.runs ? this.#deps.owner : UNOWNED
  }

  #toNew(request: ExecutionRequest): NewExecution {
    const { id, account, workflowId, input, trigger = 'api', triggerNodeId = null } = request
    const startedAt = this.#deps.clock.now()
    return {
      id: id ?? this.#deps.ids.next(startedAt),
      accountId: account,
      workflowId,
      startedAt,
      input,
      owner: this.ownerOfNew,
      trigger,
      triggerNodeId,
    }
  }

  /**
   * The version on which a run may start before it is stored. An instant one starts now, or when its account gets its turn: if that comes
   * soon, it takes less time than storing it twice.
   */
  #versionForNew(execution: NewExecution): CompiledVersion | undefined {
    const { turns, inlineRuns } = this.#deps
    const version = this.#latestVersion(execution)
    if (version === undefined) return undefined
    const isFree = turns.isFreeFor(execution.accountId)
    if (!version.isInstant) return isFree ? version : undefined
    if (!isFree && !turns.comesSoonFor(execution.accountId)) return undefined
    return inlineRuns.isTried(version) ? version : undefined
  }

  /** The version that the workflow most likely still has, if this process can run it. */
  #latestVersion({ accountId, workflowId }: NewExecution): CompiledVersion | undefined {
    const { runs, hasCapacity, versions } = this.#deps
    // A process that only accepts runs nothing.
    if (!runs || !hasCapacity()) return undefined
    const version = versions.peekLatest(accountId, workflowId)
    return version?.concurrency.size === 0 ? version : undefined
  }

  async #runEarly(
    execution: NewExecution,
    version: CompiledVersion,
    vars: JsonObject,
    isAwaited: boolean,
  ): Promise<Accepted | undefined> {
    const acceptance = await this.#deps.earlyRuns.begin(execution, version, vars, isAwaited)
    if (acceptance === undefined) return undefined
    if (acceptance.kind === 'due') return this.#opened(acceptance.open, undefined)
    const { id, startedAt } = execution
    const accepted = { id, versionId: version.id, startedAt }
    if (acceptance.kind === 'running') return { ...accepted, isEnded: false }
    const { ended, journal } = acceptance
    return { ...accepted, isEnded: true, ended, journal }
  }

  #opened(open: OpenExecution | undefined, tx: Transaction | undefined): Accepted | undefined {
    if (open === undefined) return undefined
    this.#deps.versions.note(open.accountId, open.workflowId, open.versionId)
    return this.#accepted(open, tx)
  }

  #accepted(open: OpenExecution, tx: Transaction | undefined): Accepted {
    const enqueue = () => {
      if (open.owner === UNOWNED) this.#deps.workNotifier.notify()
      else this.#deps.localQueue.enqueue({ id: open.id, fresh: open })
    }
    if (tx === undefined) enqueue()
    else this.#deps.transactions.afterCommit(tx, enqueue)
    return { id: open.id, versionId: open.versionId, startedAt: open.startedAt, isEnded: false }
  }
}
