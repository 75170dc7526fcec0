import { queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import type { PlanUsage } from './types.ts'

export const planQuery = queryOptions({
  queryKey: ['plan'],
  queryFn: ({ signal }) => request<PlanUsage>('GET', '/app/plan', { signal }),
})
