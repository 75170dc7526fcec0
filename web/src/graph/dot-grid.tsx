import { useStoreApi } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import { GRID } from './scene/geometry.ts'

/**
 * The dots behind the graph. Moving the view moves the layer by less than one gap, by a transform, so that nothing is
 * painted again; only zooming paints.
 */
export function DotGrid() {
  const layer = useRef<HTMLDivElement>(null)
  const store = useStoreApi()
  useEffect(() => {
    const element = layer.current
    if (element === null) return undefined
    let shown = 0
    const update = () => {
      const [x, y, zoom] = store.getState().transform
      // Dots that stand too close say nothing: show every second, fourth, … of them.
      let gap = GRID * zoom
      while (gap < 14) gap *= 2
      if (gap !== shown) {
        shown = gap
        element.style.backgroundSize = `${gap}px ${gap}px`
      }
      element.style.transform = `translate(${(x % gap) - gap}px, ${(y % gap) - gap}px)`
    }
    update()
    return store.subscribe(update)
  }, [store])
  return <div ref={layer} aria-hidden="true" className="dot-grid" />
}
