import type { Viewport } from '@xyflow/react'

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

function storageKey(key: string): string {
  return `millrace.view.${key}`
}

function isViewport(value: unknown): value is Viewport {
  if (typeof value !== 'object' || value === null) return false
  const { x, y, zoom } = value as Record<string, unknown>
  return [x, y, zoom].every((one) => typeof one === 'number' && Number.isFinite(one)) && (zoom as number) > 0
}
