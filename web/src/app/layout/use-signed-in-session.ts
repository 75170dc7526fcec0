import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { sessionQuery } from '../../api/session.ts'
import type { SignedInSession } from '../../api/types.ts'

const signedInRoute = getRouteApi('/signed-in')

/** Who is signed in. When the session has just ended it keeps naming them until the sign-in page is reached. */
export function useSignedInSession(): SignedInSession {
  const entered = signedInRoute.useRouteContext({ select: (context) => context.session })
  const { data } = useQuery(sessionQuery)
  return data?.signed_in ? data : entered
}
