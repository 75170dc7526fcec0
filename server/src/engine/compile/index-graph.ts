import type { GraphEdge, GraphNode, GraphScope } from '#domain/index.ts'

/** A drawing, or the body of a loop, as the engine walks it. */
export interface GraphIndex {
  readonly nodes: ReadonlyMap<string, GraphNode>
  readonly incoming: ReadonlyMap<string, readonly GraphEdge[]>
  readonly outgoing: ReadonlyMap<string, readonly GraphEdge[]>
  /** Nodes no edge leads to, in the order of the drawing. */
  readonly first: readonly GraphNode[]
  /** Edges that lead to each node, to start counting from. */
  readonly incomingCounts: ReadonlyMap<string, number>
}

export function indexGraph(scope: GraphScope): GraphIndex {
  const incoming = new Map<string, GraphEdge[]>()
  const outgoing = new Map<string, GraphEdge[]>()
  for (const edge of scope.edges) {
    append(incoming, edge.target, edge)
    append(outgoing, edge.source, edge)
  }
  return {
    nodes: new Map(scope.nodes.map((node) => [node.id, node])),
    incoming,
    outgoing,
    first: scope.nodes.filter((node) => !incoming.has(node.id)),
    incomingCounts: new Map([...incoming].map(([id, edges]) => [id, edges.length])),
  }
}

export interface Roots {
  /** The trigger the run begins at; undefined when the drawing has none. */
  readonly trigger: string | undefined
  /** The nodes a run begins with. */
  readonly taken: readonly string[]
  /** Triggers that did not fire. */
  readonly skipped: readonly string[]
}

/**
 * Of several triggers only the one that fired is taken. A run by API or by hand fires `start`; where there is none, the
 * first trigger stands in for it.
 */
export function chooseRoots(
  graph: GraphIndex,
  isTrigger: (type: string) => boolean,
  firedId: string | null,
): Roots {
  const triggers = graph.first.filter((node) => isTrigger(node.type))
  const fired =
    triggers.find((node) => node.id === firedId) ??
    triggers.find((node) => node.type === 'start') ??
    triggers[0]
  const skipped = triggers.filter((node) => node !== fired)
  return {
    trigger: fired?.id,
    taken: graph.first.filter((node) => !skipped.includes(node)).map((node) => node.id),
    skipped: skipped.map((node) => node.id),
  }
}

function append(edges: Map<string, GraphEdge[]>, id: string, edge: GraphEdge): void {
  const known = edges.get(id)
  if (known === undefined) edges.set(id, [edge])
  else known.push(edge)
}
