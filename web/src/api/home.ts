import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { MOST_SHOWN } from './bulk-runs.ts'
import { call } from './call.ts'
import * as operations from './generated/operations.ts'
import type { Data } from './operation-handle.ts'
import { persistQuery } from './persisted-cache.ts'

export type Statistics = Data<typeof operations.getStatistics>
export type Failure = Data<typeof operations.listFailures>[number]
export type BulkRun = Data<typeof operations.stopBulkRun>
export type Period = Statistics['period']
export type Wait = Data<typeof operations.listWaits>[number]

export const homeKeys = { all: ['home'] as const, failures: ['home', 'failures'] as const }

export const statisticsQuery = (period: Period) =>
  queryOptions({
    queryKey: [...homeKeys.all, 'statistics', period],
    queryFn: async ({ signal }) => (await call(operations.getStatistics, { query: { period }, signal })).data,
    persister: persistQuery,
  })

export interface FailurePage {
  failures: Failure[]
  nextCursor: string | undefined
}

export const failuresQuery = (period: Period, state: 'open' | 'ignored' = 'open') =>
  infiniteQueryOptions({
    queryKey: [...homeKeys.failures, 'pages', period, state],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<FailurePage> => {
      const page = { limit: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      const { data, meta } = await call(operations.listFailures, {
        query: { period, state, ...page },
        signal,
      })
      return { failures: data, nextCursor: meta.next_cursor ?? undefined }
    },
    getNextPageParam: ({ nextCursor }: FailurePage) => nextCursor,
    persister: persistQuery<FailurePage>,
  })

export const bulkRunsQuery = queryOptions({
  queryKey: [...homeKeys.all, 'bulk-runs'],
  queryFn: async ({ signal }) =>
    (await call(operations.listBulkRuns, { query: { limit: MOST_SHOWN }, signal })).data,
})

/** Not persisted: a question may contain anything. */
export const oldestWaitsQuery = queryOptions({
  queryKey: [...homeKeys.all, 'waits'],
  queryFn: async ({ signal }) => {
    const { data, meta } = await call(operations.listWaits, { query: { limit: 5 }, signal })
    return { waits: data, total: meta.total }
  },
})

export const upcomingRunsQuery = queryOptions({
  queryKey: [...homeKeys.all, 'schedules'],
  queryFn: async ({ signal }) =>
    (await call(operations.listUpcomingRuns, { query: { limit: 5 }, signal })).data,
  persister: persistQuery,
})

export const failingCredentialsQuery = queryOptions({
  queryKey: [...homeKeys.all, 'credentials'],
  queryFn: async ({ signal }) => {
    const query = { status: 'failing' as const, include: 'status,last_error', limit: 5 }
    return (await call(operations.listCredentials, { query, signal })).data
  },
})
