import { getBulkRun, listBulkRuns, stopBulkRun } from '@millrace/contract/bulk-run.ts'
import { listFailures, resumeFailure, updateFailure } from '@millrace/contract/failure.ts'
import { getStatistics } from '@millrace/contract/statistics.ts'
import { type Binding, reads, type RequestCheck, writes } from '#http/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestampOrNull } from '../shared/timestamps.ts'
import { FailureService } from './failure-service.ts'
import { hoursOf, presentCounts } from './statistics-presenter.ts'

const DEFAULT_PERIOD = '7d'
const MAX_OPEN = 10_000

/** What happened lately, and what to do about it. */
export function insightsRoutes(context: FeatureDeps): Binding[] {
  const { store, clock } = context
  const failures = new FailureService(context)

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
    reads(listFailures, async ({ account, query }) => ({
      data: await failures.list(account, query.period ?? DEFAULT_PERIOD, {
        workflowId: query.workflow_id?.toLowerCase(),
        isIgnored: query.state === 'ignored',
      }),
    })),
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
    reads(listBulkRuns, async ({ account }) => ({ data: await failures.bulkRuns(account) })),
    reads(getBulkRun, async ({ account, params }) => ({ data: await failures.bulkRun(account, params.id) })),
    writes(stopBulkRun, async ({ account, params }, tx) => {
      const data = await failures.stop(tx, account, params.id)
      return { data, change: { name: data.cause } }
    }),
  ]
}

const checkHours: RequestCheck<typeof updateFailure> = ({ body }, isValid) =>
  body.hours === undefined || !isValid('hours') || !isValid('ignored') || body.ignored
    ? []
    : [{ path: 'hours', message: 'can be used only with `ignored: true`' }]
