import './graph.css'
import {
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
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
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useFirstPaint } from '../components/after-paint.ts'
import * as t from '../texts/graph.ts'
import { GroupContainer, GroupSurface, LoopContainer } from './cards/containers.tsx'
import { FlowEdge, type FlowEdgeType } from './cards/flow-edge.tsx'
import { type GraphActions, GraphActionsContext } from './cards/graph-actions.ts'
import { LinesContext, NodeCard } from './cards/node-card.tsx'
import { NoteCard } from './cards/note-card.tsx'
import { DotGrid } from './dot-grid.tsx'
import { GraphMinimap } from './minimap.tsx'
import type { NodeTypes } from './node-types.ts'
import type { GraphMark, GraphOverlay } from './overlay.ts'
import { OverviewLayer } from './overview-layer.tsx'
import { buildScene } from './scene/build-scene.ts'
import { edgeUnder, findCard, findTarget, type GraphTarget } from './scene/find-at.ts'
import { cutScene } from './scene/cut-scene.ts'
import type { Point } from './scene/geometry.ts'
import { moveTo } from './scene/move-to.ts'
import { isFlat } from './scene/scene-boxes.ts'
import { FlowProjection, type FlowNode, type SceneState } from './scene/to-flow.ts'
import { type GraphDocument, GROUP_TYPE } from './types.ts'
import { useMissingPositions } from './layout/use-missing-positions.ts'
import { isCrowded } from './view/is-crowded.ts'
import { MAX_ZOOM, MIN_ZOOM, revealBox, type ViewSize } from './view/move-view.ts'
import { initialView, openingView, useFitOnceArranged } from './view/opening-view.ts'
import { type GraphCanvasHandle, useCanvasHandle } from './view/use-canvas-handle.ts'
import { useShownArea } from './view/use-shown-area.ts'
import { usePanningLayer } from './view/use-panning-layer.ts'
import { saveView } from './view/view-memory.ts'

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
  const [size, setSize] = useState<ViewSize>()
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
}: GraphCanvasProps & { size: ViewSize }) {
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

  const [initial] = useState(() => initialView(viewKey, scene, size, marks))
  const [isOverview, setOverview] = useState(() => isCrowded(scene, initial, size))
  const area = useShownArea(initial, size)
  const firstSelected = selected.values().next().value
  const isArranging =
    isFlat(scene) && computed.size === 0 && document.nodes.some(({ position }) => position === undefined)
  useFitOnceArranged(viewKey, isArranging, () => {
    const { width, height } = store.getState()
    const fitted = openingView(scene, { width, height }, marks)
    const box = scene.cards.find(({ node }) => node.id === firstSelected)?.box
    void flow.setViewport(box === undefined ? fitted : revealBox(box, fitted, { width, height }))
  })
  const hasLines = useFirstPaint()
  const tabStop = firstSelected ?? scene.cards[0]?.node.id
  const [projection] = useState(() => new FlowProjection())
  const isHidden = isOverview || isArranging
  const hasMinimap = showsMinimap && !isOverview
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
    if (isHidden) return NOTHING_SHOWN
    const isKept = (id: string) =>
      selected.has(id) || selectedEdges.has(id) || id === renaming || id === tabStop
    const known = hasMinimap ? scene : cutScene(scene, area, isKept)
    return [projection.nodes(known, state), projection.edges(known, state)]
  }, [
    projection,
    scene,
    area,
    hasMinimap,
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
    const next = applySelection(selected, changes)
    if (next !== undefined)
      onSelect?.([...next], next.size > 0 && selected.size === 0 ? [] : [...selectedEdges])
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
    const next = applySelection(selectedEdges, changes)
    if (next === undefined) return
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
    const card = findCard(sceneRef.current, at)
    if (card === undefined) editing.onConnectToNothing({ source, handle, at })
    else if (card.hasInput && card.node.id !== source && card.node.type !== GROUP_TYPE)
      editing.onConnect({ source, handle, target: card.node.id })
  }

  const { startMove, continueMove, endMove } = usePanningLayer()
  const updateView = useCallback(
    (view: Viewport, isPanning = false) => {
      const { width, height } = store.getState()
      onZoom?.(view.zoom)
      const isFull = isCrowded(sceneRef.current, view, { width, height })
      // Making a hundred cards would interrupt the movement: they come back when it ends.
      setOverview((before) => isFull || (isPanning && before))
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

  useCanvasHandle({ ref, scene: sceneRef, viewKey, onView: updateView })

  const targetAt = (event: { clientX: number; clientY: number }): GraphTarget =>
    findTarget(sceneRef.current, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }))

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
      <LinesContext value={hasLines}>
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
            updateView(view, continueMove(view))
          }}
          onMoveEnd={(_, view) => {
            endMove()
            updateView(view)
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
          {hasMinimap && <GraphMinimap />}
        </ReactFlow>
        {children}
      </LinesContext>
    </GraphActionsContext>
  )
}

/** Undefined: the changes are about something else. */
function applySelection(
  selected: ReadonlySet<string>,
  changes: readonly (NodeChange<FlowNode> | EdgeChange<FlowEdgeType>)[],
): ReadonlySet<string> | undefined {
  const selections = changes.filter((change) => change.type === 'select')
  if (selections.length === 0) return undefined
  const next = new Set(selected)
  for (const { id, selected: isSelected } of selections) {
    if (isSelected) next.add(id)
    else next.delete(id)
  }
  return next
}

const SNAP: [number, number] = [10, 10]
