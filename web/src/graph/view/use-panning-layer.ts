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
      continueMove: (view: Viewport) => mark(view.zoom === zoom.current),
      endMove: () => mark(false),
    }
  }, [store])
}
