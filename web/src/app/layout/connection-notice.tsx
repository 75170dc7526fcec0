import { CloudOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useConnection } from '../../api/connection.ts'
import * as t from '../../texts/layout.ts'

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Says that the device is offline or that the server does not respond. It goes away by itself. */
export function ConnectionNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const isLost = useLastingLoss()
  return (
    <output className="block shrink-0">
      {(!online || isLost) && (
        <span className="flex items-center justify-center gap-2 border-b border-warning/40 bg-warning-soft px-4 py-1.5 text-[0.8125rem] text-warning-ink">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          {online ? t.reconnecting : t.offline}
        </span>
      )}
    </output>
  )
}

/** A restart of the server takes a moment: a single failed request is not worth a notice. */
function useLastingLoss(): boolean {
  const connection = useConnection()
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    if (connection === 'present') return undefined
    const timer = setTimeout(() => setIsLasting(true), 800)
    return () => {
      clearTimeout(timer)
      setIsLasting(false)
    }
  }, [connection])
  return connection === 'lost' && isLasting
}
