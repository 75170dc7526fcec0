import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { provideSessionRenewal, renewSession } from '../../api/session-renewal.ts'
import { sessionQuery } from '../../api/session.ts'
import type { Session } from '../../api/types.ts'
import { leavePage } from '../leave-session.ts'
import { forgetSession, isSessionConfirmed } from '../session-storage.ts'
import { signInSearch } from '../sign-in-search.ts'
import { useSignedInSession } from './use-signed-in-session.ts'
import { lazyPart } from '../lazy-part.ts'

const SignInAgainDialog = lazyPart(async () => ({
  default: (await import('./sign-in-again-dialog.tsx')).SignInAgainDialog,
}))

/**
 * Asks for the password in place when the session ends: the page stays as it is, and the requests that failed are
 * repeated. A session can end by expiry, in another tab, or by a changed password. Where the session ended before the
 * page was opened there is nothing to keep, and the sign-in page opens instead.
 */
export function SessionRenewal() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { user } = useSignedInSession()
  const [asking, setAsking] = useState(false)
  const settle = useRef<(renewed: boolean) => void>(null)
  const wasSignedIn = useRef(false)

  const { data } = useQuery(sessionQuery)
  const ended = data?.signed_in === false
  useEffect(() => {
    if (data?.signed_in === true && isSessionConfirmed(queryClient)) wasSignedIn.current = true
  }, [data, queryClient])

  useEffect(
    () =>
      provideSessionRenewal(() => {
        if (!wasSignedIn.current) {
          void forgetSession()
          const search = signInSearch(router.state.location.href, 'expired')
          return router.navigate({ to: '/sign-in', search, replace: true }).then(() => false)
        }
        setAsking(true)
        return new Promise((resolve) => {
          settle.current = resolve
        })
      }),
    [router],
  )
  useEffect(() => {
    if (ended) void renewSession()
  }, [ended])

  const complete = (session: Session) => {
    if (!session.signed_in || session.user.id !== user.id) {
      // Another user must see nothing of this one.
      void leavePage(() => location.reload())
      return
    }
    queryClient.setQueryData(sessionQuery.queryKey, session)
    setAsking(false)
    settle.current?.(true)
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
  if (!asking) return null
  return (
    <Suspense>
      <SignInAgainDialog email={user.email} onDone={complete} />
    </Suspense>
  )
}
