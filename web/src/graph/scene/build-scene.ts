import type { NodeTypes } from '../node-types.ts'
import {
  edgeKey,
  type GraphDocument,
  type GraphEdge,
  type GraphNode,
  GROUP_TYPE,
  handleOf,
} from '../types.ts'
import { type Group, type Note, readGroup, readNote } from './annotations.ts'
import { type Box, boundsOf, CARD_HEIGHT, CARD_WIDTH, type Point } from './geometry.ts'
import { findLoopBodies } from './loop-bodies.ts'
import { arrangeOutputs, labelsWidth, type Output, positionOrOrigin } from './outputs.ts'
import { routeEdge, type Side } from './route-edge.ts'

export interface SceneCard {
  readonly node: GraphNode
  readonly box: Box
  readonly outputs: readonly Output[]
  readonly hasInput: boolean
  /** The sides where edges enter. */
  readonly entersAtTop: boolean
  readonly entersAtLeft: boolean
}

export interface SceneContainer {
  readonly id: string
  readonly box: Box
  readonly node: GraphNode
}

export interface SceneNote extends SceneContainer {
  readonly note: Note
}

export interface SceneGroup extends SceneContainer {
  readonly group: Group
}

export interface SceneEdge {
  readonly id: string
  readonly edge: GraphEdge
  /** The cards that it connects: those of collapsed groups instead of their members. */
  readonly source: string
  readonly target: string
  readonly sourceSide: Side
  readonly points: readonly Point[]
}

/** Everything the canvas shows, with fixed sizes and positions. */
export interface Scene {
  readonly cards: readonly SceneCard[]
  readonly notes: readonly SceneNote[]
  readonly groups: readonly SceneGroup[]
  readonly loops: readonly SceneContainer[]
  readonly edges: readonly SceneEdge[]
}

const LOOP_PADDING = { side: 20, top: 32, bottom: 20 }
const GROUP_PADDING = { side: 20, top: 44, bottom: 20 }

export function buildScene(
  document: GraphDocument,
  nodeTypes: NodeTypes,
  moved: ReadonlyMap<string, Point> = new Map(),
): Scene {
  const groups = document.nodes.filter((node) => node.type === GROUP_TYPE)
  const hiddenIn = findHidden(groups)
  const positions = new Map<string, Point>()
  for (const node of document.nodes) positions.set(node.id, moved.get(node.id) ?? positionOrOrigin(node))
  const positionOf = (node: GraphNode) => positions.get(node.id) ?? positionOrOrigin(node)
  const shown = (id: string) => hiddenIn.get(id) ?? id

  const outgoing = new Map<string, GraphEdge[]>()
  const entered = new Set<string>()
  for (const edge of document.edges) {
    const source = shown(edge.source)
    if (source === shown(edge.target) || !positions.has(source) || !positions.has(shown(edge.target)))
      continue
    const list = outgoing.get(source)
    if (list === undefined) outgoing.set(source, [edge])
    else list.push(edge)
    entered.add(shown(edge.target))
  }

  const cards = new Map<string, Omit<SceneCard, 'entersAtTop' | 'entersAtLeft'>>()
  for (const node of document.nodes) {
    if (node.type === 'note' || hiddenIn.has(node.id)) continue
    const isGroup = node.type === GROUP_TYPE
    if (isGroup && !readGroup(node).collapsed) continue
    const position = positionOf(node)
    const leaving = outgoing.get(node.id) ?? []
    const handles = isGroup ? leaving.map(handleOf) : nodeTypes.handlesOf(node)
    const layout = arrangeOutputs(position, handles, leaving, (id) => positions.get(shown(id)))
    cards.set(node.id, {
      node,
      box: { ...position, width: CARD_WIDTH, height: layout.height },
      outputs: layout.outputs,
      hasInput: isGroup ? entered.has(node.id) : !nodeTypes.isTrigger(node.type),
    })
  }

  const edges: SceneEdge[] = []
  const enteredAtTop = new Set<string>()
  const enteredAtLeft = new Set<string>()
  for (const [source, leaving] of outgoing) {
    const card = cards.get(source)
    if (card === undefined) continue
    for (const edge of leaving) {
      const target = cards.get(shown(edge.target))
      const output = card.outputs.find(({ handle }) => handle === handleOf(edge))
      if (target === undefined || output === undefined) continue
      if (output.side === 'bottom') enteredAtTop.add(target.node.id)
      else enteredAtLeft.add(target.node.id)
      const entry = entryOf(target.box, output.side)
      edges.push({
        id: edgeKey(edge),
        edge,
        source,
        target: target.node.id,
        sourceSide: output.side,
        points: routeEdge({
          source: { x: card.box.x + output.at.x, y: card.box.y + output.at.y },
          sourceSide: output.side,
          target: entry,
          clearance: labelsWidth(card.outputs, output, entry.y - card.box.y),
        }),
      })
    }
  }

  const boxOf = (id: string): Box | undefined => {
    const card = cards.get(shown(id))
    return card?.box
  }
  return {
    cards: [...cards.values()].map((card) => ({
      ...card,
      entersAtTop: enteredAtTop.has(card.node.id),
      entersAtLeft: enteredAtLeft.has(card.node.id) || !enteredAtTop.has(card.node.id),
    })),
    notes: document.nodes
      .filter((node) => node.type === 'note' && !hiddenIn.has(node.id))
      .map((node) => {
        const note = readNote(node)
        return {
          id: node.id,
          node,
          note,
          box: { ...positionOf(node), width: note.width, height: note.height },
        }
      }),
    groups: groups.flatMap((node) => {
      const group = readGroup(node)
      if (group.collapsed || hiddenIn.has(node.id)) return []
      const members = group.members.flatMap((id) => boxOf(id) ?? [])
      const box = boundsOf(members) ?? { ...positionOf(node), width: CARD_WIDTH, height: CARD_HEIGHT }
      return [{ id: node.id, node, group, box: pad(box, GROUP_PADDING) }]
    }),
    loops: findLoopContainers(document, nodeTypes, boxOf),
    edges,
  }
}

function findLoopContainers(
  document: GraphDocument,
  nodeTypes: NodeTypes,
  boxOf: (id: string) => Box | undefined,
): readonly SceneContainer[] {
  const bodies = findLoopBodies(document, (type) => nodeTypes.isLoop(type))
  const found: SceneContainer[] = []
  // Inner loops first: the container of an outer loop encloses the containers of its inner ones.
  const bySize = [...bodies].toSorted(([, one], [, other]) => one.size - other.size)
  const boxes = new Map<string, Box>()
  for (const [id, body] of bySize) {
    const members = [...body].flatMap((member) =>
      [boxOf(member), boxes.get(member)].filter((box) => box !== undefined),
    )
    const bounds = boundsOf(members)
    const node = document.nodes.find((one) => one.id === id)
    if (bounds === undefined || node === undefined || boxOf(id) === undefined) continue
    const box = pad(bounds, LOOP_PADDING)
    boxes.set(id, box)
    found.push({ id, node, box })
  }
  return found.toReversed()
}

/** Members of collapsed groups, with the group that stands for them. */
function findHidden(groups: readonly GraphNode[]): ReadonlyMap<string, string> {
  const hidden = new Map<string, string>()
  for (const node of groups) {
    const group = readGroup(node)
    if (!group.collapsed) continue
    for (const member of group.members)
      if (!hidden.has(member) && member !== node.id) hidden.set(member, node.id)
  }
  return hidden
}

function entryOf(box: Box, sourceSide: Side): Point {
  return sourceSide === 'bottom'
    ? { x: box.x + box.width / 2, y: box.y }
    : { x: box.x, y: box.y + box.height / 2 }
}

function pad(box: Box, padding: { side: number; top: number; bottom: number }): Box {
  return {
    x: box.x - padding.side,
    y: box.y - padding.top,
    width: box.width + 2 * padding.side,
    height: box.height + padding.top + padding.bottom,
  }
}
