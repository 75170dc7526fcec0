import { EACH_HANDLE, type GraphEdge, type GraphNode, type GraphProblem } from './graph.ts'

/** The whole drawing, or what is behind the `each` of one loop, without what is inside the loops in it. */
export interface GraphScope {
  readonly nodes: readonly GraphNode[]
  /** Edges between its nodes; in a loop also those that leave the loop at `each`. */
  readonly edges: readonly GraphEdge[]
}

export interface SplitGraph {
  readonly top: GraphScope
  /** By the id of the loop. */
  readonly bodies: ReadonlyMap<string, GraphScope>
  readonly problems: readonly GraphProblem[]
}

/**
 * Takes a drawing apart at its loops.
 *
 * 1. An edge that leads back to a loop from what only that loop leads to says "next item": people draw it, and it is left
 *    out. Every other circle stays for `findCycle` to report.
 * 2. The body of a loop is all that can be reached from its `each`. Nothing else may lead into it.
 * 3. A node belongs to the innermost body it is in.
 */
export function splitLoops(
  nodes: readonly GraphNode[],
  drawn: readonly GraphEdge[],
  isLoop: (node: GraphNode) => boolean,
): SplitGraph & { readonly edges: readonly GraphEdge[] } {
  const loops = nodes.filter(isLoop)
  if (loops.length === 0)
    return { top: { nodes, edges: drawn }, bodies: new Map(), problems: [], edges: drawn }

  const edges = dropBackEdges(nodes, drawn, loops)
  const successors = indexTargets(edges)
  const bodies = loops
    .map((loop) => ({ loop, members: reach(eachTargets(loop.id, edges), successors, loop.id) }))
    .sort((a, b) => a.members.size - b.members.size)
  const problems = bodies.flatMap(({ loop, members }) => findWaysIn(loop.id, members, edges))

  const home = new Map<string, string | undefined>()
  for (const { id } of nodes) home.set(id, bodies.find(({ members }) => members.has(id))?.loop.id)
  const scopeOf = (loopId: string | undefined): GraphScope => ({
    nodes: nodes.filter(({ id }) => home.get(id) === loopId),
    edges: edges.filter((edge) => scopeOfEdge(edge) === loopId),
  })
  const scopeOfEdge = ({ source, handle }: GraphEdge) =>
    handle === EACH_HANDLE && isLoopId.has(source) ? source : home.get(source)
  const isLoopId = new Set(loops.map(({ id }) => id))
  return {
    top: scopeOf(undefined),
    bodies: new Map(loops.map(({ id }) => [id, scopeOf(id)])),
    problems,
    edges,
  }
}

/** An edge leads back when every way from the start to its source passes the loop it leads to. */
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

/** Nodes nothing leads to; and loops that only their own body leads back to, when nothing else reaches them. */
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

function findWaysIn(
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
        `Node "${target}" is repeated by the loop "${loopId}", and ` +
        (source === loopId ? `the output "${handle}" of that loop` : `node "${source}" outside of it`) +
        ` leads to it too. What a loop repeats can be entered through its "each" alone.`,
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

/** All that can be reached from the given nodes, themselves included, without entering `closed`. */
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
