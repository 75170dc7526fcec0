import { EACH_HANDLE, type GraphEdge, type GraphNode, type GraphProblem } from './graph.ts'

/** The top level of the graph, or the body of one loop, each without the bodies of nested loops. */
export interface GraphScope {
  readonly nodes: readonly GraphNode[]
  /** The edges between its nodes; in a loop body also those from the `each` handle of the loop. */
  readonly edges: readonly GraphEdge[]
}

export interface SplitGraph {
  readonly top: GraphScope
  /** By loop id. */
  readonly bodies: ReadonlyMap<string, GraphScope>
  readonly problems: readonly GraphProblem[]
}

/**
 * Splits a graph at its loops.
 *
 * 1. An edge back to a loop from a node that is reachable only through that loop means "next item". Users draw such edges,
 *    and they are dropped. Every other cycle remains for `findCycles` to report.
 * 2. The body of a loop is everything that is reachable from its `each` handle. No other edge may lead into it.
 * 3. A node belongs to the innermost body that contains it.
 */
export function splitLoops(
  nodes: readonly GraphNode[],
  allEdges: readonly GraphEdge[],
  isLoop: (node: GraphNode) => boolean,
): SplitGraph & { readonly edges: readonly GraphEdge[] } {
  const loops = nodes.filter(isLoop)
  if (loops.length === 0)
    return { top: { nodes, edges: allEdges }, bodies: new Map(), problems: [], edges: allEdges }

  const edges = dropBackEdges(nodes, allEdges, loops)
  const successors = indexTargets(edges)
  const bodies = loops
    .map((loop) => ({ loop, members: reach(eachTargets(loop.id, edges), successors, loop.id) }))
    .sort((a, b) => a.members.size - b.members.size)
  const problems = bodies.flatMap(({ loop, members }) => findEntries(loop.id, members, edges))

  const loopOf = new Map<string, string | undefined>()
  for (const { id } of nodes) loopOf.set(id, bodies.find(({ members }) => members.has(id))?.loop.id)
  const scopeOf = (loopId: string | undefined): GraphScope => ({
    nodes: nodes.filter(({ id }) => loopOf.get(id) === loopId),
    edges: edges.filter((edge) => scopeOfEdge(edge) === loopId),
  })
  const scopeOfEdge = ({ source, handle }: GraphEdge) =>
    handle === EACH_HANDLE && isLoopId.has(source) ? source : loopOf.get(source)
  const isLoopId = new Set(loops.map(({ id }) => id))
  return {
    top: scopeOf(undefined),
    bodies: new Map(loops.map(({ id }) => [id, scopeOf(id)])),
    problems,
    edges,
  }
}

/** A back edge leads to a loop that lies on every path from the start to the source of the edge. */
function dropBackEdges(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  loops: readonly GraphNode[],
): readonly GraphEdge[] {
  const successors = indexTargets(edges)
  const starts = findStarts(nodes, edges, loops, successors)
  const withoutLoop = new Map(
    loops.map(({ id }) => [
      id,
      reach(
        starts.filter((start) => start !== id),
        successors,
        id,
      ),
    ]),
  )
  return edges.filter(({ source, target }) => withoutLoop.get(target)?.has(source) ?? true)
}

/** Nodes without incoming edges, and loops whose only incoming edges come from their own body. */
function findStarts(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  loops: readonly GraphNode[],
  successors: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const targets = new Set(edges.map(({ target }) => target))
  const starts = nodes.filter(({ id }) => !targets.has(id)).map(({ id }) => id)
  const reached = reach(starts, successors)
  for (const { id } of loops) {
    if (reached.has(id)) continue
    const own = reach(eachTargets(id, edges), successors, id)
    if (!edges.every(({ source, target }) => target !== id || own.has(source))) continue
    starts.push(id)
    for (const more of reach([id], successors)) reached.add(more)
  }
  return starts
}

function findEntries(
  loopId: string,
  members: ReadonlySet<string>,
  edges: readonly GraphEdge[],
): readonly GraphProblem[] {
  return edges
    .filter(({ source, target, handle }) => {
      if (!members.has(target) || members.has(source)) return false
      return source !== loopId || handle !== EACH_HANDLE
    })
    .map(({ source, target, handle }) => ({
      nodeId: target,
      message:
        `Node "${target}" is in the body of loop "${loopId}", but ` +
        (source === loopId ? `the handle "${handle}" of that loop` : `node "${source}" outside the loop`) +
        ` also leads to it. The body of a loop can be entered only through its "each" handle.`,
    }))
}

function eachTargets(loopId: string, edges: readonly GraphEdge[]): readonly string[] {
  return edges
    .filter(({ source, handle }) => source === loopId && handle === EACH_HANDLE)
    .map(({ target }) => target)
    .filter((target) => target !== loopId)
}

function indexTargets(edges: readonly GraphEdge[]): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, string[]>()
  for (const { source, target } of edges) {
    const known = targets.get(source)
    if (known === undefined) targets.set(source, [target])
    else known.push(target)
  }
  return targets
}

/** The nodes that are reachable from the given nodes, including themselves, without entering `closed`. */
export function reach(
  from: readonly string[],
  successors: ReadonlyMap<string, readonly string[]>,
  closed?: string,
): Set<string> {
  const reached = new Set(from)
  const open = [...from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const target of successors.get(id) ?? []) {
      if (target === closed || reached.has(target)) continue
      reached.add(target)
      open.push(target)
    }
  }
  return reached
}
