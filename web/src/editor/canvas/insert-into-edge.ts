import type { NodeTypes } from '../../graph/node-types.ts'
import { edgeKey, MAIN_HANDLE } from '../../graph/types.ts'
import { connectNodes, removeEdges } from '../model/edits/edges.ts'
import { type DocumentDraft, findNode } from '../model/edits/names.ts'

interface Insertion {
  readonly nodeId: string
  /** The key of the edge. */
  readonly edge: string
  readonly nodeTypes: NodeTypes
}

/** Puts a node without edges between two others: what was moved onto an edge becomes part of it. */
export function addNodeToEdge(draft: DocumentDraft, { nodeId, edge: key, nodeTypes }: Insertion): void {
  const edge = draft.edges.find((one) => edgeKey(one) === key)
  const node = findNode(draft, nodeId)
  if (edge === undefined || node === undefined) return
  const { source, target, sourceHandle } = edge
  const [first = MAIN_HANDLE] = nodeTypes.handlesOf(node)
  const handle = nodeTypes.isLoop(node.type) ? 'done' : first
  removeEdges(draft, [key])
  connectNodes(draft, { source, target: nodeId, ...(sourceHandle === undefined ? {} : { sourceHandle }) })
  connectNodes(draft, { source: nodeId, target, ...(handle === MAIN_HANDLE ? {} : { sourceHandle: handle }) })
}
