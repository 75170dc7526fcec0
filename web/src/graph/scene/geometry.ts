/** Sizes of what the canvas shows. They are fixed, so nothing is measured before the first paint. */

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

export const CARD_WIDTH = 232
export const CARD_HEIGHT = 64
const OUTPUT_SPACING = 24
export const GRID = 20

/** A card grows when its outputs would not fit on its right side. */
export function cardHeight(outputsOnTheRight: number): number {
  return outputsOnTheRight <= 2 ? CARD_HEIGHT : CARD_HEIGHT + (outputsOnTheRight - 2) * OUTPUT_SPACING
}

/** The vertical position of an output on the right side, from the top of the card. */
export function outputOffset(index: number, count: number, height: number): number {
  return height / 2 + (index - (count - 1) / 2) * OUTPUT_SPACING
}

export function boundsOf(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined
  let left = Number.POSITIVE_INFINITY
  let top = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  for (const box of boxes) {
    left = Math.min(left, box.x)
    top = Math.min(top, box.y)
    right = Math.max(right, box.x + box.width)
    bottom = Math.max(bottom, box.y + box.height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

export function contains(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  )
}

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}
