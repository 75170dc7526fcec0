import './graph.css'
import {
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
  MiniMap,
  type NodeChange,
  type OnConnectEnd,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
  useReactFlow,
  useStoreApi,
  type Viewport,
} from '@xyflow/react'
import { clsx } from 'clsx'
import {
  type DragEvent,
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import * as t from '../texts/graph.ts'
import { GroupContainer, GroupSurface, LoopContainer } from './cards/containers.tsx'
import { FlowEdge, type FlowEdgeType } from './cards/flow-edge.tsx'
import { type GraphActions, GraphActionsContext } from './cards/graph-actions.ts'
import { NodeCard } from './cards/node-card.tsx'
import { NoteCard } from './cards/note-card.tsx'
import { DotGrid } from './dot-grid.tsx'
import type { NodeTypes } from './node-types.ts'
import type { GraphMark, GraphOverlay } from './overlay.ts'
import { OverviewLayer } from './overview-layer.tsx'
import { readGroup } from './scene/annotations.ts'
import { buildScene, type Scene, type SceneCard } from './scene/build-scene.ts'
import { type Box, boundsOf, overlaps, type Point } from './scene/geometry.ts'
import { spaceForOutputs } from './scene/outputs.ts'
import { distanceToRoute } from './scene/route-edge.ts'
import { FlowProjection, type FlowNode, type SceneState } from './scene/to-flow.ts'
import type { GraphDocument } from './types.ts'
import { useMissingPositions } from './layout/use-missing-positions.ts'
import { fitBox, loadView, MAX_ZOOM, MIN_ZOOM, saveView } from './view-memory.ts'

/** Above this many visible nodes, an overview replaces the cards: their texts are too small to read by then. */
const MAX_CARDS = 120
const EDGE_DISTANCE = 28
/** Below it, no text on a card can be read. */
const LEGIBLE_ZOOM = 0.3
const OPENING_ZOOM = 0.7
/** Below it, texts on cards are hard to read. */
const COMFORTABLE_ZOOM = 0.6
/** How much of the graph around marked nodes is shown with them. */
const AROUND_MARKS = 240
const NOTHING: ReadonlySet<string> = new Set()
const NO_COUNTS: ReadonlyMap<string, number> = new Map()
const NO_MARKS: ReadonlyMap<string, GraphMark> = new Map()
const NOTHING_SHOWN: readonly [FlowNode[], FlowEdgeType[]] = [[], []]

const nodeTypesOfCanvas = {
  card: NodeCard,
  note: NoteCard,
  cluster: GroupContainer,
  surface: GroupSurface,
  loop: LoopContainer,
}
const edgeTypesOfCanvas = { flow: FlowEdge }

export interface GraphTarget {
  readonly nodeId?: string
  readonly edge?: string
  /** In coordinates of the graph. */
  readonly at: Point
}

/** What an editor does with the gestures of the canvas. */
export interface GraphEditing extends GraphActions {
  onMove(positions: ReadonlyMap<string, Point>): void
  onConnect(connection: { source: string; handle: string; target: string }): void
  /** An edge was dragged to an empty part of the canvas. */
  onConnectToNothing(from: { source: string; handle: string; at: Point }): void
  onDropData(data: DataTransfer, target: GraphTarget): void
  /** A node without edges was moved onto an edge. */
  onDropNodeOnEdge(nodeId: string, edge: string): void
}

export interface GraphCanvasHandle {
  fit(nodeIds?: Iterable<string>): void
  zoomBy(factor: number): void
  zoomTo(zoom: number): void
  /** Scrolls as little as needed to show a node. */
  reveal(nodeId: string): void
  focusNode(nodeId: string): void
  /** The middle of what is visible, in coordinates of the graph. */
  center(): Point
}

interface GraphCanvasProps {
  document: GraphDocument
  nodeTypes: NodeTypes
  overlay?: GraphOverlay | undefined
  /** The number of problems by node. */
  problems?: ReadonlyMap<string, number> | undefined
  marks?: ReadonlyMap<string, GraphMark> | undefined
  selected?: ReadonlySet<string> | undefined
  selectedEdges?: ReadonlySet<string> | undefined
  onSelect?: ((nodes: readonly string[], edges: readonly string[]) => void) | undefined
  onOpen?: ((nodeId: string) => void) | undefined
  onContextTarget?: ((target: GraphTarget) => void) | undefined
  onZoom?: ((zoom: number) => void) | undefined
  /** Without it the graph is read-only. Keep its identity. */
  editing?: GraphEditing | undefined
  /** The node whose name, or note whose text, is edited. */
  renaming?: string | undefined
  /** Dragging on the canvas selects instead of moving the view. */
  selectsOnDrag?: boolean
  showsMinimap?: boolean
  /** Under which the view is remembered. */
  viewKey?: string | undefined
  label?: string
  children?: ReactNode
  ref?: Ref<GraphCanvasHandle>
}

/** The graph of a workflow. Sizes and positions are known in advance, so nothing is measured. */
export function GraphCanvas(props: GraphCanvasProps) {
  const container = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<{ width: number; height: number }>()
  useLayoutEffect(() => {
    const element = container.current
    if (element === null) return undefined
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width === 0 || height === 0) return false
      setSize({ width, height })
      return true
    }
    if (measure()) return undefined
    // Not laid out yet, such as in a tab that is not visible.
    const observer = new ResizeObserver(() => measure() && observer.disconnect())
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={container} className="relative size-full min-h-0 overflow-hidden bg-canvas">
      {size !== undefined && (
        <ReactFlowProvider>
          <Canvas {...props} size={size} />
        </ReactFlowProvider>
      )}
    </div>
  )
}

function Canvas({
  document,
  nodeTypes,
  overlay,
  problems = NO_COUNTS,
  marks = NO_MARKS,
  selected = NOTHING,
  selectedEdges = NOTHING,
  onSelect,
  onOpen,
  onContextTarget,
  onZoom,
  editing,
  renaming,
  selectsOnDrag = false,
  showsMinimap = false,
  viewKey,
  label = t.graph,
  children,
  ref,
  size,
}: GraphCanvasProps & { size: { width: number; height: number } }) {
  const isEditable = editing !== undefined
  const flow = useReactFlow<FlowNode, FlowEdgeType>()
  const store = useStoreApi()
  const computed = useMissingPositions(document, nodeTypes)
  const [dragged, setDragged] = useState<ReadonlyMap<string, Point>>()
  const moved = useMemo(
    () => (dragged === undefined ? computed : new Map([...computed, ...dragged])),
    [computed, dragged],
  )
  const scene = useMemo(() => buildScene(document, nodeTypes, moved), [document, nodeTypes, moved])
  const sceneRef = useRef(scene)
  useEffect(() => {
    sceneRef.current = scene
  })

  const [isOverview, setOverview] = useState(() =>
    isCrowded(scene, initialView(viewKey, scene, size, marks), size),
  )
  const [initial] = useState(() => initialView(viewKey, scene, size, marks))
  const firstSelected = selected.values().next().value
  const isArranging =
    isFlat(scene) && computed.size === 0 && document.nodes.some(({ position }) => position === undefined)
  useFitOnceArranged(viewKey, isArranging, () => {
    const { width, height } = store.getState()
    const fitted = openingView(scene, { width, height }, marks)
    const box = scene.cards.find(({ node }) => node.id === firstSelected)?.box
    void flow.setViewport(box === undefined ? fitted : revealBox(box, fitted, { width, height }))
  })
  const tabStop = firstSelected ?? scene.cards[0]?.node.id
  const [projection] = useState(() => new FlowProjection())
  const isHidden = isOverview || isArranging
  const [nodes, edges] = useMemo(() => {
    const state: SceneState = {
      nodeTypes,
      overlay,
      problems,
      marks,
      selected,
      selectedEdges,
      renaming,
      isEditable,
      tabStop,
    }
    return isHidden ? NOTHING_SHOWN : [projection.nodes(scene, state), projection.edges(scene, state)]
  }, [
    projection,
    scene,
    isHidden,
    nodeTypes,
    overlay,
    problems,
    marks,
    selected,
    selectedEdges,
    renaming,
    isEditable,
    tabStop,
  ])

  const onNodesChange = (changes: NodeChange<FlowNode>[]) => {
    const selection = changes.filter((change) => change.type === 'select')
    if (selection.length > 0) {
      const next = new Set(selected)
      for (const { id, selected: isSelected } of selection) {
        if (isSelected) next.add(id)
        else next.delete(id)
      }
      onSelect?.([...next], next.size > 0 && selected.size === 0 ? [] : [...selectedEdges])
    }
    const positions = changes.filter((change) => change.type === 'position' && change.position !== undefined)
    if (positions.length > 0 && isEditable) {
      setDragged((before) => {
        const next = new Map(before)
        for (const change of positions)
          if (change.type === 'position' && change.position !== undefined)
            moveTo(next, change.id, change.position, sceneRef.current)
        return next
      })
    }
  }
  const onEdgesChange = (changes: EdgeChange<FlowEdgeType>[]) => {
    const selection = changes.filter((change) => change.type === 'select')
    if (selection.length === 0) return
    const next = new Set(selectedEdges)
    for (const { id, selected: isSelected } of selection) {
      if (isSelected) next.add(id)
      else next.delete(id)
    }
    onSelect?.(next.size > 0 && selectedEdges.size === 0 ? [] : [...selected], [...next])
  }

  const draggedRef = useRef(dragged)
  useEffect(() => {
    draggedRef.current = dragged
  })
  const onDragStop = () => {
    const positions = draggedRef.current
    setDragged(undefined)
    if (positions === undefined || positions.size === 0 || editing === undefined) return
    editing.onMove(new Map([...computed, ...positions]))
    const [only] = positions.keys()
    if (positions.size === 1 && only !== undefined) {
      const edge = edgeUnder(sceneRef.current, only)
      if (edge !== undefined) editing.onDropNodeOnEdge(only, edge)
    }
  }

  const onConnect = ({ source, sourceHandle, target }: Connection) =>
    editing?.onConnect({ source, handle: sourceHandle ?? 'main', target })
  const onConnectEnd: OnConnectEnd = (event, connection: FinalConnectionState) => {
    if (editing === undefined || connection.isValid === true || connection.fromHandle == null) return
    const point = 'changedTouches' in event ? event.changedTouches[0] : event
    if (point === undefined) return
    const source = connection.fromHandle.nodeId
    const handle = connection.fromHandle.id ?? 'main'
    const at = flow.screenToFlowPosition({ x: point.clientX, y: point.clientY })
    // Anywhere on a card is good enough to connect to it.
    const card = sceneRef.current.cards.find(({ box }) => contains(box, at))
    if (card === undefined) editing.onConnectToNothing({ source, handle, at })
    else if (card.hasInput && card.node.id !== source && card.node.type !== 'group')
      editing.onConnect({ source, handle, target: card.node.id })
  }

  const { startMove, continueMove, endMove } = usePanningLayer()
  const updateView = useCallback(
    (view: Viewport) => {
      const { width, height } = store.getState()
      onZoom?.(view.zoom)
      setOverview(isCrowded(sceneRef.current, view, { width, height }))
    },
    [onZoom, store],
  )
  const [checkedScene, setCheckedScene] = useState(scene)
  if (checkedScene !== scene) {
    const { width, height } = store.getState()
    setCheckedScene(scene)
    setOverview(isCrowded(scene, flow.getViewport(), { width, height }))
  }
  useEffect(() => {
    onZoom?.(flow.getZoom())
  }, [flow, onZoom])

  useImperativeHandle(ref, () => {
    const measure = () => {
      const { domNode, width, height } = store.getState()
      // A panel beside the canvas may have opened just now.
      return domNode === null
        ? { width, height }
        : { width: domNode.clientWidth, height: domNode.clientHeight }
    }
    const boxOf = (id: string) => {
      const card = sceneRef.current.cards.find(({ node }) => node.id === id)
      return card === undefined ? undefined : withOutputs(card)
    }
    const show = (view: Viewport) => {
      void flow.setViewport(view, { duration: reducedMotion() ? 0 : 140 })
      updateView(view)
      saveView(viewKey, view)
    }
    return {
      fit(nodeIds) {
        const boxes =
          nodeIds === undefined ? allBoxes(sceneRef.current) : [...nodeIds].flatMap((id) => boxOf(id) ?? [])
        const bounds = boundsOf(boxes)
        if (bounds !== undefined) show(fitBox(bounds, measure()))
      },
      zoomBy(factor) {
        const { width, height } = measure()
        show(zoomAround(flow.getViewport(), flow.getZoom() * factor, { x: width / 2, y: height / 2 }))
      },
      zoomTo(zoom) {
        const { width, height } = measure()
        show(zoomAround(flow.getViewport(), zoom, { x: width / 2, y: height / 2 }))
      },
      reveal(nodeId) {
        const box = boxOf(nodeId)
        if (box === undefined) return
        const view = flow.getViewport()
        const next = revealBox(box, view, measure())
        if (next !== view) show(next)
      },
      focusNode(nodeId) {
        globalThis.document
          .querySelector<HTMLElement>(`[data-node="${CSS.escape(nodeId)}"]`)
          ?.focus({ preventScroll: true })
      },
      center() {
        const { width, height } = measure()
        const { x, y, zoom } = flow.getViewport()
        return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom }
      },
    }
  }, [flow, store, updateView, viewKey])

  const targetAt = (event: { clientX: number; clientY: number }): GraphTarget => {
    const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })
    const current = sceneRef.current
    const card = current.cards.find(({ box }) => contains(box, at))
    const note = current.notes.find(({ box }) => contains(box, at))
    const nodeId = card?.node.id ?? note?.id
    if (nodeId !== undefined) return { nodeId, at }
    const edge = nearestEdge(current, at)
    return edge === undefined ? { at } : { edge, at }
  }

  const actions = useMemo<GraphActions>(
    () => ({
      ...editing,
      onSelectNode: (id: string) => onSelect?.([id], []),
      ...(onOpen === undefined ? {} : { onOpenNode: onOpen }),
    }),
    [editing, onOpen, onSelect],
  )

  return (
    <GraphActionsContext value={actions}>
      <DotGrid />
      {isOverview && (
        <OverviewLayer
          scene={scene}
          nodeTypes={nodeTypes}
          overlay={overlay}
          problems={problems}
          selected={selected}
        />
      )}
      <ReactFlow<FlowNode, FlowEdgeType>
        aria-label={label}
        role="group"
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypesOfCanvas}
        edgeTypes={edgeTypesOfCanvas}
        defaultViewport={initial}
        minZoom={MIN_ZOOM}
        maxZoom={MAX_ZOOM}
        width={size.width}
        height={size.height}
        onlyRenderVisibleElements
        nodesFocusable={false}
        edgesFocusable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={onSelect === undefined ? null : 'Shift'}
        multiSelectionKeyCode={['Shift', 'Meta', 'Control']}
        selectionMode={SelectionMode.Partial}
        selectionOnDrag={selectsOnDrag}
        panOnDrag={selectsOnDrag ? [1, 2] : true}
        panActivationKeyCode="Space"
        panOnScroll
        zoomOnDoubleClick={false}
        zoomActivationKeyCode={['Meta', 'Control']}
        nodesDraggable={isEditable}
        nodesConnectable={isEditable}
        elementsSelectable={onSelect !== undefined}
        connectionRadius={36}
        connectOnClick={false}
        elevateNodesOnSelect={false}
        snapToGrid
        snapGrid={SNAP}
        nodeDragThreshold={3}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onNodeDoubleClick={(_, node) => onOpen?.(node.id)}
        onNodeDragStop={onDragStop}
        onSelectionDragStop={onDragStop}
        onConnect={onConnect}
        onConnectEnd={onConnectEnd}
        onMoveStart={(_, view) => startMove(view)}
        onMove={(_, view) => {
          continueMove(view)
          updateView(view)
        }}
        onMoveEnd={(_, view) => {
          endMove()
          saveView(viewKey, view)
        }}
        onPaneClick={(event: ReactMouseEvent) => {
          if (!isOverview) return
          const { nodeId } = targetAt(event)
          if (nodeId !== undefined) onSelect?.([nodeId], [])
        }}
        onContextMenuCapture={(event: ReactMouseEvent) => onContextTarget?.(targetAt(event))}
        onDragOver={(event: DragEvent) => {
          if (!isEditable) return
          event.preventDefault()
          event.dataTransfer.dropEffect = 'copy'
        }}
        onDrop={(event: DragEvent) => {
          if (editing === undefined) return
          event.preventDefault()
          editing.onDropData(event.dataTransfer, targetAt(event))
        }}
        className={clsx(selectsOnDrag && '[&_.react-flow__pane]:cursor-crosshair')}
      >
        {showsMinimap && !isOverview && (
          <MiniMap
            ariaLabel={t.minimap}
            position="bottom-right"
            pannable
            zoomable
            nodeColor={minimapColor}
            nodeBorderRadius={8}
            style={MINIMAP}
          />
        )}
      </ReactFlow>
      {children}
    </GraphActionsContext>
  )
}

const SNAP: [number, number] = [10, 10]
const MINIMAP = { width: 176, height: 116 }

function minimapColor(node: FlowNode): string {
  if (node.type !== 'card') return 'transparent'
  if (node.data.problems > 0 || node.data.run?.status === 'failed') return 'var(--color-danger)'
  return `var(--color-family-${node.data.icon.family})`
}

type Size = { readonly width: number; readonly height: number }
type Marks = ReadonlyMap<string, GraphMark>

function initialView(viewKey: string | undefined, scene: Scene, size: Size, marks: Marks): Viewport {
  return loadView(viewKey) ?? openingView(scene, size, marks)
}

/** The whole graph; or if its texts would be too small to read, what is marked in it, or else its beginning. */
function openingView(scene: Scene, size: Size, marks: Marks): Viewport {
  const bounds = boundsOf(allBoxes(scene))
  if (bounds === undefined) return { x: 0, y: 0, zoom: 1 }
  const whole = fitBox(bounds, size)
  const marked = boundsOf(scene.cards.filter(({ node }) => marks.has(node.id)).map(({ box }) => box))
  if (marked !== undefined && whole.zoom < COMFORTABLE_ZOOM) {
    const around = fitBox(widen(marked, AROUND_MARKS), size)
    return around.zoom > whole.zoom ? around : whole
  }
  const first = scene.cards.find(({ hasInput }) => !hasInput) ?? scene.cards[0]
  if (whole.zoom >= LEGIBLE_ZOOM || first === undefined) return whole
  const zoom = OPENING_ZOOM
  return {
    x: 64 - first.box.x * zoom,
    y: size.height / 2 - (first.box.y + first.box.height / 2) * zoom,
    zoom,
  }
}

function widen({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

/** A graph without positions is arranged after the first paint: fit it then. */
function useFitOnceArranged(viewKey: string | undefined, isArranging: boolean, fit: () => void): void {
  const wasArranging = useRef(isArranging)
  useEffect(() => {
    if (!wasArranging.current || isArranging) return
    wasArranging.current = false
    if (loadView(viewKey) === undefined) fit()
  }, [fit, isArranging, viewKey])
}

/** Whether all cards lie on top of each other. */
function isFlat({ cards }: Scene): boolean {
  const [first] = cards
  return cards.length > 1 && cards.every(({ box }) => box.x === first?.box.x && box.y === first.box.y)
}

function isCrowded(scene: Scene, { x, y, zoom }: Viewport, size: { width: number; height: number }): boolean {
  if (scene.cards.length <= MAX_CARDS) return false
  const view = { x: -x / zoom, y: -y / zoom, width: size.width / zoom, height: size.height / zoom }
  let count = 0
  for (const { box } of scene.cards) {
    if (overlaps(box, view)) count += 1
    if (count > MAX_CARDS) return true
  }
  return false
}

/** Marks the canvas while the view moves without zooming. */
function usePanningLayer() {
  const store = useStoreApi()
  const zoom = useRef<number>(undefined)
  return useMemo(() => {
    const mark = (isPanning: boolean) => store.getState().domNode?.classList.toggle('is-panning', isPanning)
    return {
      startMove: (view: Viewport) => {
        zoom.current = view.zoom
      },
      continueMove: (view: Viewport) => mark(view.zoom === zoom.current),
      endMove: () => mark(false),
    }
  }, [store])
}

/** Moving a group moves its members. */
function moveTo(positions: Map<string, Point>, id: string, position: Point, scene: Scene): void {
  const group = scene.groups.find((one) => one.id === id)
  if (group === undefined) {
    positions.set(id, position)
    return
  }
  const dx = position.x - group.box.x
  const dy = position.y - group.box.y
  const members = new Set(readGroup(group.node).members)
  for (const card of scene.cards)
    if (members.has(card.node.id)) positions.set(card.node.id, { x: card.box.x + dx, y: card.box.y + dy })
  for (const note of scene.notes)
    if (members.has(note.id)) positions.set(note.id, { x: note.box.x + dx, y: note.box.y + dy })
  const own = group.node.position
  if (own !== undefined) positions.set(id, { x: own.x + dx, y: own.y + dy })
}

function edgeUnder(scene: Scene, nodeId: string): string | undefined {
  const card = scene.cards.find(({ node }) => node.id === nodeId)
  if (card === undefined || !card.hasInput) return undefined
  if (scene.edges.some(({ edge }) => edge.source === nodeId || edge.target === nodeId)) return undefined
  return nearestEdge(scene, { x: card.box.x + card.box.width / 2, y: card.box.y + card.box.height / 2 })
}

function nearestEdge(scene: Scene, at: Point): string | undefined {
  let nearest: string | undefined
  let least = EDGE_DISTANCE
  for (const { id, points } of scene.edges) {
    const distance = distanceToRoute(points, at)
    if (distance < least) {
      least = distance
      nearest = id
    }
  }
  return nearest
}

function contains(box: Box, { x, y }: Point): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}

function allBoxes(scene: Scene): readonly Box[] {
  return [
    ...scene.cards.map(withOutputs),
    ...[...scene.notes, ...scene.loops, ...scene.groups].map(({ box }) => box),
  ]
}

/** With the labels and buttons to its right, which must be in view as well. */
function withOutputs({ box, outputs }: SceneCard): Box {
  const open = outputs.filter(({ side, edges }) => side === 'right' && edges === 0)
  if (open.length === 0) return box
  return { ...box, width: box.width + spaceForOutputs(open.map(({ handle }) => handle)) }
}

function zoomAround({ x, y, zoom }: Viewport, wanted: number, at: Point): Viewport {
  const next = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, wanted))
  return { x: at.x - ((at.x - x) / zoom) * next, y: at.y - ((at.y - y) / zoom) * next, zoom: next }
}

function revealBox(box: Box, view: Viewport, size: { width: number; height: number }): Viewport {
  const zoom = view.zoom < 0.35 ? 0.8 : view.zoom
  const margin = 40
  const left = box.x * zoom + view.x
  const top = box.y * zoom + view.y
  const right = left + box.width * zoom
  const bottom = top + box.height * zoom
  if (zoom !== view.zoom)
    return {
      x: size.width / 2 - (box.x + box.width / 2) * zoom,
      y: size.height / 2 - (box.y + box.height / 2) * zoom,
      zoom,
    }
  let { x, y } = view
  if (left < margin) x += margin - left
  else if (right > size.width - margin) x -= right - (size.width - margin)
  if (top < margin) y += margin - top
  else if (bottom > size.height - margin - 40) y -= bottom - (size.height - margin - 40)
  return x === view.x && y === view.y ? view : { x, y, zoom }
}

function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
