import { edgeKey, type GraphEdge, handleOf } from '../../../graph/types.ts'
import { removeFromGroups } from './groups.ts'
import type { DocumentDraft } from './names.ts'

type Edges = DocumentDraft['edges']

/**
 * Deletes nodes and connects what led to them with what followed.
 *
 * 1. The incoming edge keeps its handle and its members, so a branch stays the branch it was.
 * 2. Nothing is connected where it would change the meaning: a node whose outputs lead to different nodes (an `if` with
 *    both branches in use), the body of a loop, and the `error` output.
 * 3. Nodes with one output in use go first, so that a branch that is deleted with all its arms closes.
 */
export function deleteNodes(draft: DocumentDraft, ids: Iterable<string>): void {
  const open = new Set(ids).intersection(new Set(draft.nodes.map(({ id }) => id)))
  const deleted = new Set(open)
  let edges = draft.edges
  for (;;) {
    const next = [...open].find((id) => continuations(edges, id) !== undefined) ?? [...open][0]
    if (next === undefined) break
    open.delete(next)
    edges = bridge(edges, next)
  }
  if (edges !== draft.edges) draft.edges = edges
  if (deleted.size > 0) draft.nodes = draft.nodes.filter(({ id }) => !deleted.has(id))
  removeFromGroups(draft, deleted)
}

/** Where a run would continue without the node; undefined if that depends on its result. */
function continuations(edges: Edges, id: string): ReadonlySet<string> | undefined {
  const targets = new Map<string, Set<string>>()
  for (const edge of edges) {
    if (edge.source !== id || edge.target === id || handleOf(edge) === 'error') continue
    const known = targets.get(handleOf(edge)) ?? new Set<string>()
    targets.set(handleOf(edge), known.add(edge.target))
  }
  if (targets.has('each')) return undefined
  const [first, ...others] = targets.values()
  if (first === undefined) return new Set()
  return others.every((other) => other.symmetricDifference(first).size === 0) ? first : undefined
}

/** Removes a node from the edges. The new edges stand where the incoming ones stood, because the order has a meaning. */
function bridge(edges: Edges, id: string): Edges {
  const targets = continuations(edges, id) ?? new Set<string>()
  const keys = new Set(edges.filter((edge) => edge.source !== id && edge.target !== id).map(edgeKey))
  return edges.flatMap((edge) => {
    if (edge.source === id) return []
    if (edge.target !== id) return [edge]
    const added = [...targets]
      .map((target, index): GraphEdge => (index === 0 ? { ...edge, target } : withoutId({ ...edge, target })))
      .filter((one) => one.source !== one.target && !keys.has(edgeKey(one)))
    for (const one of added) keys.add(edgeKey(one))
    return added
  })
}

function withoutId({ id: _, ...edge }: GraphEdge): GraphEdge {
  return edge
}
