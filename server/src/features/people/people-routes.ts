import {
  type Invitation,
  InvitationAcceptanceSchema,
  InvitationTokenSchema,
  NewInvitationSchema,
  type OpenedInvitation,
  type Person,
  RoleChangeSchema,
} from '@millrace/contract/people.ts'
import type * as domain from '#domain/index.ts'
import { isUuid, notFound } from '#domain/index.ts'
import { type AppRoute, publicRoute, sessionRoute } from '#http/index.ts'
import { authorOf } from '../shared/authors.ts'
import { presentSession } from '../sessions/session-routes.ts'
import type { SessionService, SignedIn } from '../sessions/session-service.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp, timestampOrNull } from '../shared/timestamps.ts'
import type { PeopleService } from './people-service.ts'

interface PeopleRouteDeps {
  readonly people: PeopleService
  readonly sessions: SessionService
  readonly version: string
}

/** The people of an account, and the invitations that were not accepted yet. */
export function peopleRoutes(
  { store, clock, publicUrl }: FeatureDeps,
  { people, sessions, version }: PeopleRouteDeps,
): AppRoute<SignedIn>[] {
  return [
    sessionRoute({ method: 'GET', path: '/users', access: 'viewer' }, async ({ session }) => {
      const { id } = session.account
      const seen = await store.sessions.lastSeenOfUsers(id, clock.now())
      const users = await store.users.list(id)
      return { data: users.map((user) => presentPerson(user, seen.get(user.id) ?? null)) }
    }),
    sessionRoute(
      { method: 'PATCH', path: '/users/:id', access: 'owner', body: RoleChangeSchema },
      async ({ session, params, body, origin }) => {
        const id = readId(params, 'user')
        const user = await people.changeRole(authorOf(session.caller, origin), id, body.role)
        const seen = await store.sessions.lastSeenOfUsers(user.accountId, clock.now())
        return { data: presentPerson(user, seen.get(user.id) ?? null) }
      },
    ),
    sessionRoute(
      { method: 'DELETE', path: '/users/:id', access: 'owner' },
      async ({ session, params, origin }) => {
        const id = readId(params, 'user')
        await people.remove(authorOf(session.caller, origin), id)
        return { data: { id, deleted: true }, ...(id === session.user.id && { sessionToken: null }) }
      },
    ),
    sessionRoute({ method: 'GET', path: '/invitations', access: 'owner' }, async ({ session }) => {
      const invitations = await store.invitations.list(session.account.id)
      return { data: invitations.map((invitation) => presentInvitation(invitation, clock.now())) }
    }),
    sessionRoute(
      { method: 'POST', path: '/invitations', access: 'owner', body: NewInvitationSchema },
      async ({ session, body, origin }) => {
        const { invitation, token } = await people.invite(authorOf(session.caller, origin), body)
        const link = `${publicUrl()}/join?token=${token}`
        return { data: { ...presentInvitation(invitation, clock.now()), link }, status: 201 }
      },
    ),
    sessionRoute(
      { method: 'DELETE', path: '/invitations/:id', access: 'owner' },
      async ({ session, params, origin }) => {
        const id = readId(params, 'invitation')
        await people.revoke(authorOf(session.caller, origin), id)
        return { data: { id, deleted: true } }
      },
    ),
    // POST, although it changes nothing: the token stays out of addresses and logs.
    publicRoute('POST', '/invitations/open', InvitationTokenSchema, async ({ body }) => {
      const { invitation, accountName } = await people.openInvitation(body.token)
      const data: OpenedInvitation = {
        account: accountName,
        role: invitation.role,
        note: invitation.note,
        invited_by: invitation.createdBy,
        expires_at: timestamp(invitation.expiresAt),
      }
      return { data }
    }),
    publicRoute('POST', '/invitations/accept', InvitationAcceptanceSchema, async ({ body, ...client }) => {
      const { token } = await people.accept(body, client)
      const signedIn = await sessions.find(token)
      if (signedIn === undefined) throw new Error('The new session was not found.')
      return { data: presentSession(signedIn, version), status: 201, sessionToken: token }
    }),
  ]
}

function readId(params: Readonly<Record<string, string>>, kind: string): string {
  const id = params['id'] ?? ''
  if (!isUuid(id)) throw notFound(kind)
  return id.toLowerCase()
}

function presentPerson({ id, name, email, role, createdAt }: domain.User, lastSeenAt: number | null): Person {
  return {
    id,
    name,
    email,
    role,
    created_at: timestamp(createdAt),
    last_seen_at: timestampOrNull(lastSeenAt),
  }
}

function presentInvitation(invitation: domain.Invitation, now: number): Invitation {
  return {
    id: invitation.id,
    role: invitation.role,
    note: invitation.note,
    created_by: invitation.createdBy,
    created_at: timestamp(invitation.createdAt),
    expires_at: timestamp(invitation.expiresAt),
    is_expired: invitation.expiresAt <= now,
  }
}
