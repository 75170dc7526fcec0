import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import * as t from '../../texts/layout.ts'

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <output className="block">
      {!online && (
        <span className="flex items-center justify-center gap-2 border-b border-warning/40 bg-warning-soft px-4 py-2.5 text-sm text-warning-ink">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          {t.offline}
        </span>
      )}
    </output>
  )
}
