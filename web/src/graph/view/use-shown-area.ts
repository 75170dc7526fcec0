import { useStoreApi, type Viewport } from '@xyflow/react'
import { useEffect, useState } from 'react'
import { type Box, contains } from '../scene/geometry.ts'
import type { ViewSize } from './move-view.ts'

/** How far beyond each side of the view, as a share of the view. */
const MARGIN = 0.5
/** So many times as wide as the view, it is made smaller. */
const TOO_WIDE = 6

/**
 * The part of the graph that the canvas knows of: the view and its surroundings. It changes when the view leaves it, not with every
 * movement.
 */
export function useShownArea(initial: Viewport, size: ViewSize): Box {
  const store = useStoreApi()
  const [area, setArea] = useState(() => areaAround(viewBox(initial, size)))
  useEffect(() => {
    const follow = () => {
      const { transform, width, height } = store.getState()
      if (width === 0 || height === 0) return
      const [x, y, zoom] = transform
      const view = viewBox({ x, y, zoom }, { width, height })
      if (!contains(area, view) || area.width > view.width * TOO_WIDE) setArea(areaAround(view))
    }
    follow()
    return store.subscribe(follow)
  }, [store, area])
  return area
}

function viewBox({ x, y, zoom }: Viewport, { width, height }: ViewSize): Box {
  return { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }
}

function areaAround({ x, y, width, height }: Box): Box {
  return {
    x: x - width * MARGIN,
    y: y - height * MARGIN,
    width: width * (1 + 2 * MARGIN),
    height: height * (1 + 2 * MARGIN),
  }
}
