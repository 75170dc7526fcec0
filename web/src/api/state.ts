import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import * as operations from './generated/operations.ts'
import type { Data } from './operation-handle.ts'

export type StateSummary = Data<typeof operations.listState>[number]
export type StoredState = Data<typeof operations.getState>
export type StateAddress = Pick<StateSummary, 'scope' | 'key'>

export interface StateFilters {
  readonly scope?: string
  readonly prefix?: string
}

interface StatePage {
  entries: StateSummary[]
  next: string | undefined
}

const stateKey = ['state'] as const

export const stateQuery = (filters: StateFilters) =>
  infiniteQueryOptions({
    queryKey: [...stateKey, 'list', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<StatePage> => {
      const query = { limit: 50, ...filters, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      const { data, meta } = await call(operations.listState, { query, signal })
      return { entries: data, next: meta.next_cursor ?? undefined }
    },
    getNextPageParam: ({ next }: StatePage) => next,
  })

export const stateEntryQuery = ({ scope, key }: StateAddress) =>
  queryOptions({
    queryKey: [...stateKey, 'one', scope, key],
    queryFn: async ({ signal }) => {
      const { data, etag } = await call(operations.getState, { params: { scope, key }, signal })
      return { entry: data, etag }
    },
    // What is edited must be what is stored.
    staleTime: 0,
    gcTime: 0,
  })

export const everyStateQuery = { queryKey: stateKey }

export async function putState(
  { scope, key }: StateAddress,
  body: { value: unknown; expires_at?: string | null },
  ifMatch: string | undefined,
): Promise<void> {
  await call(operations.putState, { params: { scope, key }, body, ifMatch })
}

export async function deleteState({ scope, key }: StateAddress): Promise<void> {
  await call(operations.deleteState, { params: { scope, key } })
}
