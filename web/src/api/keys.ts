import { queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import type { ApiKey, CreatedApiKey, CreateKeyRequest, RevokedApiKey } from './types.ts'

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => request<ApiKey[]>('GET', '/app/keys', { signal }),
})

export function createKey(body: CreateKeyRequest): Promise<CreatedApiKey> {
  return request('POST', '/app/keys', { body })
}

export function revokeKey(id: string): Promise<RevokedApiKey> {
  return request('DELETE', `/app/keys/${encodeURIComponent(id)}`)
}
