import { countExecutions, listAllExecutions, MAX_EXECUTION_COUNT } from '@millrace/contract/execution-list.ts'
import { EXECUTION_STATUSES } from '@millrace/contract/execution.ts'
import { type Binding, checkCursor, cursorPage, readCursor, reads } from '#http/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { presentOverview } from './overview-presenter.ts'
import { checkFilter, readFilter } from './read-filter.ts'

/** The executions of all workflows. */
export function executionListRoutes({ store }: FeatureDeps): Binding[] {
  return [
    reads(
      listAllExecutions,
      async ({ account, query }) => {
        const filter = readFilter(query)
        const cursor = readCursor(query)
        const { items, meta } = cursorPage(cursor, await store.executions.listAll(account, filter, cursor))
        return { data: items.map(presentOverview), meta }
      },
      ({ query }, isValid) => [...checkFilter(query, isValid), ...checkCursor(query, isValid)],
    ),
    reads(
      countExecutions,
      async ({ account, query }) => {
        const filter = readFilter(query)
        const counts = { pending: 0, running: 0, completed: 0, failed: 0 }
        let complete = true
        for (const status of query.status === undefined ? EXECUTION_STATUSES : [query.status]) {
          const found = await store.bulkRuns.count(account, { ...filter, status }, MAX_EXECUTION_COUNT + 1)
          counts[status] = Math.min(found, MAX_EXECUTION_COUNT)
          complete &&= found <= MAX_EXECUTION_COUNT
        }
        return { data: { ...counts, complete } }
      },
      ({ query }, isValid) => checkFilter(query, isValid),
    ),
  ]
}
