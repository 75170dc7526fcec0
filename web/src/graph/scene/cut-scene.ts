import type { Scene, SceneEdge } from './build-scene.ts'
import { type Box, overlaps } from './geometry.ts'

/**
 * What of a scene lies in an area, with both ends of each edge that passes through it. Some nodes and edges are kept wherever they
 * are, such as selected ones.
 */
export function cutScene(scene: Scene, area: Box, isKept: (id: string) => boolean): Scene {
  const edges = scene.edges.filter((edge) => isKept(edge.id) || overlaps(boxOf(edge), area))
  const ends = new Set(edges.flatMap(({ source, target }) => [source, target]))
  const isShown = ({ id, box }: { readonly id: string; readonly box: Box }) =>
    overlaps(box, area) || isKept(id)
  return {
    cards: scene.cards.filter(({ node, box }) => overlaps(box, area) || ends.has(node.id) || isKept(node.id)),
    notes: scene.notes.filter(isShown),
    groups: scene.groups.filter(isShown),
    loops: scene.loops.filter(isShown),
    edges,
  }
}

function boxOf({ points }: SceneEdge): Box {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let [top, bottom] = [left, right]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  // A straight line has an extent, too.
  return { x: left - 1, y: top - 1, width: right - left + 2, height: bottom - top + 2 }
}
