import type { Graph, GraphEdge } from '#domain/graph/graph.ts'
import type { GraphIndex } from './run-state.ts'

/**
 * Of several triggers only the one that fired is taken. A run by API or by hand fires `start`; where there is none, the
 * first trigger stands in for it.
 */
export function indexGraph(graph: Graph, isTrigger: (type: string) => boolean): GraphIndex {
  const incoming = new Map<string, GraphEdge[]>()
  const outgoing = new Map<string, GraphEdge[]>()
  for (const edge of graph.edges) {
    append(incoming, edge.target, edge)
    append(outgoing, edge.source, edge)
  }
  const first = graph.nodes.filter((node) => !incoming.has(node.id))
  const triggers = first.filter((node) => isTrigger(node.type))
  const fired = triggers.find((node) => node.type === 'start') ?? triggers[0]
  const skipped = triggers.filter((node) => node !== fired)
  return {
    nodes: new Map(graph.nodes.map((node) => [node.id, node])),
    incoming,
    outgoing,
    roots: first.filter((node) => !skipped.includes(node)).map((node) => node.id),
    skippedRoots: skipped.map((node) => node.id),
  }
}

function append(edges: Map<string, GraphEdge[]>, id: string, edge: GraphEdge): void {
  const known = edges.get(id)
  if (known === undefined) edges.set(id, [edge])
  else known.push(edge)
}
