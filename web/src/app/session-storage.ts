import { hashKey, type QueryClient } from '@tanstack/react-query'
import { clearPersistedCache, openPersistedCache } from '../api/persisted-cache.ts'
import { sessionQuery } from '../api/session.ts'
import type { Session, SignedInSession } from '../api/types.ts'
import { forgetStored, readStored, writeStored } from '../components/stored-value.ts'

const storageKey = 'session'
const sessionHash = hashKey(sessionQuery.queryKey)

/**
 * Remembers who is signed in, so that the app opens with cached data before the server has confirmed the session. The
 * session itself is a cookie that scripts cannot read. When it ends, everything remembered about the user is deleted.
 */
export function followSession(queryClient: QueryClient): void {
  const remembered = readStored<SignedInSession>(storageKey, isSignedInSession)
  if (remembered !== undefined) {
    // Never confirmed: `updatedAt` 0 makes it stale, so that the first use verifies it.
    queryClient.setQueryData<Session>(sessionQuery.queryKey, remembered, { updatedAt: 0 })
    void openPersistedCache(remembered.user.id, remembered.version)
  }
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== sessionHash) return
    const session = query.state.data as Session | undefined
    if (session?.signed_in === true) {
      writeStored(storageKey, session)
      void openPersistedCache(session.user.id, session.version)
    } else if (session !== undefined && query.state.dataUpdatedAt > 0) {
      forgetStored(storageKey)
    }
  })
}

/** Deletes what this browser stores about the user. */
export async function forgetSession(): Promise<void> {
  forgetStored(storageKey)
  await clearPersistedCache()
}

/** Whether the server has confirmed the session since the page was loaded. */
export function isSessionConfirmed(queryClient: QueryClient): boolean {
  const state = queryClient.getQueryState(sessionQuery.queryKey)
  return state !== undefined && state.dataUpdatedAt > 0
}

function isSignedInSession(value: unknown): value is SignedInSession {
  return (
    typeof value === 'object' &&
    value !== null &&
    'signed_in' in value &&
    value.signed_in === true &&
    'user' in value
  )
}
