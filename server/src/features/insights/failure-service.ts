import type { BulkRun as PresentedBulkRun } from '@millrace/contract/bulk-run.ts'
import { MAX_BULK_RUN } from '@millrace/contract/limits.ts'
import { FAILURE_TREND_LENGTH, type Failure as PresentedFailure } from '@millrace/contract/failure.ts'
import type { Period } from '@millrace/contract/statistics.ts'
import { type AccountId, type BulkRun, conflict, type Failure, HOUR_MS, notFound } from '#domain/index.ts'
import type { FailureQuery, Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { presentBulkRun, presentFailure } from './failure-presenter.ts'
import { startOfPeriod } from './statistics-presenter.ts'

const MAX_FAILURES = 100
const MAX_SAMPLES = 5

/** Failures by cause: listing, ignoring, and resuming all of them. */
export class FailureService {
  readonly #deps: FeatureDeps

  constructor(deps: FeatureDeps) {
    this.#deps = deps
  }

  async list(
    account: AccountId,
    period: Period,
    wanted: Pick<FailureQuery, 'workflowId' | 'isIgnored'>,
  ): Promise<PresentedFailure[]> {
    const { store } = this.#deps
    const found = await store.failures.list(account, { ...this.#query(period), ...wanted })
    return this.#present(account, found)
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

  #query(period: Period): Pick<FailureQuery, 'now' | 'from' | 'parts' | 'limit'> {
    const now = this.#deps.clock.now()
    return { now, from: startOfPeriod(period, now), parts: FAILURE_TREND_LENGTH, limit: MAX_FAILURES }
  }

  async #find(account: AccountId, id: string): Promise<Failure> {
    const [found] = await this.#deps.store.failures.list(account, { ...this.#query('30d'), id })
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
