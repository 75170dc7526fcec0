import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from './call.ts'
import * as operations from './generated/operations.ts'
import type { Data } from './operation-handle.ts'
import { persistQuery } from './persisted-cache.ts'

export type ExecutionOverview = Data<typeof operations.listAllExecutions>[number]
export type ExecutionFilters = Omit<
  NonNullable<CallOptions<typeof operations.listAllExecutions>['query']>,
  'cursor' | 'limit'
>

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
