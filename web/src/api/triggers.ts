import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from './call.ts'
import * as operations from './generated/operations.ts'
import type { Data } from './operation-handle.ts'

export type TriggerOverview = Data<typeof operations.listAllTriggers>[number]
export type TriggerSummary = Data<typeof operations.getTriggerSummary>
export type TriggerFilters = Pick<
  NonNullable<CallOptions<typeof operations.listAllTriggers>['query']>,
  'kind' | 'state' | 'search' | 'workflow_id' | 'period' | 'from'
>
export type PlanRange = Pick<TriggerFilters, 'period' | 'from'>

export const triggerKeys = {
  all: ['triggers'] as const,
}

const pageSize = 50
/** Calls appear while the page is open. */
const REFRESH_MS = 3_000
/** All loaded pages are read again, so long lists are read less often. */
const SLOW_REFRESH_MS = 30_000

interface TriggerPage {
  triggers: TriggerOverview[]
  nextCursor: string | undefined
}

/** Not persisted: the addresses of inbound webhooks are secrets. */
export const triggerListQuery = (filters: TriggerFilters) =>
  infiniteQueryOptions({
    queryKey: [...triggerKeys.all, 'list', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<TriggerPage> => {
      const query = { ...filters, limit: pageSize, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      const { data, meta } = await call(operations.listAllTriggers, { query, signal })
      return { triggers: data, nextCursor: meta.next_cursor ?? undefined }
    },
    getNextPageParam: ({ nextCursor }: TriggerPage) => nextCursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 2 ? SLOW_REFRESH_MS : REFRESH_MS),
  })

export const triggerSummaryQuery = (range: PlanRange) =>
  queryOptions({
    queryKey: [...triggerKeys.all, 'summary', range],
    queryFn: async ({ signal }) => (await call(operations.getTriggerSummary, { query: range, signal })).data,
    // An incomplete summary continues with the next request.
    refetchInterval: ({ state }) => (state.data?.is_complete === false ? REFRESH_MS : SLOW_REFRESH_MS),
  })

/** The first paused triggers, for the home page. */
export const pausedTriggersQuery = queryOptions({
  queryKey: [...triggerKeys.all, 'paused'],
  queryFn: async ({ signal }) => {
    const query = { state: 'paused' as const, limit: 5 }
    const { data, meta } = await call(operations.listAllTriggers, { query, signal })
    return { triggers: data, hasMore: meta.has_more }
  },
})
