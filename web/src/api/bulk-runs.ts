import { queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from './call.ts'
import { type ExecutionFilters, executionKeys } from './executions.ts'
import * as operations from './generated/operations.ts'
import type { Data } from './operation-handle.ts'

export type BulkRun = Data<typeof operations.getBulkRun>
export type BulkRunKind = BulkRun['kind']
export type ExecutionCount = Data<typeof operations.countExecutions>
type BulkRunRequest = NonNullable<CallOptions<typeof operations.createBulkRun>['body']>

const key = ['bulk-runs'] as const

/** The newest bulk runs that a page reads, whatever it shows of them. */
export const MOST_SHOWN = 50

/** Bulk runs of chosen executions, newest first; those of failures are on the home page. */
export const chosenRunsQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) =>
    (await call(operations.listBulkRuns, { query: { limit: MOST_SHOWN }, signal })).data.filter(
      (run) => run.failure_id === null,
    ),
  staleTime: 0,
})

export const executionCountQuery = (filters: ExecutionFilters) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'count', filters],
    queryFn: async ({ signal }) => (await call(operations.countExecutions, { query: filters, signal })).data,
    staleTime: 0,
  })

export async function createBulkRun(body: BulkRunRequest, idempotencyKey: string): Promise<BulkRun> {
  return (await call(operations.createBulkRun, { body, idempotencyKey })).data
}

export async function stopBulkRun(id: string): Promise<BulkRun> {
  return (await call(operations.stopBulkRun, { params: { id } })).data
}
