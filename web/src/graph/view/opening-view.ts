import type { Viewport } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import type { GraphMark } from '../overlay.ts'
import type { Scene } from '../scene/build-scene.ts'
import { type Box, boundsOf } from '../scene/geometry.ts'
import { allBoxes } from '../scene/scene-boxes.ts'
import { fitBox, type ViewSize } from './move-view.ts'
import { loadView } from './view-memory.ts'

/** Below it, no text on a card can be read. */
const LEGIBLE_ZOOM = 0.3
const OPENING_ZOOM = 0.7
/** Below it, texts on cards are hard to read. */
const COMFORTABLE_ZOOM = 0.6
/** How much of the graph around marked nodes is shown with them. */
const AROUND_MARKS = 240
type Marks = ReadonlyMap<string, GraphMark>

/** The view that was left, or else the opening view. */
export function initialView(
  viewKey: string | undefined,
  scene: Scene,
  size: ViewSize,
  marks: Marks,
): Viewport {
  return loadView(viewKey) ?? openingView(scene, size, marks)
}

/** The whole graph; or if its texts would be too small to read, what is marked in it, or else its beginning. */
export function openingView(scene: Scene, size: ViewSize, marks: Marks): Viewport {
  const bounds = boundsOf(allBoxes(scene))
  if (bounds === undefined) return { x: 0, y: 0, zoom: 1 }
  const whole = fitBox(bounds, size)
  const marked = boundsOf(scene.cards.filter(({ node }) => marks.has(node.id)).map(({ box }) => box))
  if (marked !== undefined && whole.zoom < COMFORTABLE_ZOOM) {
    const around = fitBox(widen(marked, AROUND_MARKS), size)
    return around.zoom > whole.zoom ? around : whole
  }
  const first = scene.cards.find(({ hasInput }) => !hasInput) ?? scene.cards[0]
  if (whole.zoom >= LEGIBLE_ZOOM || first === undefined) return whole
  const zoom = OPENING_ZOOM
  return {
    x: 64 - first.box.x * zoom,
    y: size.height / 2 - (first.box.y + first.box.height / 2) * zoom,
    zoom,
  }
}

function widen({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

/** A graph without positions is arranged after the first paint: fit it then. */
export function useFitOnceArranged(viewKey: string | undefined, isArranging: boolean, fit: () => void): void {
  const wasArranging = useRef(isArranging)
  useEffect(() => {
    if (!wasArranging.current || isArranging) return
    wasArranging.current = false
    if (loadView(viewKey) === undefined) fit()
  }, [fit, isArranging, viewKey])
}
