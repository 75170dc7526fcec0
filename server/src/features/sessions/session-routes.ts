import { OwnerSetupSchema, PasswordChangeSchema, type Session, SignInSchema } from '@millrace/contract/app.ts'
import type { OpenSession } from '@millrace/contract/people.ts'
import { type AppRoute, publicRoute, sessionRoute } from '#http/index.ts'
import { timestamp } from '../shared/timestamps.ts'
import type { OwnSession, SessionService, SignedIn } from './session-service.ts'

export function sessionRoutes(service: SessionService, version: string): AppRoute<SignedIn>[] {
  async function present(token: string): Promise<Session> {
    const signedIn = await service.find(token)
    if (signedIn === undefined) throw new Error('The new session was not found.')
    return presentSession(signedIn, version)
  }

  return [
    publicRoute('GET', '/session', undefined, async ({ session }) => ({
      data:
        session === undefined
          ? { signed_in: false, needs_owner: await service.needsOwner() }
          : presentSession(session, version),
    })),
    publicRoute('POST', '/setup', OwnerSetupSchema, async ({ body, ...client }) => {
      const { token } = await service.setUpOwner(body, client)
      return { data: await present(token), status: 201, sessionToken: token }
    }),
    publicRoute('POST', '/session', SignInSchema, async ({ body, ...client }) => {
      const { token } = await service.signIn(body, client)
      return { data: await present(token), sessionToken: token }
    }),
    publicRoute('DELETE', '/session', undefined, async ({ session, origin }) => {
      if (session !== undefined) await service.signOut(session, origin)
      return { data: { signed_in: false }, sessionToken: null }
    }),
    sessionRoute(
      { method: 'POST', path: '/password', access: 'viewer', body: PasswordChangeSchema },
      async ({ session, body, ...client }) => {
        const { current_password: current, new_password: wanted } = body
        await service.changePassword(session, { current, wanted }, client)
        return { data: { changed: true } }
      },
    ),
    sessionRoute({ method: 'GET', path: '/sessions', access: 'viewer' }, async ({ session }) => ({
      data: (await service.list(session)).map(presentOpenSession),
    })),
    sessionRoute(
      { method: 'DELETE', path: '/sessions/:id', access: 'viewer' },
      async ({ session, params, origin }) => {
        const id = params['id'] ?? ''
        const isCurrent = await service.end(session, id, origin)
        return { data: { id, ended: true }, ...(isCurrent && { sessionToken: null }) }
      },
    ),
    sessionRoute({ method: 'DELETE', path: '/sessions', access: 'viewer' }, async ({ session, origin }) => {
      await service.endAll(session, origin)
      return { data: { signed_in: false }, sessionToken: null }
    }),
  ]
}

function presentOpenSession({ id, lastSeen, createdAt, isCurrent }: OwnSession): OpenSession {
  return {
    id,
    user_agent: lastSeen.userAgent,
    address: lastSeen.address,
    created_at: timestamp(createdAt),
    last_seen_at: timestamp(lastSeen.at),
    is_current: isCurrent,
  }
}

export function presentSession({ user, account }: SignedIn, version: string): Session {
  return {
    signed_in: true,
    needs_owner: false,
    version,
    user: { id: user.id, email: user.email, name: user.name, role: user.role },
    account: { id: account.id, name: account.name, plan: account.plan },
  }
}
