import { EACH_HANDLE, type GraphEdge, type GraphScope } from '#domain/index.ts'

interface WholeGraph {
  readonly edges: readonly GraphEdge[]
  readonly bodies: ReadonlyMap<string, GraphScope>
}

/**
 * The node and everything that it depends on: the nodes that lead to it, the loops around it, and the bodies of loops whose
 * results it needs.
 */
export function nodesUntil(graph: WholeGraph, until: string): ReadonlySet<string> {
  const incoming = Map.groupBy(graph.edges, ({ target }) => target)
  const needed = new Set<string>()
  const complete = new Set<string>()
  const pending: { readonly id: string; readonly needsBody: boolean }[] = [{ id: until, needsBody: true }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { id, needsBody } = next
    if (!needed.has(id)) {
      needed.add(id)
      for (const edge of incoming.get(id) ?? []) pending.push(sourceOf(edge))
    }
    if (!needsBody || complete.has(id)) continue
    complete.add(id)
    for (const node of graph.bodies.get(id)?.nodes ?? []) pending.push({ id: node.id, needsBody: true })
  }
  return needed
}

/** A node in the body of a loop needs the loop, but not the rest of the body. */
function sourceOf({ source, handle }: GraphEdge) {
  return { id: source, needsBody: handle !== EACH_HANDLE }
}
