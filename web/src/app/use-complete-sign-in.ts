import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { sessionQuery } from '../api/session.ts'
import type { Session } from '../api/types.ts'
import { safeNext } from './safe-next.ts'

/** Opens the app with a new session and clears the data of any previous user. */
export function useCompleteSignIn(): (session: Session, next?: string) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (session, next) => {
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, session)
    await router.navigate({ href: safeNext(next) ?? '/', replace: true })
  }
}
