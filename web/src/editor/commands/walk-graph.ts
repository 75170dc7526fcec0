import { CARD_HEIGHT, CARD_WIDTH, type Point } from '../../graph/scene/geometry.ts'
import { type GraphDocument, isAnnotation } from '../../graph/types.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

/**
 * The node that an arrow key leads to: right and left follow the edges, up and down go to the nearest card there. Without
 * an edge, right and left go to the nearest card too.
 */
export function findNeighbour(
  document: GraphDocument,
  from: string | undefined,
  direction: Direction,
): string | undefined {
  if (from === undefined) return firstNode(document)
  if (direction === 'right') {
    const next = document.edges.find(({ source }) => source === from)?.target
    if (next !== undefined) return next
  }
  if (direction === 'left') {
    const previous = document.edges.find(({ target }) => target === from)?.source
    if (previous !== undefined) return previous
  }
  return nearest(document, from, direction)
}

/** All nodes that follow, or that lead to, the given ones, which are included. */
export function collectStream(
  document: GraphDocument,
  from: Iterable<string>,
  direction: 'upstream' | 'downstream',
): ReadonlySet<string> {
  const next = new Map<string, string[]>()
  for (const { source, target } of document.edges) {
    const [start, end] = direction === 'downstream' ? [source, target] : [target, source]
    const list = next.get(start)
    if (list === undefined) next.set(start, [end])
    else list.push(end)
  }
  const found = new Set<string>()
  const waiting = [...from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(next.get(id) ?? []))
  }
  return found
}

/**
 * The nodes that remain without the given ones, the best place to continue from first: what led to them, what followed,
 * and then the nearest ones.
 */
export function listSuccessors(document: GraphDocument, gone: readonly string[]): readonly string[] {
  const removed = new Set(gone)
  const start = gone[0] === undefined ? undefined : centerOf(document, gone[0])
  const distanceOf = (id: string) => {
    const center = centerOf(document, id)
    if (start === undefined || center === undefined) return Number.MAX_VALUE
    return Math.hypot(center.x - start.x, center.y - start.y)
  }
  const near = document.nodes
    .map(({ id }) => ({ id, distance: distanceOf(id) }))
    .toSorted((a, b) => a.distance - b.distance)
  const ordered = [
    ...collectStream(document, gone, 'upstream'),
    ...collectStream(document, gone, 'downstream'),
    ...near.map(({ id }) => id),
  ]
  return [...new Set(ordered)].filter((id) => !removed.has(id))
}

function firstNode(document: GraphDocument): string | undefined {
  const entered = new Set(document.edges.map(({ target }) => target))
  const nodes = document.nodes.filter((node) => !isAnnotation(node))
  return (nodes.find(({ id }) => !entered.has(id)) ?? nodes[0])?.id
}

function nearest(document: GraphDocument, from: string, direction: Direction): string | undefined {
  const start = centerOf(document, from)
  if (start === undefined) return undefined
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const { id } of document.nodes) {
    const center = id === from ? undefined : centerOf(document, id)
    if (center === undefined) continue
    const dx = center.x - start.x
    const dy = center.y - start.y
    const [ahead, aside] = {
      right: [dx, dy],
      left: [-dx, dy],
      down: [dy, dx],
      up: [-dy, dx],
    }[direction] as [number, number]
    if (ahead <= 8) continue
    const distance = ahead + Math.abs(aside) * 2
    if (distance < least) {
      least = distance
      best = id
    }
  }
  return best
}

function centerOf(document: GraphDocument, id: string): Point | undefined {
  const position = document.nodes.find((node) => node.id === id)?.position
  return position === undefined
    ? undefined
    : { x: position.x + CARD_WIDTH / 2, y: position.y + CARD_HEIGHT / 2 }
}
