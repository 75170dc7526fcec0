import { edgeKey, MAIN_HANDLE } from '../../../graph/types.ts'
import type { DocumentDraft } from './names.ts'

export interface NewEdge {
  readonly source: string
  readonly target: string
  readonly sourceHandle?: string
}

/** Connects two nodes. Returns the key of the edge; undefined if it would lead from a node to itself or to no node. */
export function connectNodes(draft: DocumentDraft, edge: NewEdge): string | undefined {
  const ids = new Set(draft.nodes.map(({ id }) => id))
  if (edge.source === edge.target || !ids.has(edge.source) || !ids.has(edge.target)) return undefined
  const handle = edge.sourceHandle ?? MAIN_HANDLE
  const added = {
    source: edge.source,
    target: edge.target,
    ...(handle !== MAIN_HANDLE && { sourceHandle: handle }),
  }
  const key = edgeKey(added)
  if (!draft.edges.some((one) => edgeKey(one) === key)) draft.edges.push(added)
  return key
}

export function removeEdges(draft: DocumentDraft, keys: Iterable<string>): void {
  const removed = new Set(keys)
  draft.edges = draft.edges.filter((edge) => !removed.has(edgeKey(edge)))
}
