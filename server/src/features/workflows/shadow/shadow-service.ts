import {
  MAX_SHADOW_RUNS,
  type ShadowReport,
  type ShadowRequest,
  type ShadowRun,
} from '@millrace/contract/workflow-shadow.ts'
import {
  type AccountId,
  AppError,
  type Definition,
  type Execution,
  type ExecutionOverview,
  isFinal,
  notFound,
} from '#domain/index.ts'
import type { CompiledVersion, RunEnd, ShadowRuns } from '#engine/index.ts'
import type { Clock, Store } from '#ports/index.ts'
import { findWorkingCopy } from '../../executions/working-copy-runs.ts'
import { readJournal } from './read-journal.ts'
import { refuseUntriedCode } from './refuse-untried-code.ts'
import { OutputBudget, presentShadowRun, presentUntried } from './shadow-presenter.ts'

/** A request tries no further run after this time; the client asks for the rest. */
const MAX_REQUEST_MS = 4_000
const MAX_RUN_MS = 10_000
/** Characters of recorded data of one run. */
const MAX_RUN_SIZE = 8 * 1024 * 1024
/** Runs that one request looks through for those that can be tried. */
const MAX_SCANNED = 200
/** Requests of one account at the same time, in this process. */
const MAX_CONCURRENT = 2
const RETRY_AFTER_SECONDS = 5

export interface ShadowServiceDeps {
  readonly store: Pick<Store, 'executions' | 'workflows' | 'drafts' | 'variables'>
  readonly clock: Clock
  readonly shadow: ShadowRuns
}

export interface ShadowCall {
  readonly account: AccountId
  readonly workflowId: string
  readonly request: ShadowRequest
  /** The run to continue after. */
  readonly before: string | undefined
  readonly signal: AbortSignal
}

export interface ShadowPage extends ShadowReport {
  /** The last run that was looked at; undefined when nothing is left to try. */
  readonly last: string | undefined
}

/** Tries the working copy of a workflow on past runs. It only reads. */
export class ShadowService {
  readonly #deps: ShadowServiceDeps
  readonly #running = new Map<AccountId, number>()

  constructor(deps: ShadowServiceDeps) {
    this.#deps = deps
  }

  async report(call: ShadowCall): Promise<ShadowPage> {
    const { account } = call
    const running = this.#running.get(account) ?? 0
    if (running >= MAX_CONCURRENT) {
      throw new AppError(
        'RATE_LIMITED',
        `This account already tries working copies on past runs ${MAX_CONCURRENT} times at once. Wait for one of them to end and try again.`,
        { retry_after_seconds: RETRY_AFTER_SECONDS },
      )
    }
    this.#running.set(account, running + 1)
    try {
      return await this.#report(call)
    } finally {
      const left = (this.#running.get(account) ?? 1) - 1
      if (left === 0) this.#running.delete(account)
      else this.#running.set(account, left)
    }
  }

  async #report(call: ShadowCall): Promise<ShadowPage> {
    const { account, workflowId, request, signal } = call
    const { store, clock, shadow } = this.#deps
    const found = await findWorkingCopy(store, account, workflowId)
    if (found === undefined) throw notFound('workflow')
    const { nodes, edges, variables }: Definition = found
    const draft = await shadow.compile(account, workflowId, { nodes, edges, variables })
    const { runs: chosen, last } = await this.#choose(call)
    const budget = new OutputBudget(request.data === true)
    const startedAt = clock.now()
    const runs: ShadowRun[] = []
    for (const run of chosen) {
      const isLate = runs.length > 0 && clock.now() - startedAt > MAX_REQUEST_MS
      if (signal.aborted || (isLate && request.execution_ids === undefined)) {
        return { ...summarize(runs), last: runs.at(-1)?.execution_id }
      }
      const tried = await this.#tryRun(run, draft, { account, signal, budget, isLate })
      if (tried !== undefined) runs.push(tried)
    }
    return { ...summarize(runs), last }
  }

  /** The runs of one response, and where the next one continues. */
  async #choose({ account, workflowId, request, before }: ShadowCall): Promise<{
    readonly runs: readonly ExecutionOverview[]
    readonly last: string | undefined
  }> {
    const { executions } = this.#deps.store
    if (request.execution_ids !== undefined) {
      const runs: ExecutionOverview[] = []
      for (const id of new Set(request.execution_ids.map((one) => one.toLowerCase()))) {
        const run = await executions.overview(account, id)
        if (run?.workflowId !== workflowId || !canTry(run)) throw notFound('ended run of this workflow')
        runs.push(run)
      }
      return { runs, last: undefined }
    }
    const count = request.count ?? MAX_SHADOW_RUNS
    const wanted = Math.min(count, MAX_SHADOW_RUNS)
    const filter = { workflowId, status: undefined, from: undefined, to: undefined }
    const listed = await executions.listAll(account, filter, { before, limit: MAX_SCANNED + 1 })
    const runs = listed.slice(0, MAX_SCANNED).filter(canTry)
    const chosen = runs.slice(0, wanted)
    // What is left is only asked for if it is wanted and there is some.
    const isLast = chosen.length === count || (runs.length <= wanted && listed.length <= MAX_SCANNED)
    const scanned = runs.length > wanted ? chosen : listed.slice(0, MAX_SCANNED)
    return { runs: chosen, last: isLast ? undefined : scanned.at(-1)?.id }
  }

  /** Undefined when the run was deleted meanwhile. */
  async #tryRun(
    run: ExecutionOverview,
    draft: CompiledVersion,
    options: {
      readonly account: AccountId
      readonly signal: AbortSignal
      readonly budget: OutputBudget
      readonly isLate: boolean
    },
  ): Promise<ShadowRun | undefined> {
    const { account, signal, budget, isLate } = options
    const { store, shadow } = this.#deps
    const execution = await store.executions.find(account, run.id)
    if (execution === undefined) return undefined
    const untried = (result: 'changed' | 'failed', message: string) =>
      presentUntried(run, { result, message, before: endOf(execution) }, budget)
    if (isLate) return untried('failed', 'Trying the other runs took too long. Ask for this run alone.')
    const { triggerNodeId } = execution
    if (triggerNodeId !== null && draft.rootsOf(triggerNodeId).trigger !== triggerNodeId) {
      const message = `The working copy does not have the trigger "${triggerNodeId}", so this run would not start.`
      return untried('changed', message)
    }
    const entries = await readJournal(store.executions, { account, id: run.id }, MAX_RUN_SIZE)
    if (entries === undefined) {
      return untried('failed', `The run has more than ${MAX_RUN_SIZE / 1024 / 1024} MiB of recorded data.`)
    }
    const limited = AbortSignal.any([signal, AbortSignal.timeout(MAX_RUN_MS)])
    const vars = await store.variables.read(account, draft.vars)
    const tried = await shadow.run({ execution, entries, vars }, draft, limited)
    refuseUntriedCode(tried, draft)
    if (tried.isAborted) {
      return untried('failed', `Trying this run took longer than ${MAX_RUN_MS / 1000} seconds.`)
    }
    return presentShadowRun(run, tried, budget)
  }
}

/** Only runs of real inputs that have ended: runs of the working copy are somebody's own tests. */
function canTry({ status, versionNumber }: ExecutionOverview): boolean {
  return isFinal(status) && versionNumber !== null
}

function endOf({ status, output, error }: Execution): RunEnd {
  return { status: status === 'completed' ? 'completed' : 'failed', output, error }
}

function summarize(runs: readonly ShadowRun[]): ShadowReport {
  const totals = { same: 0, changed: 0, unknown: 0, failed: 0 }
  for (const { result } of runs) totals[result] += 1
  return { runs: [...runs], totals }
}
