import { useCallback, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { ContextMenu, type ContextMenuCommand } from '../../components/overlay/context-menu.tsx'
import { GraphCanvas, type GraphEditing } from '../../graph/graph-canvas.tsx'
import type { GraphTarget } from '../../graph/scene/find-at.ts'
import { GROUP_TYPE, isAnnotation } from '../../graph/types.ts'
import * as t from '../../texts/editor/commands.ts'
import * as edits from '../../texts/editor/edits.ts'
import type { AddItem } from '../add/add-catalogue.ts'
import { readDraggedItem } from '../add/dragged-item.ts'
import type { EditorCommands } from '../commands/use-editor-commands.ts'
import type { EditorSession } from '../editor-session.ts'
import { addNodeToEdge } from './insert-into-edge.ts'
import { connectNodes, removeEdges } from '../model/edits/edges.ts'
import { rulesFrom } from '../model/edits/expression-rules.ts'
import { setParameter } from '../model/edits/parameters.ts'
import { applyPositions } from '../model/edits/positions.ts'
import { renameNode } from '../model/edits/rename-node.ts'
import { useProblemCounts } from '../use-problems.ts'
import { CanvasToolbar } from './canvas-toolbar.tsx'
import { EmptyCanvas } from './empty-canvas.tsx'
import type { AddTarget, CanvasState } from './use-canvas-state.ts'

interface EditorCanvasProps {
  session: EditorSession
  state: CanvasState
  commands: EditorCommands
  items: readonly AddItem[]
  onAdd: (item: AddItem, target: AddTarget) => void
  onOpen: (nodeId: string) => void
}

/** The graph with everything that edits it. */
export function EditorCanvas({ session, state, commands, items, onAdd, onOpen }: EditorCanvasProps) {
  const { store, nodeTypes, canEdit, run, workflowId } = session
  const { canvas, edit, document, adding, setAdding, renaming, setRenaming, endRenaming, setTarget } = state
  const { isMarquee, showsMinimap } = state
  const selectedNodes = useStore(store, (one) => one.selectedNodes)
  const selectedEdges = useStore(store, (one) => one.selectedEdges)
  const problems = useProblemCounts(session.problems)
  const [zoom, setZoom] = useState(1)

  const editing = useMemo<GraphEditing>(
    () => ({
      onMove: (positions) => edit(edits.move(positions.size), (draft) => applyPositions(draft, positions)),
      onConnect: ({ source, handle, target }) =>
        edit(edits.connect, (draft) => {
          connectNodes(draft, { source, target, ...(handle === 'main' ? {} : { sourceHandle: handle }) })
        }),
      onConnectToNothing: ({ source, handle, at }) =>
        setAdding({ after: { nodeId: source, handle }, position: { x: at.x, y: at.y - 32 } }),
      onDropData: (data, { at, edge }) => {
        const item = readDraggedItem(data, items)
        const position = { x: Math.round(at.x - 116), y: Math.round(at.y - 32) }
        if (item !== undefined) onAdd(item, edge === undefined ? { position } : { onEdge: edge })
      },
      onDropNodeOnEdge: (nodeId, edge) =>
        edit(edits.insert, (draft) => addNodeToEdge(draft, { nodeId, edge, nodeTypes })),
      onAddAfter: (nodeId, handle) => setAdding({ after: { nodeId, handle } }),
      onAddOnEdge: (edge) => setAdding({ onEdge: edge }),
      onRename: (nodeId, name) =>
        edit(edits.rename, (draft) => {
          const node = draft.nodes.find(({ id }) => id === nodeId)
          if (node?.type === GROUP_TYPE) setParameter(draft, nodeId, ['title'], name)
          else renameNode(draft, nodeId, name, rulesFrom(nodeTypes.all))
        }),
      onRenameEnd: endRenaming,
      onNoteText: (nodeId, text) =>
        edit(edits.editNote, (draft) => setParameter(draft, nodeId, ['text'], text)),
      onNoteEdit: setRenaming,
      onNoteResize: (nodeId, { width, height }) =>
        edit(edits.resizeNote, (draft) => {
          setParameter(draft, nodeId, ['width'], Math.round(width))
          setParameter(draft, nodeId, ['height'], Math.round(height))
        }),
      onToggleGroup: (nodeId) =>
        edit(edits.toggleGroup, (draft) => {
          const node = draft.nodes.find(({ id }) => id === nodeId)
          setParameter(draft, nodeId, ['collapsed'], node?.data?.['collapsed'] !== true)
        }),
    }),
    [edit, endRenaming, items, nodeTypes, onAdd, setAdding, setRenaming],
  )

  const onSelect = useCallback(
    (nodes: readonly string[], edges: readonly string[]) => store.select(nodes, edges),
    [store],
  )
  const onContextTarget = useCallback(
    (target: GraphTarget) => {
      setTarget(target)
      const { selectedNodes: selected } = store.getState()
      if (target.nodeId !== undefined && !selected.has(target.nodeId)) store.select([target.nodeId])
      else if (target.edge !== undefined) store.select([], [target.edge])
    },
    [setTarget, store],
  )

  return (
    <ContextMenu
      groups={useContextGroups(session, state, commands)}
      onOpenChange={(open) => {
        if (!open) setTimeout(() => setTarget(undefined))
      }}
    >
      <div data-command-scope="canvas" className="relative size-full">
        <GraphCanvas
          ref={canvas}
          document={document}
          nodeTypes={nodeTypes}
          overlay={run.overlay}
          problems={problems}
          selected={selectedNodes}
          selectedEdges={selectedEdges}
          onSelect={onSelect}
          onOpen={onOpen}
          onContextTarget={onContextTarget}
          onZoom={setZoom}
          editing={canEdit ? editing : undefined}
          renaming={renaming}
          selectsOnDrag={isMarquee}
          showsMinimap={showsMinimap}
          viewKey={`workflow.${workflowId}`}
        >
          <CanvasToolbar
            commands={commands}
            isMarquee={isMarquee}
            showsMinimap={showsMinimap}
            zoom={zoom}
            canEdit={canEdit}
          />
          {document.nodes.length === 0 && adding === undefined && (
            <EmptyCanvas
              items={items}
              canEdit={canEdit}
              onChoose={(item) => onAdd(item, {})}
              onMore={() => setAdding({})}
            />
          )}
        </GraphCanvas>
      </div>
    </ContextMenu>
  )
}

/** The menu depends on what was clicked: a node, several nodes, an edge, or the canvas. */
function useContextGroups(
  session: EditorSession,
  state: CanvasState,
  commands: EditorCommands,
): readonly (readonly ContextMenuCommand[])[] {
  const { document, edit, target, setAdding } = state
  const { canEdit, store } = session
  const selected = useStore(store, (one) => one.selectedNodes)
  const usable = (list: readonly ContextMenuCommand[]) => list.filter(({ enabled = true }) => enabled)
  const paste = { ...commands.paste, keys: ['mod+v'] }
  const remove: ContextMenuCommand = { ...commands.remove, tone: 'danger' }
  const { edge, nodeId, at } = target ?? {}
  const isSelection = selected.size > 0
  if (edge !== undefined && nodeId === undefined) {
    return [
      usable([
        {
          id: 'editor.insert-here',
          title: t.insertHere,
          group: t.edit,
          enabled: canEdit,
          run: () => setAdding({ onEdge: edge }),
        },
      ]),
      usable([
        {
          id: 'editor.disconnect',
          title: edits.disconnect,
          group: t.edit,
          tone: 'danger',
          enabled: canEdit,
          run: () => edit(edits.disconnect, (draft) => removeEdges(draft, [edge])),
        },
      ]),
    ]
  }
  if (nodeId === undefined && (at !== undefined || !isSelection)) {
    return [
      usable([
        {
          id: 'editor.add-here',
          title: t.addHere,
          group: t.edit,
          enabled: canEdit,
          run: () => setAdding(at === undefined ? {} : { position: { x: at.x, y: at.y } }),
        },
        commands.note,
        paste,
      ]),
      usable([commands.selectAll, commands.tidyUp, commands.fit]),
      usable([commands.undo, commands.redo]),
    ]
  }
  const node = document.nodes.find(({ id }) => id === nodeId)
  const isStep = node !== undefined && !isAnnotation(node)
  return [
    usable(isStep && selected.size < 2 ? [commands.open, commands.runUntil, commands.runAlone] : []),
    usable([commands.add, commands.rename, commands.pin, commands.unpin, commands.disable]),
    usable([commands.cut, commands.copy, paste, commands.duplicate]),
    usable([commands.group, commands.ungroup, commands.toggleGroup]),
    usable(selected.size > 1 ? commands.alignments : [commands.downstream, commands.upstream]),
    usable([remove]),
  ]
}
