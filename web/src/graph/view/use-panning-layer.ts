import { useStoreApi, type Viewport } from '@xyflow/react'
import { useMemo, useRef } from 'react'

/** Marks the canvas while the view moves without zooming. */
export function usePanningLayer() {
  const store = useStoreApi()
  const zoom = useRef<number>(undefined)
  return useMemo(() => {
    const mark = (isPanning: boolean) => store.getState().domNode?.classList.toggle('is-panning', isPanning)
    return {
      startMove: (view: Viewport) => {
        zoom.current = view.zoom
      },
      /** Whether the view moves without zooming. */
      continueMove: (view: Viewport) => {
        const isPanning = view.zoom === zoom.current
        mark(isPanning)
        return isPanning
      },
      endMove: () => mark(false),
    }
  }, [store])
}
