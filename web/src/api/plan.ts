import { queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import type { PlanUse } from './types.ts'

export const planQuery = queryOptions({
  queryKey: ['plan'],
  queryFn: ({ signal }) => request<PlanUse>('GET', '/app/plan', { signal }),
})
