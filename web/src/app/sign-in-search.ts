import { safeNext } from './safe-next.ts'

export interface SignInSearch {
  next?: string
  /** Why the reader is here without having asked for it. */
  reason?: 'expired'
}

export function readSignInSearch(search: Record<string, unknown>): SignInSearch {
  const read: SignInSearch = {}
  const next = safeNext(search['next'])
  if (next !== undefined) read.next = next
  if (search['reason'] === 'expired') read.reason = 'expired'
  return read
}

/** The search of the sign-in page that leads back to `from`. The start page needs no mention. */
export function signInSearch(from: string, reason?: 'expired'): SignInSearch {
  const next = safeNext(from)
  return readSignInSearch({ next: next === '/' ? undefined : next, reason })
}
