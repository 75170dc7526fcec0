import type { Scene, SceneCard } from './build-scene.ts'
import type { Box, Point } from './geometry.ts'
import { distanceToRoute } from './route-edge.ts'

/** How far from an edge the pointer may be to mean it. */
const EDGE_DISTANCE = 28

export interface GraphTarget {
  readonly nodeId?: string
  readonly edge?: string
  /** In coordinates of the graph. */
  readonly at: Point
}

/** What is at a point: a node, a note or else an edge nearby. */
export function findTarget(scene: Scene, at: Point): GraphTarget {
  const note = scene.notes.find(({ box }) => contains(box, at))
  const nodeId = findCard(scene, at)?.node.id ?? note?.id
  if (nodeId !== undefined) return { nodeId, at }
  const edge = nearestEdge(scene, at)
  return edge === undefined ? { at } : { edge, at }
}

export function findCard(scene: Scene, at: Point): SceneCard | undefined {
  return scene.cards.find(({ box }) => contains(box, at))
}

/** The edge that a node without edges lies on. */
export function edgeUnder(scene: Scene, nodeId: string): string | undefined {
  const card = scene.cards.find(({ node }) => node.id === nodeId)
  if (card === undefined || !card.hasInput) return undefined
  if (scene.edges.some(({ edge }) => edge.source === nodeId || edge.target === nodeId)) return undefined
  return nearestEdge(scene, { x: card.box.x + card.box.width / 2, y: card.box.y + card.box.height / 2 })
}

function nearestEdge(scene: Scene, at: Point): string | undefined {
  let nearest: string | undefined
  let least = EDGE_DISTANCE
  for (const { id, points } of scene.edges) {
    const distance = distanceToRoute(points, at)
    if (distance < least) {
      least = distance
      nearest = id
    }
  }
  return nearest
}

function contains(box: Box, { x, y }: Point): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}
