import { queryOptions } from '@tanstack/react-query'
import type { SavedFilter } from '@millrace/contract/saved-filter.ts'
import { request } from './client.ts'
import type { ExecutionFilters } from './executions.ts'

export type { SavedFilter } from '@millrace/contract/saved-filter.ts'

export const savedFiltersQuery = queryOptions({
  queryKey: ['saved-filters'],
  queryFn: ({ signal }) => request<SavedFilter[]>('GET', '/app/saved-filters', { signal }),
})

export function saveFilter(name: string, filter: ExecutionFilters): Promise<SavedFilter> {
  return request('POST', '/app/saved-filters', { body: { name, filter } })
}

export function updateFilter(
  id: string,
  change: { name?: string; filter?: ExecutionFilters },
): Promise<SavedFilter> {
  return request('PATCH', `/app/saved-filters/${encodeURIComponent(id)}`, { body: change })
}

export function deleteFilter(id: string): Promise<unknown> {
  return request('DELETE', `/app/saved-filters/${encodeURIComponent(id)}`)
}
