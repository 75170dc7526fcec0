import type { BulkRun as PresentedBulkRun } from '@millrace/contract/bulk-run.ts'
import { MAX_BULK_RUN } from '@millrace/contract/limits.ts'
import { FAILURE_TREND_LENGTH, type Failure as PresentedFailure } from '@millrace/contract/failure.ts'
import { type CursorMeta, MAX_LIMIT } from '@millrace/contract/paging.ts'
import type { Period } from '@millrace/contract/statistics.ts'
import {
  type AccountId,
  type BulkRun,
  conflict,
  type Failure,
  HOUR_MS,
  isUuid,
  notFound,
} from '#domain/index.ts'
import { PositionCursor } from '#http/index.ts'
import type { FailurePosition, FailureQuery, Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { presentBulkRun, presentFailure } from './failure-presenter.ts'
import { startOfPeriod } from './statistics-presenter.ts'

const MAX_SAMPLES = 5

/** All pages cover the period before the moment at which the first was read. */
interface PagePosition extends FailurePosition {
  readonly now: number
}

export const failureCursor = new PositionCursor<PagePosition>({
  write: ({ now, newestId, count, lastId }) => [now, newestId, count, lastId].join(' '),
  read(text) {
    const [, now, newestId = '', count, lastId = ''] =
      /^(\d{1,15}) (\S{36}) (\d{1,15}) (\S{36})$/.exec(text) ?? []
    if (!isUuid(newestId) || !isUuid(lastId)) return undefined
    return { now: Number(now), newestId, count: Number(count), lastId }
  },
})

interface WantedFailures extends Pick<FailureQuery, 'workflowId' | 'isIgnored'> {
  readonly period: Period
  readonly cursor?: string
  readonly limit?: number
}

/** Failures by cause: listing, ignoring, and resuming all of them. */
export class FailureService {
  readonly #deps: FeatureDeps

  constructor(deps: FeatureDeps) {
    this.#deps = deps
  }

  async list(
    account: AccountId,
    { period, cursor, limit: wanted = MAX_LIMIT, ...filter }: WantedFailures,
  ): Promise<{ data: PresentedFailure[]; meta: CursorMeta }> {
    const { store, clock } = this.#deps
    const { after, limit } = failureCursor.read({ ...(cursor !== undefined && { cursor }), limit: wanted })
    const now = after?.now ?? clock.now()
    const query = { ...periodOf(period, now), ...filter, after, limit: limit + 1 }
    const found = await store.failures.list(account, query)
    const rows = found.map((failure) => ({ failure, position: { ...failure.position, now } }))
    const { items, meta } = failureCursor.page(limit, rows)
    const failures = items.map(({ failure }) => failure)
    return { data: await this.#present(account, failures), meta }
  }

  async ignore(
    tx: Transaction,
    account: AccountId,
    id: string,
    wanted: { readonly ignored: boolean; readonly hours?: number | undefined },
  ): Promise<PresentedFailure> {
    const { store, clock } = this.#deps
    const failure = await this.#find(account, id)
    const versionId = (await store.workflows.currentVersion(account, failure.workflowId)) ?? null
    const period =
      wanted.hours === undefined
        ? { until: null, versionId }
        : { until: clock.now() + wanted.hours * HOUR_MS, versionId: null }
    const ignored = wanted.ignored ? period : null
    await store.failures.ignore(tx, account, id, ignored)
    const [presented] = await this.#present(account, [{ ...failure, ignored }])
    if (presented === undefined) throw notFound('failure')
    return presented
  }

  async resume(
    tx: Transaction,
    account: AccountId,
    id: string,
    wanted: { readonly period: Period; readonly version: BulkRun['version'] },
  ): Promise<PresentedBulkRun> {
    const { store, clock, ids } = this.#deps
    const { workflowId, message: cause } = await this.#find(account, id)
    const now = clock.now()
    const run: BulkRun = {
      id: ids.next(now),
      accountId: account,
      kind: 'resume',
      failureId: id,
      workflowId,
      cause,
      version: wanted.version,
      status: 'trying',
      excluded: [],
      trialExecutionId: null,
      message: null,
      createdAt: now,
      endedAt: null,
      finalProgress: null,
    }
    const from = startOfPeriod(wanted.period, now)
    const total = await store.bulkRuns.insert(tx, run, { from, limit: MAX_BULK_RUN })
    if (total === undefined)
      throw conflict('These executions are being resumed already. Wait for that, or stop it.')
    if (total === 0) throw conflict('There is nothing to resume: no execution of this period is left.')
    return presentBulkRun(run, await store.bulkRuns.progress(run, tx))
  }

  async #find(account: AccountId, id: string): Promise<Failure> {
    const { store, clock } = this.#deps
    const query = { ...periodOf('30d', clock.now()), id, limit: 1 }
    const [found] = await store.failures.list(account, query)
    if (found === undefined) throw notFound('failure')
    return found
  }

  async #present(account: AccountId, failures: readonly Failure[]): Promise<PresentedFailure[]> {
    const { store } = this.#deps
    const ids = failures.map(({ id }) => id)
    const samples = await store.failures.samples(account, ids, MAX_SAMPLES)
    const bulkRuns = await store.bulkRuns.latest(account, ids)
    const versions = failures.flatMap(({ ignored }) => ignored?.versionId ?? [])
    const labels = await store.versions.labels(account, versions)
    return Promise.all(
      failures.map(async (failure) => {
        const bulkRun = bulkRuns.get(failure.id)
        return presentFailure(failure, {
          samples: samples.get(failure.id) ?? [],
          versionNumber: labels.get(failure.ignored?.versionId ?? '')?.number ?? null,
          bulkRun:
            bulkRun === undefined ? null : presentBulkRun(bulkRun, await store.bulkRuns.progress(bulkRun)),
        })
      }),
    )
  }
}

function periodOf(period: Period, now: number): Pick<FailureQuery, 'now' | 'from' | 'parts'> {
  return { now, from: startOfPeriod(period, now), parts: FAILURE_TREND_LENGTH }
}
