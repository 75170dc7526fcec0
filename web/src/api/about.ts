import { queryOptions } from '@tanstack/react-query'
import type { About } from '@millrace/contract/about.ts'
import { request } from './client.ts'

export type { About } from '@millrace/contract/about.ts'

export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => request<About>('GET', '/app/about', { signal }),
})
