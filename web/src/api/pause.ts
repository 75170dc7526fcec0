import { queryOptions } from '@tanstack/react-query'
import type { Pauses } from '@millrace/contract/pause.ts'
import { request } from './client.ts'

const REFRESH_MS = 15_000

/** Whether the triggers of the account are paused. Read again and again: another owner may have changed it. */
export const pausesQuery = queryOptions({
  queryKey: ['pause'],
  queryFn: ({ signal }) => request<Pauses>('GET', '/app/pause', { signal }),
  refetchInterval: REFRESH_MS,
})

export function pauseTriggers(): Promise<Pauses> {
  return request('POST', '/app/pause', { body: {} })
}

export function resumeTriggers(): Promise<Pauses> {
  return request('DELETE', '/app/pause')
}
