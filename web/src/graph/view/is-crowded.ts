import type { Viewport } from '@xyflow/react'
import type { Scene } from '../scene/build-scene.ts'
import { overlaps } from '../scene/geometry.ts'
import type { ViewSize } from './move-view.ts'

/** Above this many visible nodes, an overview replaces the cards: their texts are too small to read by then. */
const MAX_CARDS = 120

export function isCrowded(scene: Scene, { x, y, zoom }: Viewport, size: ViewSize): boolean {
  if (scene.cards.length <= MAX_CARDS) return false
  const view = { x: -x / zoom, y: -y / zoom, width: size.width / zoom, height: size.height / zoom }
  let count = 0
  for (const { box } of scene.cards) {
    if (overlaps(box, view)) count += 1
    if (count > MAX_CARDS) return true
  }
  return false
}
