import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { sessionQuery } from '../../api/session.ts'
import type { SignedInSession } from '../../api/types.ts'

const signedInRoute = getRouteApi('/signed-in')

/** Returns the session. After it has ended, returns the last one until the sign-in page is open. */
export function useSignedInSession(): SignedInSession {
  const initial = signedInRoute.useRouteContext({ select: (context) => context.session })
  const { data } = useQuery(sessionQuery)
  return data?.signed_in ? data : initial
}
