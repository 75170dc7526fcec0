import { EACH_HANDLE, type GraphEdge, type GraphNode, type GraphProblem } from './graph.ts'

/**
 * The nodes that run together: the graph itself without the bodies of its loops, or the body of one loop without the
 * bodies of the loops inside it.
 */
export interface Scope {
  /** The loop whose body this is; null for the graph itself. */
  readonly loopId: string | null
  readonly nodes: readonly GraphNode[]
  /** Edges between these nodes. */
  readonly edges: readonly GraphEdge[]
  /** Of a body: the nodes that the loop's `each` leads to. */
  readonly entries: readonly string[]
}

export interface LoopScopes {
  /** By the loop they belong to; the graph itself under null. */
  readonly scopes: ReadonlyMap<string | null, Scope>
  readonly problems: readonly GraphProblem[]
}

/**
 * Splits a graph at its loops. What is behind `each` is the body of a loop and must be reached through it alone; an edge
 * from a body back to its loop closes the circle as people draw it and means nothing more.
 */
export function splitAtLoops(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  isLoop: (node: GraphNode) => boolean,
): LoopScopes {
  const bodies = new Map<string, ReadonlySet<string>>()
  for (const node of nodes) if (isLoop(node)) bodies.set(node.id, findBody(node.id, edges))
  const inner = edges.filter((edge) => bodies.get(edge.target)?.has(edge.source) !== true)
  const problems = findIntruders(bodies, inner)
  const homes = new Map(nodes.map((node) => [node.id, findHome(node.id, bodies)]))

  const scopes = new Map<string | null, Scope>()
  for (const loopId of [null, ...bodies.keys()]) {
    const isHere = (id: string) => homes.get(id) === loopId
    scopes.set(loopId, {
      loopId,
      nodes: nodes.filter((node) => isHere(node.id)),
      edges: inner.filter(({ source, target }) => isHere(source) && isHere(target)),
      entries: [...new Set(inner.filter((edge) => isEntry(edge, loopId)).map((edge) => edge.target))],
    })
  }
  return { scopes, problems }
}

function isEntry(edge: GraphEdge, loopId: string | null): boolean {
  return edge.source === loopId && edge.handle === EACH_HANDLE
}

/** Everything that can be reached from `each` without passing the loop itself. */
function findBody(loopId: string, edges: readonly GraphEdge[]): Set<string> {
  const body = new Set<string>()
  const waiting = edges.filter((edge) => isEntry(edge, loopId)).map((edge) => edge.target)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === loopId || body.has(id)) continue
    body.add(id)
    for (const edge of edges) if (edge.source === id) waiting.push(edge.target)
  }
  return body
}

/** The innermost loop around a node: the one with the smallest body that holds it. */
function findHome(nodeId: string, bodies: ReadonlyMap<string, ReadonlySet<string>>): string | null {
  let home: string | null = null
  let smallest = Number.POSITIVE_INFINITY
  for (const [loopId, body] of bodies) {
    if (body.has(nodeId) && body.size < smallest) [home, smallest] = [loopId, body.size]
  }
  return home
}

function findIntruders(
  bodies: ReadonlyMap<string, ReadonlySet<string>>,
  edges: readonly GraphEdge[],
): GraphProblem[] {
  const problems: GraphProblem[] = []
  for (const [loopId, body] of bodies) {
    for (const edge of edges) {
      if (!body.has(edge.target) || body.has(edge.source) || isEntry(edge, loopId)) continue
      problems.push({
        nodeId: edge.target,
        message:
          `Node "${edge.target}" is inside the loop "${loopId}" and is also reached from "${edge.source}" outside of it. ` +
          'Go on after the loop from its `done` output.',
      })
    }
  }
  return problems
}
