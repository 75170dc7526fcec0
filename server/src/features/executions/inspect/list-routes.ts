import { listAllExecutions } from '@millrace/contract/execution-list.ts'
import { invalid, readTimeRange } from '#domain/index.ts'
import { type Binding, checkCursor, cursorPage, readCursor, reads, type RequestCheck } from '#http/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { presentOverview } from './overview-presenter.ts'

/** The executions of all workflows. */
export function executionListRoutes({ store }: FeatureDeps): Binding[] {
  return [
    reads(
      listAllExecutions,
      async ({ account, query }) => {
        const range = readTimeRange(query.from, query.to)
        if (!('to' in range)) throw invalid(range)
        const cursor = readCursor(query)
        const filter = {
          workflowId: query.workflow_id?.toLowerCase(),
          status: query.status,
          trigger: query.trigger,
          errorCode: query.error_code,
          ...range,
        }
        const { items, meta } = cursorPage(cursor, await store.executions.listAll(account, filter, cursor))
        return { data: items.map(presentOverview), meta }
      },
      checkQuery,
    ),
  ]
}

const checkQuery: RequestCheck<typeof listAllExecutions> = ({ query }, isValid) => {
  const range = readTimeRange(isValid('from') ? query.from : undefined, isValid('to') ? query.to : undefined)
  return [...('to' in range ? [] : range), ...checkCursor(query, isValid)]
}
