import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { help } from './help-store.ts'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { helpFailed } from '../texts/errors.ts'

const HelpPanel = lazyDialog(
  async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }),
  () => help.close(),
  helpFailed,
)

/** Where the help appears, beside every page. It stays open while the user moves on to another page. */
export function HelpRegion() {
  const request = useSyncExternalStore(help.subscribe, help.current)
  // Whoever signs in next starts without it.
  useEffect(() => () => help.close(), [])
  return <Suspense>{request !== undefined && <HelpPanel request={request} />}</Suspense>
}
