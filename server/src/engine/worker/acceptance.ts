import type { ExecutionTrigger } from '@millrace/contract/execution-list.ts'
import {
  type AccountId,
  type Execution,
  isResult,
  type JournalEntry,
  type JsonObject,
  type NewExecution,
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
  readonly startedAt: number
  /** True when it was stored together with its end. */
  readonly isEnded: boolean
  /** What was stored, if it has ended. */
  readonly ended?: EndedExecution
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

const NONE: JsonObject = {}

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
    const version = this.#versionForNew(execution)
    if (version === undefined) return this.#opened(await intake.accept(execution), undefined)
    const { turns, variables, inlineRuns } = this.#deps
    let vars = NONE
    if (version.vars !== NO_VARS) vars = await variables.read(execution.accountId, version)
    const hasTurn = version.isInstant && !turns.isFreeFor(execution.accountId)
    if (hasTurn) await turns.next(execution.accountId)
    // Meanwhile, others may have taken their turn, or the workflow was edited.
    if ((vars !== NONE || hasTurn) && this.#versionForNew(execution) !== version)
      return this.#opened(await intake.accept(execution), undefined)
    if (!version.isInstant) return this.#runEarly(execution, version, vars, request.isAwaited === true)
    const inline = inlineRuns.compute(execution, version, vars, hasTurn)
    const afterSlice = <T>(store: () => Promise<T>) => turns.afterSlice(execution.accountId, store)
    if (inline === undefined) return this.#opened(await afterSlice(() => intake.accept(execution)), undefined)
    const { versionId, end } = inline
    const stored = await afterSlice(() => intake.acceptWith(execution, versionId, end))
    if (stored !== 'stored') return this.#opened(stored, undefined)
    const ended = endedBy(openedOn(execution, versionId), end.next, end.logs)
    return { id: execution.id, startedAt: execution.startedAt, isEnded: true, ended }
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
   * The version that the workflow most likely still has, if a run of it may start before it is stored: now, or when its account gets
   * its turn, which takes less time than storing it twice. A process that only accepts runs nothing.
   */
  #versionForNew({ accountId, workflowId }: NewExecution): CompiledVersion | undefined {
    const { runs, hasCapacity, turns, versions } = this.#deps
    if (!runs || !hasCapacity() || !(turns.isFreeFor(accountId) || turns.comesSoonFor(accountId)))
      return undefined
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
    return acceptance.kind === 'ended'
      ? { id, startedAt, isEnded: true, ended: acceptance.ended }
      : { id, startedAt, isEnded: false }
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
    return { id: open.id, startedAt: open.startedAt, isEnded: false }
  }
}
