import dagre from '@dagrejs/dagre'
import {
  coordGreedy,
  decrossTwoLayer,
  graphConnect,
  layeringLongestPath,
  sugiyama,
  twolayerGreedy,
} from 'd3-dag'

export interface LayoutNode {
  readonly id: string
  readonly width: number
  readonly height: number
}

export interface LayoutEdge {
  readonly source: string
  readonly target: string
}

export interface LayoutRequest {
  readonly nodes: readonly LayoutNode[]
  /** The edges of a node in the order of its outputs, from top to bottom. */
  readonly edges: readonly LayoutEdge[]
  /** The space between two columns, if the labels of the outputs need more than usual. */
  readonly along?: number
}

export type LayoutResult = readonly (readonly [id: string, x: number, y: number])[]

const GAP = { between: 48, along: 96 }
const GRID = 20
/** Dagre gives the nicer result, but its time grows faster than the graph. */
const DAGRE_LIMIT = 500

/** Positions from left to right in the direction of the edges. Graphs that are not connected are stacked. */
export function arrange(request: LayoutRequest): LayoutResult {
  const known = new Set(request.nodes.map(({ id }) => id))
  const edges = withoutCycles(
    request.edges.filter(({ source, target }) => source !== target && known.has(source) && known.has(target)),
  )
  const along = Math.max(GAP.along, request.along ?? 0)
  const positions =
    request.nodes.length <= DAGRE_LIMIT
      ? arrangeSmall(request.nodes, edges, along)
      : arrangeLarge(request.nodes, edges, along)
  return positions.map(([id, x, y]) => [id, snap(x), snap(y)])
}

function arrangeSmall(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  along: number,
): LayoutResult {
  const graph = new dagre.graphlib.Graph({ multigraph: false })
  graph.setGraph({ rankdir: 'LR', nodesep: GAP.between, ranksep: along, ranker: 'network-simplex' })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  for (const { source, target } of edges) graph.setEdge(source, target)
  dagre.layout(graph, { constraints: orderSiblings(edges) })
  return nodes.map(({ id, width, height }) => {
    const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number }
    return [id, x - width / 2, y - height / 2] as const
  })
}

/** Branches stand in the order of their outputs, unless they meet again right away. */
function orderSiblings(edges: readonly LayoutEdge[]): { left: string; right: string }[] {
  const incoming = new Map<string, number>()
  for (const { target } of edges) incoming.set(target, (incoming.get(target) ?? 0) + 1)
  const last = new Map<string, string>()
  const constraints: { left: string; right: string }[] = []
  for (const { source, target } of edges) {
    if (incoming.get(target) !== 1) continue
    const before = last.get(source)
    if (before !== undefined) constraints.push({ left: before, right: target })
    last.set(source, target)
  }
  return constraints
}

function arrangeLarge(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  along: number,
): LayoutResult {
  const sizes = new Map(nodes.map((node) => [node.id, node]))
  const linked = new Set(edges.flatMap(({ source, target }) => [source, target]))
  const single = nodes.filter(({ id }) => !linked.has(id))
  const create = graphConnect()
    .sourceId(({ source }: LayoutEdge) => source)
    .targetId(({ target }: LayoutEdge) => target)
  const graph = create([...edges])
  const sizeOf = (id: string) => sizes.get(id) ?? { width: 0, height: 0 }
  // The library arranges from top to bottom: width and height are exchanged.
  const layout = sugiyama()
    .layering(layeringLongestPath())
    .decross(decrossTwoLayer().order(twolayerGreedy()).passes(2))
    .coord(coordGreedy())
    .nodeSize((node: { data: string }) => [sizeOf(node.data).height, sizeOf(node.data).width])
    .gap([GAP.between, along])
  layout(graph)
  const placed: [string, number, number][] = []
  let bottom = 0
  for (const node of graph.nodes()) {
    const { width, height } = sizeOf(node.data)
    placed.push([node.data, node.y - width / 2, node.x - height / 2])
    bottom = Math.max(bottom, node.x + height / 2)
  }
  // Nodes without edges: rows below the rest.
  const columns = Math.max(1, Math.ceil(Math.sqrt(single.length)))
  for (const [index, { id, width, height }] of single.entries())
    placed.push([
      id,
      (index % columns) * (width + GAP.between),
      bottom + GAP.between + Math.floor(index / columns) * (height + GAP.between),
    ])
  return placed
}

/** Leaves out the edges that lead back to a node on the way to them. */
function withoutCycles(edges: readonly LayoutEdge[]): readonly LayoutEdge[] {
  const leaving = new Map<string, LayoutEdge[]>()
  for (const edge of edges) {
    const list = leaving.get(edge.source)
    if (list === undefined) leaving.set(edge.source, [edge])
    else list.push(edge)
  }
  const state = new Map<string, 'open' | 'done'>()
  const kept: LayoutEdge[] = []
  for (const start of leaving.keys()) {
    if (state.has(start)) continue
    const stack = [{ id: start, next: 0 }]
    state.set(start, 'open')
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const edge = leaving.get(top.id)?.[top.next]
      top.next += 1
      if (edge === undefined) {
        state.set(top.id, 'done')
        stack.pop()
        continue
      }
      const seen = state.get(edge.target)
      if (seen === 'open') continue
      kept.push(edge)
      if (seen === undefined) {
        state.set(edge.target, 'open')
        stack.push({ id: edge.target, next: 0 })
      }
    }
  }
  return kept
}

function snap(value: number): number {
  return Math.round(value / GRID) * GRID
}
