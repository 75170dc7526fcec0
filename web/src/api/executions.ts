import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from './call.ts'
import * as operations from './generated/operations.ts'
import type { Data } from './operation-handle.ts'
import { persistQuery } from './persisted-cache.ts'

export type ExecutionOverview = Data<typeof operations.listAllExecutions>[number]
export type Execution = Data<typeof operations.getExecution>
export type Timeline = Data<typeof operations.getTimeline>
export type ExecutionStatus = ExecutionOverview['status']
export type ExecutionFilters = Omit<
  NonNullable<CallOptions<typeof operations.listAllExecutions>['query']>,
  'cursor' | 'limit'
>
export type DataRange = NonNullable<CallOptions<typeof operations.readExecutionData>['query']>

export const executionKeys = {
  all: ['executions'] as const,
  lists: ['executions', 'list'] as const,
  one: (id: string) => ['executions', 'one', id] as const,
}

interface ExecutionPage {
  executions: ExecutionOverview[]
  nextCursor: string | undefined
}

/** Executions of all workflows, or of the one in `workflow_id`. */
export const executionListQuery = (filters: ExecutionFilters = {}) =>
  infiniteQueryOptions({
    queryKey: [...executionKeys.lists, filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<ExecutionPage> => {
      const query = { ...filters, limit: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      const { data, meta } = await call(operations.listAllExecutions, { query, signal })
      return { executions: data, nextCursor: meta.next_cursor ?? undefined }
    },
    getNextPageParam: ({ nextCursor }: ExecutionPage) => nextCursor,
    persister: persistQuery<ExecutionPage>,
  })

export const executionQuery = (id: string) =>
  queryOptions({
    queryKey: [...executionKeys.one(id), 'execution'],
    queryFn: async ({ signal }) => (await call(operations.getExecution, { params: { id }, signal })).data,
  })

/** All steps without their data. */
export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: [...executionKeys.one(id), 'timeline'],
    queryFn: async ({ signal }) => (await call(operations.getTimeline, { params: { id }, signal })).data,
    persister: persistQuery,
  })

/** A part of the recorded data, which is not persisted: it may contain anything. */
export const executionDataQuery = (id: string, range: DataRange) =>
  queryOptions({
    queryKey: [...executionKeys.one(id), 'data', range],
    queryFn: async ({ signal }) =>
      (await call(operations.readExecutionData, { params: { id }, query: range, signal })).data,
    staleTime: 30_000,
  })
