import { produce } from 'immer'
import { edgeKey, type GraphDocument, type GraphEdge, handleOf } from '../../graph/types.ts'
import { deleteNodes } from './edits/delete-nodes.ts'

type Ids = ReadonlySet<string>

/**
 * The edges of a side that removed nodes which the merge restores, without those that only stood in for these nodes: they
 * lead from what was before restored nodes to what followed.
 */
export function withoutBridges(
  base: GraphDocument,
  side: GraphDocument,
  other: GraphDocument,
  restored: Ids,
): readonly GraphEdge[] {
  const left = idsOf(side)
  const removed = new Set(base.nodes.map(({ id }) => id).filter((id) => !left.has(id)))
  if (removed.isDisjointFrom(restored)) return side.edges
  const known = new Set([...base.edges, ...other.edges].map(edgeKey))
  const next = Map.groupBy(base.edges, ({ source }) => source)
  const isBridge = (edge: GraphEdge) => {
    // A bridge keeps the output of the first edge that it replaces.
    const first = next.get(edge.source)?.filter((one) => handleOf(one) === handleOf(edge)) ?? []
    const waiting = first.map(({ target }) => ({ id: target, passed: false }))
    const seen = new Set<string>()
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (at.id === edge.target && at.passed) return true
      const passed = at.passed || restored.has(at.id)
      if (!removed.has(at.id) || seen.has(`${passed} ${at.id}`)) continue
      seen.add(`${passed} ${at.id}`)
      waiting.push(...(next.get(at.id) ?? []).map(({ target }) => ({ id: target, passed })))
    }
    return false
  }
  return side.edges.filter((edge) => known.has(edgeKey(edge)) || !isBridge(edge))
}

/** The edges of a side that keeps restored nodes. Where a neighbour of them goes, they are connected with what is beyond. */
export function withBridges(side: GraphDocument, merged: Ids, restored: Ids): readonly GraphEdge[] {
  const gone = side.nodes.map(({ id }) => id).filter((id) => !merged.has(id))
  if (gone.length === 0 || idsOf(side).isDisjointFrom(restored)) return side.edges
  const { edges } = produce(side, (draft) => deleteNodes(draft, gone))
  const known = new Set(side.edges.map(edgeKey))
  return edges.filter(
    (edge) => known.has(edgeKey(edge)) || restored.has(edge.source) || restored.has(edge.target),
  )
}

function idsOf({ nodes }: GraphDocument): Ids {
  return new Set(nodes.map(({ id }) => id))
}
