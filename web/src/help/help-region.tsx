import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { help } from './help-store.ts'
import { lazyPart } from '../app/lazy-part.ts'

const HelpPanel = lazyPart(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }))

/** Where the help appears, beside every page. It stays open while the user moves on to another page. */
export function HelpRegion() {
  const request = useSyncExternalStore(help.subscribe, help.current)
  // Whoever signs in next starts without it.
  useEffect(() => () => help.close(), [])
  return <Suspense>{request !== undefined && <HelpPanel request={request} />}</Suspense>
}
