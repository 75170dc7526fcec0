import { safeNext } from './safe-next.ts'

export interface SignInSearch {
  next?: string
  /** Why the app redirected to the sign-in page. */
  reason?: 'expired'
}

export function readSignInSearch(search: Record<string, unknown>): SignInSearch {
  const read: SignInSearch = {}
  const next = safeNext(search['next'])
  if (next !== undefined) read.next = next
  if (search['reason'] === 'expired') read.reason = 'expired'
  return read
}

/** Returns the search that makes the sign-in page return to `from`. The start page is the default. */
export function signInSearch(from: string, reason?: 'expired'): SignInSearch {
  const next = safeNext(from)
  return readSignInSearch({ next: next === '/' ? undefined : next, reason })
}
