import type { GraphEdge, GraphNode, GraphScope } from '#domain/index.ts'

/** A graph, or the body of a loop, indexed for traversal. */
export interface GraphIndex {
  readonly nodes: ReadonlyMap<string, GraphNode>
  readonly incoming: ReadonlyMap<string, readonly GraphEdge[]>
  readonly outgoing: ReadonlyMap<string, readonly GraphEdge[]>
  /** Nodes without incoming edges, in the order of the definition. */
  readonly first: readonly GraphNode[]
  /** Number of incoming edges by node. */
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
  /** The trigger the run starts from; undefined when the graph has none. */
  readonly trigger: string | undefined
  /** The nodes a run starts with. */
  readonly taken: readonly string[]
  /** Triggers that did not fire. */
  readonly skipped: readonly string[]
}

/**
 * Takes the trigger that fired and skips the others. A run by API or by hand fires `start`; without one, the first trigger
 * takes its role.
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
