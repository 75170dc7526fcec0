import { edgeKey, isAnnotation, MAIN_HANDLE, type JsonValue, type Position } from '../../../graph/types.ts'
import { findFreePosition, GAP_X, GAP_Y, isTooClose, NODE_HEIGHT, NODE_WIDTH } from './geometry.ts'
import { joinGroupOf } from './groups.ts'
import {
  type DocumentDraft,
  findNode,
  newNodeId,
  type NodeDraft,
  nodeIds,
  takenNames,
  uniqueName,
} from './names.ts'

export interface NewNode {
  readonly type: string
  /** Made unique. Without it, the name is derived from the type. */
  readonly name?: string
  readonly data?: Readonly<Record<string, JsonValue>>
  readonly credential_id?: string
  readonly position?: Position
  /** Connects the node to this output of another node. */
  readonly after?: { readonly nodeId: string; readonly handle?: string }
  /** The key of an edge to insert the node into. */
  readonly onEdge?: string
  /** The output of the new node that continues the edge. */
  readonly continueAt?: string
  /** The space that the outputs of a node need to its right. */
  readonly spaceAfter?: SpaceAfter | undefined
}

type SpaceAfter = (node: NodeDraft) => number

/** From the left side of a node to that of the next one. */
function columnOf(node: NodeDraft, spaceAfter: SpaceAfter | undefined): number {
  return NODE_WIDTH + Math.max(GAP_X, spaceAfter?.(node) ?? 0)
}

/** Adds a node and returns its id. Other nodes move only where the new one needs space. */
export function addNode(draft: DocumentDraft, spec: NewNode): string {
  const id = newNodeId(spec.type, nodeIds(draft))
  const name = uniqueName(spec.name?.trim() || titleOf(spec.type), takenNames(draft.nodes))
  const node: NodeDraft = { id, type: spec.type, name, position: { x: 0, y: 0 } }
  if (spec.data !== undefined) node.data = structuredClone(spec.data) as NodeDraft['data'] & object
  if (spec.credential_id !== undefined) node.credential_id = spec.credential_id
  const edge = spec.onEdge === undefined ? undefined : draft.edges.find((one) => edgeKey(one) === spec.onEdge)
  if (edge !== undefined) {
    const { source, target } = edge
    node.position = spec.position ?? positionBetween(draft, [source, target], spec.spaceAfter)
    draft.nodes.push(node)
    insertIntoEdge(draft, edge, id, spec.continueAt ?? continuationOf(spec.type))
    joinGroupOf(draft, [source, target], id)
    pushDownstream(draft, id, spec.spaceAfter)
    return id
  }
  const source = spec.after === undefined ? undefined : findNode(draft, spec.after.nodeId)
  node.position = spec.position ?? findFreePosition(draft.nodes, nextTo(draft, source, spec.spaceAfter))
  draft.nodes.push(node)
  if (source !== undefined) {
    const handle = spec.after?.handle ?? MAIN_HANDLE
    draft.edges.push({
      source: source.id,
      target: id,
      ...(handle !== MAIN_HANDLE && { sourceHandle: handle }),
    })
    joinGroupOf(draft, [source.id], id)
  }
  return id
}

/** The output at which a node passes its input on, as it does when it is disabled. */
function continuationOf(type: string): string {
  if (type === 'if') return 'true'
  if (type === 'for_each' || type === 'loop') return 'done'
  if (type === 'switch') return 'default'
  return type === 'approval' ? 'approved' : MAIN_HANDLE
}

function titleOf(type: string): string {
  const words = type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The first half keeps the edge with all its members; the second half is new. */
function insertIntoEdge(
  draft: DocumentDraft,
  edge: DocumentDraft['edges'][number],
  id: string,
  handle: string,
): void {
  const at = draft.edges.indexOf(edge)
  const { target } = edge
  edge.target = id
  draft.edges.splice(at + 1, 0, {
    source: id,
    target,
    ...(handle !== MAIN_HANDLE && { sourceHandle: handle }),
  })
}

function positionBetween(
  draft: DocumentDraft,
  [sourceId, targetId]: readonly [string, string],
  spaceAfter: SpaceAfter | undefined,
): Position {
  const before = findNode(draft, sourceId)
  const source = before?.position
  const target = findNode(draft, targetId)?.position
  if (before === undefined || source === undefined)
    return target === undefined ? { x: 0, y: 0 } : { x: target.x - NODE_WIDTH - GAP_X, y: target.y }
  const column = columnOf(before, spaceAfter)
  if (target === undefined) return { x: source.x + column, y: source.y }
  const space = target.x - source.x
  // In the middle if both gaps remain; else one column after the source, and what follows is pushed.
  const x = space >= 2 * column ? Math.round(source.x + space / 2) : source.x + column
  const y = space >= 2 * column ? Math.round((source.y + target.y) / 2) : source.y
  return space > 0 ? { x, y: target.y === source.y ? source.y : y } : { x: source.x + column, y: source.y }
}

function nextTo(
  draft: DocumentDraft,
  source: NodeDraft | undefined,
  spaceAfter: SpaceAfter | undefined,
): Position {
  if (source?.position !== undefined)
    return { x: source.position.x + columnOf(source, spaceAfter), y: source.position.y }
  const placed = draft.nodes.flatMap(({ position }) => (position === undefined ? [] : [position]))
  if (placed.length === 0) return { x: 0, y: 0 }
  return {
    x: Math.min(...placed.map(({ x }) => x)),
    y: Math.max(...placed.map(({ y }) => y)) + NODE_HEIGHT + GAP_Y,
  }
}

/**
 * Moves what follows a node to the right, as far as it would overlap or touch. Nodes that have enough space stay, and so
 * does everything behind them.
 */
function pushDownstream(draft: DocumentDraft, id: string, spaceAfter: SpaceAfter | undefined): void {
  const queue = [id]
  const limit = draft.nodes.length * draft.nodes.length
  for (let steps = 0; queue.length > 0 && steps < limit; steps += 1) {
    const node = findNode(draft, queue.shift() as string)
    const from = node?.position
    if (node === undefined || from === undefined) continue
    const column = columnOf(node, spaceAfter)
    const followers = new Set(
      draft.edges.filter(({ source }) => source === node.id).map(({ target }) => target),
    )
    for (const other of draft.nodes) {
      if (other.position === undefined || other === node || other.id === id || isAnnotation(other)) continue
      const { x } = other.position
      const follows = followers.has(other.id) && x > from.x - column && x < from.x + column
      const collides = x >= from.x && isTooClose(from, other.position)
      if (!follows && !collides) continue
      // An edge back to a loop does not push the loop.
      if (follows && !collides && leadsTo(draft, other.id, id)) continue
      other.position = { x: from.x + column, y: other.position.y }
      queue.push(other.id)
    }
  }
}

function leadsTo(draft: DocumentDraft, from: string, to: string): boolean {
  const seen = new Set([from])
  const queue = [from]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (id === to) return true
    for (const { source, target } of draft.edges) {
      if (source !== id || seen.has(target)) continue
      seen.add(target)
      queue.push(target)
    }
  }
  return false
}
