import { queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import type { ChangePasswordRequest, Session, SetupRequest, SignInRequest } from './types.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => request<Session>('GET', '/app/session', { signal }),
  staleTime: 30_000,
})

export function signIn(body: SignInRequest): Promise<Session> {
  return request('POST', '/app/session', { body, renew: false })
}

export function setUpOwner(body: SetupRequest): Promise<Session> {
  return request('POST', '/app/setup', { body, renew: false })
}

export function signOut(): Promise<unknown> {
  return request('DELETE', '/app/session', { renew: false })
}

export function changePassword(body: ChangePasswordRequest): Promise<unknown> {
  return request('POST', '/app/password', { body, renew: false })
}
