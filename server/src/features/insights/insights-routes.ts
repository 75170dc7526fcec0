import { createBulkRun, getBulkRun, listBulkRuns, stopBulkRun } from '@millrace/contract/bulk-run.ts'
import { listFailures, resumeFailure, updateFailure } from '@millrace/contract/failure.ts'
import { getStatistics } from '@millrace/contract/statistics.ts'
import {
  type Binding,
  checkCursor,
  commits,
  cursorPage,
  readCursor,
  reads,
  type RequestCheck,
  writes,
} from '#http/index.ts'
import { checkFilter } from '../executions/inspect/read-filter.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { inTransaction } from '../shared/in-transaction.ts'
import { timestampOrNull } from '../shared/timestamps.ts'
import { BulkRunService } from './bulk-run-service.ts'
import { failureCursor, FailureService } from './failure-service.ts'
import { hoursOf, presentCounts } from './statistics-presenter.ts'

const DEFAULT_PERIOD = '7d'
const MAX_OPEN = 10_000

/** What happened lately, and what to do about it. */
export function insightsRoutes(context: FeatureDeps): Binding[] {
  const { store, clock } = context
  const failures = new FailureService(context)
  const bulkRuns = new BulkRunService(context)

  return [
    reads(getStatistics, async ({ account, query }) => {
      const { period = DEFAULT_PERIOD } = query
      const workflowId = query.workflow_id?.toLowerCase()
      const now = clock.now()
      const { from, to, stepMs } = hoursOf(period, now)
      const [counts, open] = await Promise.all([
        // The period before it counts as well, for the comparison.
        store.runStatistics.counts(account, { workflowId, from: 2 * from - to, stepMs }),
        store.runStatistics.openRuns(account, workflowId, MAX_OPEN),
      ])
      return {
        data: {
          ...presentCounts(period, now, counts),
          open: {
            running: open.running,
            waiting: open.waiting,
            oldest_started_at: timestampOrNull(open.oldestStartedAt),
          },
        },
      }
    }),
    reads(
      listFailures,
      ({ account, query: { period = DEFAULT_PERIOD, workflow_id: workflowId, state, ...page } }) =>
        failures.list(account, {
          period,
          workflowId: workflowId?.toLowerCase(),
          isIgnored: state === 'ignored',
          ...page,
        }),
      ({ query }, isValid) => failureCursor.check(query, isValid),
    ),
    writes(
      updateFailure,
      async ({ account, params, body }, tx) => {
        const data = await failures.ignore(tx, account, params.id, body)
        return { data, change: { name: data.message } }
      },
      checkHours,
    ),
    writes(resumeFailure, async ({ account, params, body }, tx) => {
      const { period = DEFAULT_PERIOD, version = 'current' } = body
      const data = await failures.resume(tx, account, params.id, { period, version })
      const headers = { location: `/v1/bulk-runs/${data.id}` }
      return { data, headers, change: { name: data.cause, details: { executions: data.total } } }
    }),
    commits(
      createBulkRun,
      {
        // Thousands of executions may match, so they are read before a transaction is open.
        prepare: ({ account, body }) => bulkRuns.choose(account, body),
        async commit({ account, body }, chosen, given) {
          const data = await inTransaction(store, given, (tx) => bulkRuns.create(tx, account, body, chosen))
          const headers = { location: `/v1/bulk-runs/${data.id}` }
          const details = { kind: data.kind, executions: data.total }
          return { data, headers, change: { name: data.cause, details } }
        },
      },
      checkChoice,
    ),
    reads(
      listBulkRuns,
      async ({ account, query }) => {
        const cursor = readCursor(query)
        const { items, meta } = cursorPage(cursor, await bulkRuns.list(account, cursor))
        return { data: items, meta }
      },
      ({ query }, isValid) => checkCursor(query, isValid),
    ),
    reads(getBulkRun, async ({ account, params }) => ({ data: await bulkRuns.read(account, params.id) })),
    writes(stopBulkRun, async ({ account, params }, tx) => {
      const data = await bulkRuns.stop(tx, account, params.id)
      return { data, change: { name: data.cause } }
    }),
  ]
}

const checkHours: RequestCheck<typeof updateFailure> = ({ body }, isValid) =>
  body.hours === undefined || !isValid('hours') || !isValid('ignored') || body.ignored
    ? []
    : [{ path: 'hours', message: 'can be used only with `ignored: true`' }]

const checkChoice: RequestCheck<typeof createBulkRun> = ({ body }, isValid) => {
  const { kind, execution_ids: ids, filter, version } = body
  if ((ids === undefined) === (filter === undefined)) {
    const path = ids === undefined ? 'execution_ids' : 'filter'
    return [{ path, message: 'send either `execution_ids` or `filter`' }]
  }
  const issues = filter !== undefined && isValid('filter') ? checkFilter(filter, isValid, 'filter.') : []
  if (version === undefined || !isValid('kind') || kind === 'resume') return issues
  return [...issues, { path: 'version', message: 'can be used only with `kind: "resume"`' }]
}
