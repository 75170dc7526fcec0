import { isAnnotation, type Position } from '../../../graph/types.ts'

/** The size of a node card and the smallest gaps between cards. */
export const NODE_WIDTH = 232
export const NODE_HEIGHT = 64
export const GAP_X = 72
export const GAP_Y = 32

interface Placed {
  readonly position?: Position
  readonly type?: string
  readonly data?: Readonly<Record<string, unknown>>
}

export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Notes have a size of their own. */
export function sizeOf(node: Placed): { width: number; height: number } {
  const { width, height } = node.type === 'note' ? (node.data ?? {}) : {}
  return {
    width: typeof width === 'number' && width > 0 ? width : NODE_WIDTH,
    height: typeof height === 'number' && height > 0 ? height : NODE_HEIGHT,
  }
}

export function boundsOf(nodes: readonly Placed[]): Bounds | undefined {
  const placed = nodes.filter((node) => node.position !== undefined)
  if (placed.length === 0) return undefined
  const boxes = placed.map((node) => {
    const { x, y } = node.position as Position
    const { width, height } = sizeOf(node)
    return { left: x, top: y, right: x + width, bottom: y + height }
  })
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  }
}

/** The wanted position, or the next free one below it. */
export function findFreePosition(
  nodes: readonly (Placed & { readonly type: string })[],
  wanted: Position,
): Position {
  const taken = nodes.filter((node) => !isAnnotation(node)).flatMap(({ position }) => position ?? [])
  let { y } = wanted
  while (taken.some((other) => isTooClose(other, { x: wanted.x, y }))) y += NODE_HEIGHT + GAP_Y
  return { x: wanted.x, y }
}

/** Whether two cards overlap or nearly touch. */
export function isTooClose(a: Position, b: Position): boolean {
  return Math.abs(a.x - b.x) < NODE_WIDTH + GAP_Y / 2 && Math.abs(a.y - b.y) < NODE_HEIGHT + GAP_Y / 2
}
