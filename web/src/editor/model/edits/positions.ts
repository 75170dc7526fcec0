import { GROUP_TYPE, type Position } from '../../../graph/types.ts'
import { boundsOf, GAP_X, GAP_Y, sizeOf } from './geometry.ts'
import { membersOf } from './groups.ts'
import type { DocumentDraft, NodeDraft } from './names.ts'

/** Moves nodes by a distance. A group takes its nodes along. */
export function moveNodes(draft: DocumentDraft, ids: Iterable<string>, by: Position): void {
  const moved = new Set(ids)
  for (const group of draft.nodes) {
    if (group.type === GROUP_TYPE && moved.has(group.id)) for (const id of membersOf(group)) moved.add(id)
  }
  for (const node of draft.nodes) {
    if (!moved.has(node.id) || node.position === undefined) continue
    node.position = { x: node.position.x + by.x, y: node.position.y + by.y }
  }
}

export function applyPositions(draft: DocumentDraft, positions: ReadonlyMap<string, Position>): void {
  for (const node of draft.nodes) {
    const position = positions.get(node.id)
    if (position === undefined) continue
    if (node.position?.x !== position.x || node.position.y !== position.y) {
      node.position = { x: position.x, y: position.y }
    }
  }
}

export type Alignment =
  | 'left'
  | 'center'
  | 'right'
  | 'top'
  | 'middle'
  | 'bottom'
  | 'distribute-horizontally'
  | 'distribute-vertically'

/** Aligns nodes with the outermost of them, or gives them equal gaps. */
export function alignNodes(draft: DocumentDraft, ids: Iterable<string>, how: Alignment): void {
  const chosen = new Set(ids)
  const nodes = draft.nodes.filter((node) => chosen.has(node.id) && node.position !== undefined)
  const bounds = boundsOf(nodes)
  if (bounds === undefined || nodes.length < 2) return
  if (how === 'distribute-horizontally') return distribute(nodes, 'x')
  if (how === 'distribute-vertically') return distribute(nodes, 'y')
  for (const node of nodes) {
    const { width, height } = sizeOf(node)
    const { x, y } = node.position as Position
    const centred = {
      x: (bounds.left + bounds.right - width) / 2,
      y: (bounds.top + bounds.bottom - height) / 2,
    }
    const next = {
      left: { x: bounds.left, y },
      center: { x: centred.x, y },
      right: { x: bounds.right - width, y },
      top: { x, y: bounds.top },
      middle: { x, y: centred.y },
      bottom: { x, y: bounds.bottom - height },
    }[how]
    if (next.x !== x || next.y !== y) node.position = next
  }
}

/** The outermost nodes stay if there is enough space for all; else the nodes spread from the first. */
function distribute(nodes: readonly NodeDraft[], axis: 'x' | 'y'): void {
  const extent = (node: NodeDraft) => (axis === 'x' ? sizeOf(node).width : sizeOf(node).height)
  const at = (node: NodeDraft) => (node.position as Position)[axis]
  const sorted = nodes.toSorted((a, b) => at(a) - at(b))
  const [first, last] = [sorted[0] as NodeDraft, sorted.at(-1) as NodeDraft]
  const total = sorted.reduce((sum, node) => sum + extent(node), 0)
  const gap = (at(last) + extent(last) - at(first) - total) / (sorted.length - 1)
  const usedGap = gap >= 0 ? gap : axis === 'x' ? GAP_X : GAP_Y
  let next = at(first)
  for (const node of sorted) {
    if (at(node) !== next) node.position = { ...(node.position as Position), [axis]: next }
    next += extent(node) + usedGap
  }
}
