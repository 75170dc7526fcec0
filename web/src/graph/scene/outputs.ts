import { outputName } from '../../texts/graph.ts'
import type { GraphEdge, GraphNode } from '../types.ts'
import { edgeKey, handleOf } from '../types.ts'
import { CARD_WIDTH, cardHeight, outputOffset, type Point } from './geometry.ts'
import type { Side } from './route-edge.ts'

/** An output of a card and where it leaves it. */
export interface Output {
  readonly handle: string
  readonly side: Extract<Side, 'right' | 'bottom'>
  /** The centre of the handle, from the top left corner of the card. */
  readonly at: Point
  /** The only edge that leaves here, if there is exactly one. */
  readonly edge: string | undefined
  readonly edges: number
}

interface Layout {
  readonly outputs: readonly Output[]
  readonly height: number
}

/**
 * Decides where the outputs of a card are. An output whose targets are all straight below leaves at the bottom, every
 * other one on the right.
 */
export function arrangeOutputs(
  position: Point,
  handles: readonly string[],
  outgoing: readonly GraphEdge[],
  positionOf: (id: string) => Point | undefined,
): Layout {
  const byHandle = new Map<string, GraphEdge[]>(handles.map((handle) => [handle, []]))
  for (const edge of outgoing) {
    // An edge may leave an output that the node no longer has. It stays visible until it is removed.
    const list = byHandle.get(handleOf(edge))
    if (list === undefined) byHandle.set(handleOf(edge), [edge])
    else list.push(edge)
  }
  const sides = [...byHandle].map(([handle, edges]) => ({
    handle,
    edges,
    side:
      edges.length > 0 && edges.every((edge) => isBelow(position, positionOf(edge.target)))
        ? 'bottom'
        : 'right',
  }))
  const right = sides.filter(({ side }) => side === 'right')
  const bottom = sides.filter(({ side }) => side === 'bottom')
  const height = cardHeight(right.length)
  const outputs = sides.map(({ handle, edges, side }): Output => {
    const index = (side === 'right' ? right : bottom).findIndex((one) => one.handle === handle)
    const at =
      side === 'right'
        ? { x: CARD_WIDTH, y: outputOffset(index, right.length, height) }
        : { x: (CARD_WIDTH * (index + 1)) / (bottom.length + 1), y: height }
    const [only] = edges
    return {
      handle,
      side: side as Output['side'],
      at,
      edge: edges.length === 1 && only !== undefined ? edgeKey(only) : undefined,
      edges: edges.length,
    }
  })
  return { outputs, height }
}

/** About how far the labels reach that an edge passes on its way up or down to its target: its own, and those between. */
export function labelsWidth(outputs: readonly Output[], from: Output, targetY: number): number {
  if (outputs.length < 2) return 0
  const top = Math.min(from.at.y, targetY)
  const bottom = Math.max(from.at.y, targetY)
  const passed = outputs.filter(({ side, at }) => side === 'right' && at.y >= top && at.y <= bottom)
  return Math.max(0, ...passed.map(({ handle }) => 28 + Math.min(outputName(handle).length, 16) * 6))
}

const PORT = { left: 10, letter: 6, padding: 8, longest: 112, gap: 4, button: 20, margin: 12 }

/** The space to the right of a card that the labels and buttons of its outputs take. */
export function spaceForOutputs(handles: readonly string[]): number {
  const longest = Math.max(0, ...handles.map((handle) => outputName(handle).length))
  const label = longest === 0 ? 0 : Math.min(PORT.longest, PORT.padding + longest * PORT.letter) + PORT.gap
  return PORT.left + label + PORT.button + PORT.margin
}

function isBelow(source: Point, target: Point | undefined): boolean {
  return (
    target !== undefined && Math.abs(target.x - source.x) < CARD_WIDTH * 0.75 && target.y - source.y >= 96
  )
}

export function positionOrOrigin(node: GraphNode): Point {
  const { x, y } = node.position ?? {}
  return { x: isNumber(x) ? x : 0, y: isNumber(y) ? y : 0 }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
