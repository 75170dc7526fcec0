import { type ComponentType, useEffect, useRef, useState } from 'react'
import { toast } from '../components/toast-store.ts'
import * as t from '../texts/errors.ts'
import { lazyPart, loadNow } from './lazy-part.ts'

/**
 * A dialog whose code is loaded when it is opened. If the server cannot be reached, it says so and calls `close`: it must
 * not open by itself when the server is back. `failed`: the title of that message. Render it in a `Suspense`.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  close: (props: Props) => void,
  failed = t.dialogFailed,
): ComponentType<Props> {
  const Dialog = lazyPart(load)
  let isLoaded = false
  return function LazyDialog(props: Props) {
    const [isReady, setReady] = useState(isLoaded)
    const latest = useRef(props)
    useEffect(() => {
      latest.current = props
    })
    useEffect(() => {
      if (isReady) return undefined
      let isOpen = true
      void loadNow(load).then((ok) => {
        isLoaded = ok
        if (!isOpen) return
        if (ok) return setReady(true)
        toast.show({ tone: 'danger', title: failed, description: t.unreachable })
        close(latest.current)
      })
      return () => {
        isOpen = false
      }
    }, [isReady])
    return isReady ? <Dialog {...props} /> : null
  }
}
