import { lazy, Suspense, useSyncExternalStore } from 'react'
import { help } from './help-store.ts'

const HelpPanel = lazy(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }))

/** Where the help appears, beside every page. It stays open while the user moves on. */
export function HelpRegion() {
  const request = useSyncExternalStore(help.subscribe, help.current)
  return <Suspense>{request !== undefined && <HelpPanel request={request} />}</Suspense>
}
