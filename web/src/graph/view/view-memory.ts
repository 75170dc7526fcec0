import type { Viewport } from '@xyflow/react'
import type { Box } from './scene/geometry.ts'

export const MIN_ZOOM = 0.05
export const MAX_ZOOM = 2

/** The view of a graph is restored when somebody returns to it on this device. */
export function loadView(key: string | undefined): Viewport | undefined {
  if (key === undefined) return undefined
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey(key)) ?? 'null')
    return isViewport(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function saveView(key: string | undefined, { x, y, zoom }: Viewport): void {
  if (key === undefined) return
  try {
    localStorage.setItem(storageKey(key), JSON.stringify({ x, y, zoom }))
  } catch {
    // Storage is full or forbidden: the view starts fitted next time.
  }
}

/** The view that shows a box completely, at most at its natural size. */
export function fitBox(box: Box, size: { width: number; height: number }): Viewport {
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

function storageKey(key: string): string {
  return `millrace.view.${key}`
}

function isViewport(value: unknown): value is Viewport {
  if (typeof value !== 'object' || value === null) return false
  const { x, y, zoom } = value as Record<string, unknown>
  return [x, y, zoom].every((one) => typeof one === 'number' && Number.isFinite(one)) && (zoom as number) > 0
}
