import type { NodeTypes } from '../node-types.ts'
import type { CardData, CardNode } from '../cards/node-card.tsx'
import type { GroupNode, LoopNode, SurfaceNode } from '../cards/containers.tsx'
import type { EdgeState, FlowEdgeType } from '../cards/flow-edge.tsx'
import type { NoteNode } from '../cards/note-card.tsx'
import type { GraphMark, GraphOverlay } from '../overlay.ts'
import * as t from '../../texts/graph.ts'
import { type GraphNode, GROUP_TYPE, handleOf } from '../types.ts'
import { readGroup } from './annotations.ts'
import type { Scene, SceneCard, SceneContainer, SceneEdge, SceneGroup, SceneNote } from './build-scene.ts'
import type { Box } from './geometry.ts'

export type FlowNode = CardNode | NoteNode | GroupNode | LoopNode | SurfaceNode

/** Everything besides the graph itself that decides how it looks. */
export interface SceneState {
  readonly nodeTypes: NodeTypes
  readonly overlay: GraphOverlay | undefined
  readonly problems: ReadonlyMap<string, number>
  readonly marks: ReadonlyMap<string, GraphMark>
  readonly selected: ReadonlySet<string>
  readonly selectedEdges: ReadonlySet<string>
  readonly renaming: string | undefined
  readonly isEditable: boolean
  readonly tabStop: string | undefined
}

/** Turns a scene into the nodes and edges of the canvas. Objects and lists that did not change keep their identity. */
export class FlowProjection {
  #nodes = new Map<string, FlowNode>()
  #edges = new Map<string, FlowEdgeType>()
  #nodeList: FlowNode[] = []
  #edgeList: FlowEdgeType[] = []

  nodes(scene: Scene, state: SceneState): FlowNode[] {
    const list: FlowNode[] = [
      ...scene.groups.map(surfaceNode),
      ...scene.groups.map((group) => groupNode(group, state)),
      ...scene.loops.map((loop) => loopNode(loop, state)),
      ...scene.notes.map((note) => noteNode(note, state)),
      ...scene.cards.map((card) => cardNode(card, state)),
    ].map((node) => {
      const before = this.#nodes.get(node.id)
      return before !== undefined && isSameNode(before, node) ? before : node
    })
    if (isSameList(this.#nodeList, list)) return this.#nodeList
    this.#nodes = new Map(list.map((node) => [node.id, node]))
    this.#nodeList = list
    return list
  }

  edges(scene: Scene, state: SceneState): FlowEdgeType[] {
    const names = new Map(scene.cards.map(({ node }) => [node.id, node]))
    const list = scene.edges.map((edge) => {
      const next = flowEdge(edge, state, names)
      const before = this.#edges.get(next.id)
      return before !== undefined && isSameEdge(before, next) ? before : next
    })
    if (isSameList(this.#edgeList, list)) return this.#edgeList
    this.#edges = new Map(list.map((edge) => [edge.id, edge]))
    this.#edgeList = list
    return list
  }
}

const HANDLE = { width: 10, height: 10 }

function cardNode(card: SceneCard, state: SceneState): CardNode {
  const { node, box, outputs } = card
  const { nodeTypes, overlay } = state
  const run = overlay?.nodes.get(node.id)
  const isGroup = node.type === GROUP_TYPE
  const group = isGroup ? readGroup(node) : undefined
  const data: CardData = {
    icon: {
      type: node.type,
      family: nodeTypes.familyOf(node.type),
      icon: nodeTypes.find(node.type)?.icon,
      service: nodeTypes.serviceOf(node),
    },
    title: nodeTypes.titleOf(node.type),
    name: group === undefined ? nodeTypes.nameOf(node) : group.title === '' ? t.untitledGroup : group.title,
    line: group === undefined ? nodeTypes.lineLaterOf(node) : { text: t.groupSize(group.members.length) },
    outputs,
    hasInput: card.hasInput,
    entersAtTop: card.entersAtTop,
    entersAtLeft: card.entersAtLeft,
    isDisabled: node.disabled === true,
    isPinned: node.pinned_output !== undefined,
    problems: group === undefined ? (state.problems.get(node.id) ?? 0) : sum(group.members, state.problems),
    run,
    isSkipped: overlay !== undefined && !overlay.isLive && run === undefined && !isGroup,
    mark: state.marks.get(node.id),
    isRenaming: state.renaming === node.id,
    isTabStop: state.tabStop === node.id,
    isEditable: state.isEditable && !isGroup,
  }
  return {
    ...fixed(node.id, box),
    type: 'card',
    data,
    zIndex: 2,
    selected: state.selected.has(node.id),
    draggable: state.isEditable,
    connectable: state.isEditable && !isGroup,
    handles: [
      ...(card.hasInput
        ? [
            {
              id: 'in',
              type: 'target' as const,
              position: 'left' as never,
              x: -5,
              y: box.height / 2 - 5,
              ...HANDLE,
            },
            {
              id: 'top',
              type: 'target' as const,
              position: 'top' as never,
              x: box.width / 2 - 5,
              y: -5,
              ...HANDLE,
            },
          ]
        : []),
      ...outputs.map((output) => ({
        id: output.handle,
        type: 'source' as const,
        position: output.side as never,
        x: output.at.x - 5,
        y: output.at.y - 5,
        ...HANDLE,
      })),
    ],
  }
}

function noteNode({ id, box, note }: SceneNote, state: SceneState): NoteNode {
  return {
    ...fixed(id, box),
    type: 'note',
    data: {
      text: note.text,
      color: note.color,
      isEditing: state.renaming === id,
      isEditable: state.isEditable,
      isTabStop: state.tabStop === id,
    },
    zIndex: 0,
    selected: state.selected.has(id),
    draggable: state.isEditable,
    connectable: false,
  }
}

function groupNode({ id, box, group }: SceneGroup, state: SceneState): GroupNode {
  return {
    ...fixed(id, box),
    type: 'cluster',
    data: {
      title: group.title,
      count: group.members.length,
      isRenaming: state.renaming === id,
      isEditable: state.isEditable,
      isTabStop: state.tabStop === id,
    },
    zIndex: 1,
    selected: state.selected.has(id),
    draggable: state.isEditable,
    dragHandle: '.group-title',
    connectable: false,
  }
}

function surfaceNode({ id, box }: SceneGroup): SurfaceNode {
  return {
    ...fixed(`${id}:surface`, box),
    type: 'surface',
    data: {},
    zIndex: -2,
    selectable: false,
    draggable: false,
    connectable: false,
    focusable: false,
  }
}

function loopNode({ id, box, node }: SceneContainer, state: SceneState): LoopNode {
  return {
    ...fixed(`${id}:body`, box),
    type: 'loop',
    data: { loopId: id, title: loopTitle(node, state) },
    zIndex: -1,
    selectable: false,
    draggable: false,
    connectable: false,
    focusable: false,
  }
}

/** "For each line · 5 at a time · 12 items". */
function loopTitle(node: GraphNode, { nodeTypes, overlay }: SceneState): string {
  const concurrency = node.data?.['concurrency']
  const run = overlay?.nodes.get(node.id)
  return [
    nodeTypes.nameOf(node),
    typeof concurrency === 'number' && concurrency > 1 ? t.atATime(concurrency) : '',
    run?.items == null ? '' : t.items(run.items),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

function flowEdge(
  { id, edge, source, target, points, sourceSide }: SceneEdge,
  state: SceneState,
  shown: ReadonlyMap<string, GraphNode>,
): FlowEdgeType {
  const { overlay, nodeTypes } = state
  const taken = overlay?.edges.get(id)?.taken ?? 0
  const nameOf = (nodeId: string) => {
    const node = shown.get(nodeId)
    return node === undefined ? nodeId : nodeTypes.nameOf(node)
  }
  return {
    id,
    type: 'flow',
    source,
    target,
    sourceHandle: handleOf(edge),
    targetHandle: sourceSide === 'bottom' ? 'top' : 'in',
    selected: state.selectedEdges.has(id),
    ariaLabel: t.edge(nameOf(source), nameOf(target)),
    data: {
      points,
      state: edgeState(edge.target, taken, overlay),
      taken,
      isError: handleOf(edge) === 'error',
      isEditable: state.isEditable,
      sourceName: nameOf(source),
      targetName: nameOf(target),
    },
  }
}

function edgeState(target: string, taken: number, overlay: GraphOverlay | undefined): EdgeState {
  if (overlay === undefined) return 'idle'
  if (taken === 0) return overlay.isLive ? 'idle' : 'skipped'
  return overlay.isLive && overlay.nodes.get(target)?.status === 'running' ? 'running' : 'taken'
}

function fixed(id: string, { x, y, width, height }: Box) {
  // Instead of the transform of the library, which the browser works out anew for each card whenever anything is painted.
  const style = { transform: 'none', left: x, top: y }
  return { id, position: { x, y }, width, height, measured: { width, height }, style }
}

function sum(ids: readonly string[], counts: ReadonlyMap<string, number>): number {
  return ids.reduce((total, id) => total + (counts.get(id) ?? 0), 0)
}

function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

function isSameNode(one: FlowNode, other: FlowNode): boolean {
  return (
    one.position.x === other.position.x &&
    one.position.y === other.position.y &&
    one.width === other.width &&
    one.height === other.height &&
    one.selected === other.selected &&
    one.draggable === other.draggable &&
    one.type === other.type &&
    isSameData(one.data, other.data)
  )
}

function isSameEdge(one: FlowEdgeType, other: FlowEdgeType): boolean {
  return (
    one.selected === other.selected &&
    one.source === other.source &&
    one.target === other.target &&
    one.targetHandle === other.targetHandle &&
    isSameData(one.data ?? {}, other.data ?? {})
  )
}

/** Compares members; lists and objects one level deeper, by the texts and numbers in them. */
function isSameData(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every((key) => {
    const before = one[key]
    const after = other[key]
    if (Object.is(before, after)) return true
    if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
      return false
    return JSON.stringify(before) === JSON.stringify(after)
  })
}
