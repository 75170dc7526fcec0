import { type AppRoute, sessionRoute } from '#http/index.ts'
import { authorOf } from '../shared/authors.ts'
import type { SignedIn } from '../sessions/session-service.ts'
import type { PauseService } from './pause-service.ts'
import { presentPauses } from './present-pauses.ts'

/** Everybody sees that the triggers of the account are paused; its owners pause and resume them. */
export function pauseRoutes(pauses: PauseService): AppRoute<SignedIn>[] {
  const present = async ({ account }: SignedIn) => ({ data: presentPauses(await pauses.find(account.id)) })
  return [
    sessionRoute({ method: 'GET', path: '/pause', access: 'viewer' }, ({ session }) => present(session)),
    sessionRoute({ method: 'POST', path: '/pause', access: 'owner' }, async ({ session, origin }) => {
      await pauses.setAccount(authorOf(session.caller, origin), true)
      return present(session)
    }),
    sessionRoute({ method: 'DELETE', path: '/pause', access: 'owner' }, async ({ session, origin }) => {
      await pauses.setAccount(authorOf(session.caller, origin), false)
      return present(session)
    }),
  ]
}
