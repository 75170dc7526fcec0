import type { Viewport } from '@xyflow/react'
import type { Box, Point } from '../scene/geometry.ts'

export const MIN_ZOOM = 0.05
export const MAX_ZOOM = 2

export interface ViewSize {
  readonly width: number
  readonly height: number
}

/** The view that shows a box completely, at most at its natural size. */
export function fitBox(box: Box, size: ViewSize): Viewport {
  // A low canvas, such as that above a timeline, has no height to waste.
  const padding = size.height < 400 ? 24 : 48
  const zoom = Math.min(
    1,
    Math.max(
      MIN_ZOOM,
      Math.min(
        Math.max(size.width - 2 * padding, 1) / Math.max(box.width, 1),
        Math.max(size.height - 2 * padding, 1) / Math.max(box.height, 1),
      ),
    ),
  )
  return {
    x: size.width / 2 - (box.x + box.width / 2) * zoom,
    y: size.height / 2 - (box.y + box.height / 2) * zoom,
    zoom,
  }
}

export function zoomAround({ x, y, zoom }: Viewport, wanted: number, at: Point): Viewport {
  const next = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, wanted))
  return { x: at.x - ((at.x - x) / zoom) * next, y: at.y - ((at.y - y) / zoom) * next, zoom: next }
}

/** The view that shows a box, as near to the present one as possible. */
export function revealBox(box: Box, view: Viewport, size: ViewSize): Viewport {
  const zoom = view.zoom < 0.35 ? 0.8 : view.zoom
  const margin = 40
  const left = box.x * zoom + view.x
  const top = box.y * zoom + view.y
  const right = left + box.width * zoom
  const bottom = top + box.height * zoom
  if (zoom !== view.zoom)
    return {
      x: size.width / 2 - (box.x + box.width / 2) * zoom,
      y: size.height / 2 - (box.y + box.height / 2) * zoom,
      zoom,
    }
  let { x, y } = view
  if (left < margin) x += margin - left
  else if (right > size.width - margin) x -= right - (size.width - margin)
  if (top < margin) y += margin - top
  else if (bottom > size.height - margin - 40) y -= bottom - (size.height - margin - 40)
  return x === view.x && y === view.y ? view : { x, y, zoom }
}
