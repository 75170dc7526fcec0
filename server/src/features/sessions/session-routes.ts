import { OwnerSetupSchema, PasswordChangeSchema, type Session, SignInSchema } from '@millrace/contract/app.ts'
import { type AppRoute, publicRoute, sessionRoute } from '#http/index.ts'
import type { SessionService, SignedIn } from './session-service.ts'

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
    publicRoute('POST', '/setup', OwnerSetupSchema, async ({ body }) => {
      const { token } = await service.setUpOwner(body)
      return { data: await present(token), status: 201, sessionToken: token }
    }),
    publicRoute('POST', '/session', SignInSchema, async ({ body, from }) => {
      const { token } = await service.signIn(body.email, body.password, from)
      return { data: await present(token), sessionToken: token }
    }),
    publicRoute('DELETE', '/session', undefined, async ({ session }) => {
      if (session !== undefined) await service.signOut(session)
      return { data: { signed_in: false }, sessionToken: null }
    }),
    sessionRoute(
      { method: 'POST', path: '/password', access: 'viewer', body: PasswordChangeSchema },
      async ({ session, body }) => {
        await service.changePassword(session, body.current_password, body.new_password)
        return { data: { changed: true } }
      },
    ),
  ]
}

function presentSession({ user, account }: SignedIn, version: string): Session {
  return {
    signed_in: true,
    needs_owner: false,
    version,
    user: { id: user.id, email: user.email, name: user.name, role: user.role },
    account: { id: account.id, name: account.name, plan: account.plan },
  }
}
