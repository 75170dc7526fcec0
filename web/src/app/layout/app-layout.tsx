import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionQuery } from '../../api/session.ts'
import { useMediaQuery } from '../../components/use-media-query.ts'
import * as t from '../../texts/layout.ts'
import { signInSearch } from '../sign-in-search.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { Sidebar } from './sidebar.tsx'

export function AppLayout() {
  useRedirectWhenSessionEnds()
  const wide = useMediaQuery('(min-width: 64rem)')
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-60 rounded-control bg-accent text-sm font-medium text-on-accent shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2.5"
      >
        {t.skipToContent}
      </a>
      {wide ? (
        <header className="sticky top-0 flex h-dvh flex-col border-r border-line bg-surface">
          <Sidebar />
        </header>
      ) : (
        <PhoneBar />
      )}
      <div className="min-w-0">
        <OfflineNotice />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl px-4 pt-7 pb-24 sm:px-8 lg:px-10 lg:pt-11"
        >
          <Outlet />
        </main>
      </div>
    </div>
  )
}

/** A session can also end in another tab, by expiry, or by a changed password. */
function useRedirectWhenSessionEnds(): void {
  const router = useRouter()
  const { data } = useQuery(sessionQuery)
  const ended = data?.signed_in === false
  useEffect(() => {
    if (!ended) return
    const search = signInSearch(router.state.location.href, 'expired')
    void router.navigate({ to: '/sign-in', search, replace: true })
  }, [ended, router])
}
