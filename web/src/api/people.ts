import { queryOptions } from '@tanstack/react-query'
import type {
  CreatedInvitation,
  Invitation,
  InvitationAcceptance,
  NewInvitation,
  OpenedInvitation,
  OpenSession,
  Person,
  RoleChange,
} from '@millrace/contract/people.ts'
import { request } from './client.ts'
import type { Session } from './types.ts'

export type {
  CreatedInvitation,
  Invitation,
  InvitationAcceptance,
  OpenedInvitation,
  OpenSession,
  Person,
} from '@millrace/contract/people.ts'

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => request<Person[]>('GET', '/app/users', { signal }),
})

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => request<Invitation[]>('GET', '/app/invitations', { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => request<OpenSession[]>('GET', '/app/sessions', { signal }),
})

export function changeRole({ id, role }: RoleChange & { id: string }): Promise<Person> {
  return request('PATCH', `/app/users/${encodeURIComponent(id)}`, { body: { role } })
}

export function removePerson(id: string): Promise<unknown> {
  return request('DELETE', `/app/users/${encodeURIComponent(id)}`)
}

export function createInvitation(body: NewInvitation): Promise<CreatedInvitation> {
  return request('POST', '/app/invitations', { body })
}

export function revokeInvitation(id: string): Promise<unknown> {
  return request('DELETE', `/app/invitations/${encodeURIComponent(id)}`)
}

export function openInvitation(token: string): Promise<OpenedInvitation> {
  return request('POST', '/app/invitations/open', { body: { token }, renew: false })
}

export function acceptInvitation(body: InvitationAcceptance): Promise<Session> {
  return request('POST', '/app/invitations/accept', { body, renew: false })
}

export function endSession(id: string): Promise<unknown> {
  return request('DELETE', `/app/sessions/${encodeURIComponent(id)}`)
}

export function endAllSessions(): Promise<unknown> {
  return request('DELETE', '/app/sessions')
}
