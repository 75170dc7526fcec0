import { PanelBottom, TriangleAlert } from 'lucide-react'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useCommands } from '../../app/commands/use-commands.ts'
import { RegionBoundary } from '../../components/panel/region-boundary.tsx'
import { ResizablePanel } from '../../components/panel/resizable-panel.tsx'
import { readStored, writeStored } from '../../components/stored-value.ts'
import { useMediaQuery } from '../../components/use-media-query.ts'
import type { AddItem } from '../../editor/add/add-catalogue.ts'
import { AddPanel } from '../../editor/add/add-panel.tsx'
import { rememberRecent } from '../../editor/add/recent-items.ts'
import { useAddItems } from '../../editor/add/use-add-items.ts'
import { EditorCanvas } from '../../editor/canvas/editor-canvas.tsx'
import { type AddTarget, type CanvasState, useCanvasState } from '../../editor/canvas/use-canvas-state.ts'
import { useEditorCommands } from '../../editor/commands/use-editor-commands.ts'
import { type DrawerTab, EditorDrawer } from '../../editor/drawer/editor-drawer.tsx'
import { type EditorSession, type Problem, useEditorSession } from '../../editor/editor-session.ts'
import { ListView } from '../../editor/list/list-view.tsx'
import { addNode } from '../../editor/model/edits/add-node.ts'
import { setParameter } from '../../editor/model/edits/parameters.ts'
import { useEditorSearch } from '../../editor/use-editor-search.ts'
import { readGroup } from '../../graph/scene/annotations.ts'
import { spaceForOutputs } from '../../graph/scene/outputs.ts'
import { focusNode, focusNodeSoon } from '../../graph/view/focus-node.ts'
import { edgeKey, type GraphNode, GROUP_TYPE, isAnnotation } from '../../graph/types.ts'
import { parameterIn } from '../../run/failed-step.ts'
import { nodeOfKey } from '../../run/iteration-path.ts'
import * as commandTexts from '../../texts/editor/commands.ts'
import * as addTexts from '../../texts/editor/add.ts'
import * as t from '../../texts/editor/canvas.ts'
import * as edits from '../../texts/editor/edits.ts'
import * as listTexts from '../../texts/editor/list.ts'
import { lazyPart } from '../../app/lazy-part.ts'

/** Loaded with the first selected node, behind the canvas. */
const loadInspector = () => import('../../editor/inspector/inspector.tsx')
const Inspector = lazyPart(async () => ({ default: (await loadInspector()).Inspector }))
const FocusView = lazyPart(async () => ({
  default: (await import('../../editor/inspector/focus-view.tsx')).FocusView,
}))

const DRAWER_OPEN = 'editor.drawer-open'

/** Draw, run, watch and fix one workflow. */
export function EditorTab() {
  const session = useEditorSession()
  const { store, nodeTypes, canEdit, run, runId, problems, workflowId, control } = session
  const [search, setSearch] = useEditorSearch()
  const state = useCanvasState(session)
  const items = useAddItems(nodeTypes)
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const isList = isPhone || search.view === 'list'
  /** Counts what leads to a parameter: the same one can be shown again. */
  const [leads, setLeads] = useState(0)
  const [lastAdded, setLastAdded] = useState<string>()
  const [isDrawerOpen, setDrawerOpen] = useDrawerOpen()
  const tab: DrawerTab = search.panel === 'log' || search.panel === 'problems' ? search.panel : 'timeline'

  const selected = useSelectionInUrl(session, state)
  const node = selected === undefined ? undefined : state.document.nodes.find(({ id }) => id === selected)
  const inspected = node !== undefined && !isAnnotation(node) ? node.id : undefined
  const isFocusView = search.focus === '1' && inspected !== undefined

  useRevealBesidePanels(state, inspected, isDrawerOpen)

  const { canvas, edit, setAdding } = state
  const onOpen = useCallback(
    (nodeId: string) => {
      const opened = store.getState().document.nodes.find(({ id }) => id === nodeId)
      if (opened === undefined) return
      store.select([nodeId])
      if (!isAnnotation(opened)) setSearch({ node: nodeId, focus: '1' }, { push: true })
      else if (canEdit && opened.type === GROUP_TYPE)
        edit(edits.toggleGroup, (draft) =>
          setParameter(draft, nodeId, ['collapsed'], !readGroup(opened).collapsed),
        )
    },
    [canEdit, edit, setSearch, store],
  )
  const commands = useEditorCommands({ session, state, search, setSearch, onOpen })
  const { alignments, runFrom, ...single } = commands
  const { undo, redo, run: runAll, runWithInput, runUntil, runAlone, stop } = commands
  useCommands([
    // The focus view hides the graph: nothing there may be selected, moved or deleted unseen.
    ...(isFocusView
      ? [undo, redo, runAll, runWithInput, runUntil, runAlone, stop]
      : [...Object.values(single), ...alignments, ...runFrom]),
    {
      id: 'editor.toggle-drawer',
      title: commandTexts.toggleDrawer,
      group: commandTexts.view,
      icon: PanelBottom,
      keys: ['t'],
      run: () => setDrawerOpen(!isDrawerOpen),
    },
    {
      id: 'editor.problems',
      title: commandTexts.problems,
      group: commandTexts.view,
      icon: TriangleAlert,
      keys: ['shift+m'],
      run: () => setSearch({ panel: 'problems' }),
    },
  ])

  const onAdd = useCallback(
    (item: AddItem, wanted: AddTarget) => {
      // Nothing leads to a trigger.
      const { position } = wanted
      const target = item.family === 'trigger' ? { ...(position && { position }) } : wanted
      const spaceAfter = (node: GraphNode) => spaceForOutputs(nodeTypes.handlesOf(node))
      const select: string[] = []
      let isFirst = false
      edit(
        edits.add(item.title),
        (draft) => {
          isFirst = draft.nodes.length === 0
          select.push(addNode(draft, { ...item.node, ...target, spaceAfter }))
        },
        { select },
      )
      rememberRecent(item.id)
      setAdding(undefined)
      const [added] = select
      if (added === undefined) return
      setLastAdded(added)
      requestAnimationFrame(() => {
        // The first node is in the middle, unless its position was chosen.
        if (isFirst && position === undefined) canvas.current?.fit([added])
        else canvas.current?.reveal(added)
      })
      focusNodeSoon(added)
    },
    [canvas, edit, nodeTypes, setAdding],
  )

  // The address decides: selecting the node first would drop the parameter.
  const lead = (id: string, parameter: string | undefined) => {
    if (parameter === undefined) {
      store.select([id])
    } else {
      setSearch({ node: id, parameter, ...(isPhone && { focus: '1' }) })
      setLeads(leads + 1)
    }
    state.canvas.current?.reveal(id)
  }
  const onProblem = ({ node_id: id, parameter }: Problem) => {
    if (id === null) return
    lead(id, parameter ?? undefined)
    if (isPhone && parameter === null) setSearch({ node: id, focus: '1' })
  }
  // A run that starts shows its timeline; a link to the problems shows them.
  const shown = useRef(runId)
  useEffect(() => {
    if (runId !== undefined && runId !== shown.current) setDrawerOpen(true)
    shown.current = runId
  }, [runId, setDrawerOpen])
  useEffect(() => {
    if (search.panel !== undefined) setDrawerOpen(true)
  }, [search.panel, setDrawerOpen])

  const inspector =
    inspected === undefined
      ? undefined
      : {
          workflowId,
          nodeId: inspected,
          nodeTypes,
          runId,
          overlay: run.overlay,
          problems,
          parameter: search.parameter,
          leads,
          onShowParameter: (name: string) => lead(inspected, name),
          isReadOnly: !canEdit,
          onSelectNode: (id: string) => {
            store.select([id])
            state.canvas.current?.reveal(id)
          },
          onChooseRun: (id: string) => setSearch({ run: id }),
          onRunUntil: commands.runUntil.enabled === false ? undefined : () => void commands.runUntil.run(),
        }
  useEffect(() => {
    const timer = setTimeout(() => void loadInspector().catch(() => undefined), 1_000)
    return () => clearTimeout(timer)
  }, [])
  const hasTrigger = state.document.nodes.some(({ type }) => nodeTypes.isTrigger(type))

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1">
        <div className="relative min-w-0 flex-1">
          <RegionBoundary region={isList ? listTexts.region : t.canvas} resetKey={workflowId}>
            {isList ? (
              <ListView
                session={session}
                state={state}
                commands={commands}
                isPhone={isPhone}
                onOpen={onOpen}
              />
            ) : (
              <EditorCanvas
                session={session}
                state={state}
                commands={commands}
                items={items}
                onAdd={onAdd}
                onOpen={onOpen}
              />
            )}
          </RegionBoundary>
          {state.adding !== undefined && canEdit && (
            <AddPanel
              title={titleOf(state.adding, state, session, hasTrigger)}
              besideNode={state.adding.after?.nodeId}
              items={items}
              hasTrigger={hasTrigger}
              allowsTriggers={state.adding.after === undefined && state.adding.onEdge === undefined}
              onChoose={(item) => onAdd(item, state.adding ?? {})}
              onClose={() => setAdding(undefined)}
            />
          )}
        </div>
        {inspector !== undefined && !isPhone && !isFocusView && (
          <ResizablePanel
            label={t.editorPanel}
            side="right"
            storageKey="editor.inspector"
            defaultSize={440}
            min={320}
            max={720}
            className="flex flex-col border-l border-line bg-surface"
          >
            <RegionBoundary region={t.inspectorRegion} resetKey={inspected}>
              <Suspense>
                <Inspector
                  // A new node starts with its parameters, whichever tab was open before.
                  key={lastAdded}
                  {...inspector}
                  onOpenFocus={() => setSearch({ focus: '1' }, { push: true })}
                  onLeave={() => focusNode(inspector.nodeId)}
                  onClose={() => store.select([])}
                />
              </Suspense>
            </RegionBoundary>
          </ResizablePanel>
        )}
      </div>
      <EditorDrawer
        session={session}
        document={state.document}
        open={isDrawerOpen}
        onOpenChange={setDrawerOpen}
        tab={tab}
        onTab={(next) => {
          setDrawerOpen(true)
          setSearch({ panel: next === 'timeline' ? undefined : next })
        }}
        step={inspected === undefined ? undefined : run.overlay?.nodes.get(inspected)?.lastStepKey}
        onStep={(key) => {
          const id = nodeOfKey(key)
          const error = run.steps.find((step) => step.key === key)?.error
          lead(id, error === undefined || error === null ? undefined : parameterIn(error.message))
        }}
        onProblem={onProblem}
        onCloseRun={() => setSearch({ run: undefined })}
      />
      {inspector !== undefined && isFocusView && (
        <RegionBoundary region={t.inspectorRegion} resetKey={inspected}>
          <Suspense>
            <FocusView
              {...inspector}
              onClose={() => setSearch({ focus: undefined })}
              onRunNode={commands.runAlone.enabled === false ? undefined : () => void commands.runAlone.run()}
              isRunning={run.isLive || control.isStarting}
            />
          </Suspense>
        </RegionBoundary>
      )}
    </div>
  )
}

function useDrawerOpen(): [boolean, (open: boolean) => void] {
  const [isOpen, setOpen] = useState(() => readStored(DRAWER_OPEN, isBoolean) ?? false)
  const change = useCallback((open: boolean) => {
    setOpen(open)
    writeStored(DRAWER_OPEN, open)
  }, [])
  return [isOpen, change]
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

/** The selected node is in the address: a link shows it, and selecting another one changes the address. */
function useSelectionInUrl({ store }: EditorSession, { canvas, document }: CanvasState): string | undefined {
  const [search, setSearch] = useEditorSearch()
  const selectedNodes = useStore(store, (state) => state.selectedNodes)
  const selected = selectedNodes.size === 1 ? [...selectedNodes][0] : undefined
  const inUrl = search.node
  const exists = inUrl !== undefined && document.nodes.some(({ id }) => id === inUrl)
  const last = useRef<{ inUrl: string | undefined; selected: string | undefined }>({
    inUrl: undefined,
    selected: undefined,
  })
  /** Addresses that a selection asked for and that have not arrived yet. */
  const sent = useRef<(string | undefined)[]>([])
  useEffect(() => {
    const isUrlNew = inUrl !== last.current.inUrl
    const isSelectionNew = selected !== last.current.selected
    last.current = { inUrl, selected }
    if (isUrlNew) {
      const at = sent.current.indexOf(inUrl)
      if (at !== -1) {
        sent.current = sent.current.slice(at + 1)
        return
      }
      if (inUrl !== selected && (exists || inUrl === undefined)) {
        store.select(inUrl === undefined ? [] : [inUrl])
        if (inUrl !== undefined) canvas.current?.reveal(inUrl)
        return
      }
    }
    if (isSelectionNew && selected !== inUrl) {
      sent.current = [...sent.current, selected]
      setSearch({ node: selected, parameter: undefined })
    }
  }, [canvas, exists, inUrl, selected, setSearch, store])
  return selected
}

/** A panel that opens must not cover what it is about. */
function useRevealBesidePanels(
  { canvas }: CanvasState,
  nodeId: string | undefined,
  isDrawerOpen: boolean,
): void {
  const latest = useRef(nodeId)
  useEffect(() => {
    latest.current = nodeId
  }, [nodeId])
  const isPanelOpen = nodeId !== undefined
  useEffect(() => {
    if (!isPanelOpen && !isDrawerOpen) return undefined
    // The canvas knows its new size after the next layout.
    const timer = setTimeout(() => {
      if (latest.current !== undefined) canvas.current?.reveal(latest.current)
    }, 60)
    return () => clearTimeout(timer)
  }, [canvas, isPanelOpen, isDrawerOpen])
}

function titleOf(
  target: AddTarget,
  { document }: CanvasState,
  { nodeTypes }: EditorSession,
  hasTrigger: boolean,
): string {
  const nameOf = (id: string) => {
    const node = document.nodes.find((one) => one.id === id)
    return node === undefined ? id : nodeTypes.nameOf(node)
  }
  if (target.after !== undefined) return addTexts.titleAfter(nameOf(target.after.nodeId))
  const edge = document.edges.find((one) => edgeKey(one) === target.onEdge)
  if (edge !== undefined) return addTexts.titleBetween(nameOf(edge.source), nameOf(edge.target))
  return hasTrigger ? addTexts.title : addTexts.titleFirst
}
