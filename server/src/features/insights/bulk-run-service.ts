import type { BulkRunKind, BulkRunRequest, BulkRun as PresentedBulkRun } from '@millrace/contract/bulk-run.ts'
import { EXECUTION_STATUSES, type ExecutionStatus } from '@millrace/contract/execution.ts'
import type { ExecutionFilter } from '@millrace/contract/execution-list.ts'
import { MAX_BULK_RUN } from '@millrace/contract/limits.ts'
import {
  type AccountId,
  type BulkRun,
  findSkipReason,
  notFound,
  SKIPPED,
  type SkipReason,
  skipReasonOfStatus,
} from '#domain/index.ts'
import type { AllExecutionsFilter, ChosenItem, CursorRequest, Transaction } from '#ports/index.ts'
import { readFilter } from '../executions/inspect/read-filter.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { presentBulkRun } from './failure-presenter.ts'

/** Executions that cannot be resumed or cancelled are counted up to here, for each status. */
const MAX_EXCLUDED = 100_000

/** What a bulk run of chosen executions consists of. */
export interface Chosen {
  readonly items: readonly ChosenItem[]
  readonly excluded: readonly SkipReason[]
}

/** Bulk runs: resuming or cancelling chosen executions, progress, and stopping. */
export class BulkRunService {
  readonly #deps: FeatureDeps

  constructor(deps: FeatureDeps) {
    this.#deps = deps
  }

  /** Finds the executions of a request. Nothing is locked: each one is checked again when its turn comes. */
  choose(account: AccountId, { kind, execution_ids: ids, filter }: BulkRunRequest): Promise<Chosen> {
    return ids === undefined
      ? this.#chooseMatching(account, kind, filter ?? {})
      : this.#chooseNamed(account, kind, ids)
  }

  async create(
    tx: Transaction,
    account: AccountId,
    { kind, execution_ids: ids, filter, version = 'current' }: BulkRunRequest,
    { items, excluded }: Chosen,
  ): Promise<PresentedBulkRun> {
    const { store, clock, ids: newIds } = this.#deps
    const now = clock.now()
    const run: BulkRun = {
      id: newIds.next(now),
      accountId: account,
      kind,
      failureId: null,
      workflowId: filter?.workflow_id?.toLowerCase() ?? null,
      cause: ids === undefined ? describeFilter(filter ?? {}) : 'Chosen executions',
      version,
      status: 'running',
      excluded,
      trialExecutionId: null,
      message: null,
      createdAt: now,
      endedAt: null,
      finalProgress: null,
    }
    await store.bulkRuns.insertChosen(tx, run, items)
    return presentBulkRun(run, await store.bulkRuns.progress(run, tx))
  }

  async list(account: AccountId, request: CursorRequest): Promise<PresentedBulkRun[]> {
    const { bulkRuns } = this.#deps.store
    const runs = await bulkRuns.list(account, request)
    return Promise.all(runs.map(async (run) => presentBulkRun(run, await bulkRuns.progress(run))))
  }

  async read(account: AccountId, id: string, tx?: Transaction): Promise<PresentedBulkRun> {
    const { bulkRuns } = this.#deps.store
    const run = await bulkRuns.find(account, id, tx)
    if (run === undefined) throw notFound('bulk run')
    return presentBulkRun(run, await bulkRuns.progress(run, tx))
  }

  async stop(tx: Transaction, account: AccountId, id: string): Promise<PresentedBulkRun> {
    const { store, clock } = this.#deps
    if ((await store.bulkRuns.find(account, id, tx)) === undefined) throw notFound('bulk run')
    await store.bulkRuns.advance(tx, id, { from: ['trying', 'running'], to: 'stopped', at: clock.now() })
    return this.read(account, id, tx)
  }

  async #chooseNamed(account: AccountId, kind: BulkRunKind, named: readonly string[]): Promise<Chosen> {
    const ids = [...new Set(named.map((id) => id.toLowerCase()))]
    const found = await this.#deps.store.bulkRuns.candidates(account, ids)
    const known = new Map(found.map((candidate) => [candidate.id, candidate]))
    const items = ids.map((executionId) => {
      const candidate = known.get(executionId)
      return { executionId, message: candidate ? findSkipReason(kind, candidate) : SKIPPED.missing }
    })
    return { items, excluded: [] }
  }

  /** Only executions whose status fits become items. The others are counted, because there may be very many. */
  async #chooseMatching(account: AccountId, kind: BulkRunKind, wanted: ExecutionFilter): Promise<Chosen> {
    const { bulkRuns } = this.#deps.store
    const filter = readFilter(wanted)
    const ids: string[] = []
    const excluded: SkipReason[] = []
    for (const status of wanted.status === undefined ? EXECUTION_STATUSES : [wanted.status]) {
      const ofStatus: AllExecutionsFilter = { ...filter, status }
      const message = skipReasonOfStatus(kind, status)
      if (message === null) ids.push(...(await bulkRuns.matching(account, ofStatus, MAX_BULK_RUN)))
      else addReason(excluded, message, await bulkRuns.count(account, ofStatus, MAX_EXCLUDED))
    }
    const newest = ids.sort().slice(-MAX_BULK_RUN)
    const found = await bulkRuns.candidates(account, newest)
    const items = found.map((candidate) => ({
      executionId: candidate.id,
      message: findSkipReason(kind, candidate),
    }))
    return { items, excluded }
  }
}

function addReason(reasons: SkipReason[], message: string, count: number): void {
  if (count === 0) return
  const known = reasons.findIndex((reason) => reason.message === message)
  if (known < 0) reasons.push({ message, count })
  else reasons[known] = { message, count: (reasons[known]?.count ?? 0) + count }
}

const STATUS_NAMES: Readonly<Record<ExecutionStatus, string>> = {
  pending: 'Waiting',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
}

/** For the audit log: never the values that people typed. */
function describeFilter({ status }: ExecutionFilter): string {
  return status === undefined ? 'Executions that match a filter' : `${STATUS_NAMES[status]} executions`
}
