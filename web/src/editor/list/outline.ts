import type { NodeTypes } from '../../graph/node-types.ts'
import { type GraphDocument, type GraphNode, handleOf, isAnnotation } from '../../graph/types.ts'

/** A step in the list view. */
export interface OutlineRow {
  readonly node: GraphNode
  /** Branches and the bodies of loops are indented. */
  readonly depth: number
  /** The output by which the step is reached, if its predecessor has several. */
  readonly branch: string | undefined
  /** The step before it, for "connect" and "add before". */
  readonly from: string | undefined
}

/**
 * The graph as a list in the order in which it runs. A branch is indented below the step that decides it, and a step
 * where branches meet again follows all of them.
 */
export function outline(document: GraphDocument, nodeTypes: NodeTypes): readonly OutlineRow[] {
  const nodes = document.nodes.filter((node) => !isAnnotation(node))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const edges = document.edges.filter(({ source, target }) => byId.has(source) && byId.has(target))
  const incoming = new Map<string, number>()
  const outgoing = new Map<string, { target: string; handle: string }[]>()
  for (const edge of edges) {
    incoming.set(edge.target, (incoming.get(edge.target) ?? 0) + 1)
    const list = outgoing.get(edge.source) ?? []
    list.push({ target: edge.target, handle: handleOf(edge) })
    outgoing.set(edge.source, list)
  }
  const rows: OutlineRow[] = []
  const seen = new Set<string>()
  const arrived = new Map<string, { count: number; depth: number; others: boolean }>()

  const visit = (row: OutlineRow): void => {
    const { node, depth } = row
    if (seen.has(node.id)) return
    seen.add(node.id)
    rows.push(row)
    const handles = nodeTypes.handlesOf(node)
    const order = (handle: string) => {
      const index = handles.indexOf(handle)
      return index === -1 ? handles.length : index
    }
    const next = (outgoing.get(node.id) ?? []).toSorted(
      (one, other) => order(one.handle) - order(other.handle),
    )
    const branches = handles.length > 1 || next.length > 1
    for (const { target, handle } of next) {
      const following = byId.get(target)
      if (following === undefined) continue
      const inner = branches && handle !== 'done' ? depth + 1 : depth
      const state = arrived.get(target) ?? { count: 0, depth: inner, others: false }
      const all = {
        count: state.count + 1,
        depth: Math.min(state.depth, inner),
        others: state.others || state.count > 0,
      }
      arrived.set(target, all)
      // A step where branches meet waits until the last of them.
      if (all.count < (incoming.get(target) ?? 1)) continue
      visit({
        node: following,
        depth: all.others && all.depth > 0 && inner === all.depth ? all.depth - 1 : all.depth,
        branch: branches && !all.others ? handle : undefined,
        from: node.id,
      })
    }
  }

  const isStart = (node: GraphNode) => !incoming.has(node.id)
  const starts = nodes
    .filter(isStart)
    .toSorted((one, other) => Number(nodeTypes.isTrigger(other.type)) - Number(nodeTypes.isTrigger(one.type)))
  for (const node of starts) visit({ node, depth: 0, branch: undefined, from: undefined })
  // What is left is part of a cycle, or follows one.
  for (const node of nodes) visit({ node, depth: 0, branch: undefined, from: undefined })
  return rows
}
