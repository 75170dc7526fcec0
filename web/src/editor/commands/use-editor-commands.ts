import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  ArrowLeftToLine,
  ArrowRightToLine,
  CircleOff,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Group,
  List,
  type LucideIcon,
  Map as MapIcon,
  Maximize,
  Pencil,
  Pin,
  PinOff,
  Play,
  Plus,
  Redo2,
  Scissors,
  SquareDashedMousePointer,
  SquareStack,
  StepForward,
  StickyNote,
  Trash2,
  Undo2,
  Ungroup,
  Wand,
  Workflow,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { useStore } from 'zustand'
import { describeError } from '../../api/api-error.ts'
import type { Command } from '../../app/commands/command.ts'
import { toast } from '../../components/toast-store.ts'
import { arrangeDocument } from '../../graph/layout/layout.ts'
import { readGroup } from '../../graph/scene/annotations.ts'
import { isAnnotation } from '../../graph/types.ts'
import * as t from '../../texts/editor/commands.ts'
import * as edits from '../../texts/editor/edits.ts'
import * as runTexts from '../../texts/editor/run.ts'
import type { CanvasState } from '../canvas/use-canvas-state.ts'
import type { EditorSession } from '../editor-session.ts'
import { duplicateNodes } from '../model/edits/clipboard.ts'
import { deleteNodes } from '../model/edits/delete-nodes.ts'
import { removeEdges } from '../model/edits/edges.ts'
import { rulesFrom } from '../model/edits/expression-rules.ts'
import { addNote, groupNodes, ungroupNodes } from '../model/edits/groups.ts'
import { pinOutput, setDisabled, setParameter } from '../model/edits/parameters.ts'
import { type Alignment, alignNodes, applyPositions } from '../model/edits/positions.ts'
import { readNodeOutput } from '../run/read-node-output.ts'
import { needsInput, readLastInput, triggersOf } from '../run/run-input.ts'
import type { EditorSearch, SetSearch } from '../use-editor-search.ts'
import { useClipboard } from './use-clipboard.ts'
import { collectStream, type Direction, findNeighbour } from './walk-graph.ts'

const aligns: Record<Alignment, LucideIcon> = {
  left: AlignStartVertical,
  center: AlignCenterVertical,
  right: AlignEndVertical,
  top: AlignStartHorizontal,
  middle: AlignCenterHorizontal,
  bottom: AlignEndHorizontal,
  'distribute-horizontally': AlignHorizontalSpaceAround,
  'distribute-vertically': AlignVerticalSpaceAround,
}

interface CommandDeps {
  readonly session: EditorSession
  readonly state: CanvasState
  readonly search: EditorSearch
  readonly setSearch: SetSearch
  readonly onOpen: (nodeId: string) => void
}

export type EditorCommands = ReturnType<typeof useEditorCommands>

const READABLE = 24

/** Every action of the editor. Buttons, menus, shortcuts and the command palette use these and nothing else. */
export function useEditorCommands({ session, state, search, setSearch, onOpen }: CommandDeps) {
  const { store, nodeTypes, canEdit, canRun: mayRun, control, run } = session
  const { canvas, edit, document } = state
  const selectedNodes = useStore(store, (one) => one.selectedNodes)
  const selectedEdges = useStore(store, (one) => one.selectedEdges)
  const undoLabel = useStore(store, (one) => one.undoLabel)
  const redoLabel = useStore(store, (one) => one.redoLabel)
  const clipboard = useClipboard({
    store,
    nodeTypes,
    canEdit,
    pasteAt: () => state.target?.at ?? canvas.current?.center() ?? { x: 0, y: 0 },
    onArranged: (pasted) =>
      requestAnimationFrame(() => {
        // A long graph would be too small to read: its beginning is enough.
        if (pasted.length <= READABLE) canvas.current?.fit(pasted)
        else canvas.current?.reveal(pasted[0] ?? '')
      }),
  })

  const ids = [...selectedNodes]
  const only = ids.length === 1 ? ids[0] : undefined
  const onlyNode = only === undefined ? undefined : document.nodes.find(({ id }) => id === only)
  const hasNodes = ids.length > 0
  const steps = document.nodes.filter((node) => selectedNodes.has(node.id) && !isAnnotation(node))
  const groups = document.nodes.filter((node) => selectedNodes.has(node.id) && node.type === 'group')
  const isList = search.view === 'list'
  const allDisabled = steps.length > 0 && steps.every((node) => node.disabled === true)
  const runOfNode = only === undefined ? undefined : run.overlay?.nodes.get(only)

  const show = (id: string) => {
    canvas.current?.reveal(id)
    // The card of a node that was outside of the view exists after the next paint.
    requestAnimationFrame(() => canvas.current?.focusNode(id))
  }
  const walk = (direction: Direction) => {
    const next = findNeighbour(document, only ?? ids.at(-1), direction)
    if (next === undefined) return
    store.select([next])
    show(next)
  }
  const extend = (direction: Direction) => {
    const next = findNeighbour(document, ids.at(-1), direction)
    if (next === undefined) return
    store.select([...ids, next])
    show(next)
  }
  const stream = (direction: 'upstream' | 'downstream') =>
    store.select(collectStream(document, ids, direction))

  const removeSelected = () => {
    const nodes = new Set(ids)
    const edges = [...selectedEdges]
    edit(
      nodes.size > 0 ? edits.remove(nodes.size) : edits.disconnect,
      (draft) => {
        removeEdges(draft, edges)
        deleteNodes(draft, nodes)
      },
      { select: [] },
    )
  }
  const tidyUp = async () => {
    const selection = ids.length > 1 ? new Set(ids) : undefined
    const positions = await arrangeDocument(document, nodeTypes, selection)
    const moved = selection === undefined ? positions : shiftTo(positions, document, selection)
    edit(edits.tidyUp, (draft) => applyPositions(draft, moved))
    if (selection === undefined) requestAnimationFrame(() => canvas.current?.fit())
  }
  const createNote = () => {
    const position = state.target?.at ?? canvas.current?.center() ?? { x: 0, y: 0 }
    const select: string[] = []
    edit(
      edits.addNote,
      (draft) => {
        select.push(
          addNote(draft, { text: '', position: { x: Math.round(position.x), y: Math.round(position.y) } }),
        )
      },
      { select },
    )
    state.setRenaming(select[0])
  }
  const pin = async () => {
    if (only === undefined || run.overlay === undefined || runOfNode === undefined) return
    try {
      const output = await readNodeOutput(run.overlay.executionId, runOfNode.lastStepKey)
      edit(edits.pin, (draft) => pinOutput(draft, only, output))
    } catch (error) {
      toast.show({ tone: 'danger', title: runTexts.pinUnavailable, description: describeError(error) })
    }
  }

  const triggers = triggersOf(document, nodeTypes)
  const startRun = (until?: string) => {
    const last = readLastInput(session.workflowId)
    const trigger = triggers.find(({ id }) => id === last?.triggerId) ?? triggers[0]
    const request = until === undefined ? {} : { until }
    if (last === undefined && needsInput(trigger)) control.openDialog(request)
    else void control.start({ ...request, triggerId: trigger?.id, input: last?.input ?? {} })
  }
  const canRun = mayRun && triggers.length > 0 && !control.isStarting

  const command = (one: Command): Command => one
  const editing = (one: Command): Command => ({ ...one, enabled: canEdit && one.enabled !== false })

  const commands = {
    undo: editing({
      id: 'editor.undo',
      title: t.undo(undoLabel),
      group: t.edit,
      icon: Undo2,
      keys: ['mod+z'],
      enabled: undoLabel !== null,
      run: () => store.undo(),
    }),
    redo: editing({
      id: 'editor.redo',
      title: t.redo(redoLabel),
      group: t.edit,
      icon: Redo2,
      keys: ['mod+shift+z', 'mod+y'],
      enabled: redoLabel !== null,
      run: () => store.redo(),
    }),
    add: editing({
      id: 'editor.add',
      title: t.addNode,
      group: t.edit,
      icon: Plus,
      keys: ['/', 'n'],
      run: () =>
        state.setAdding(
          onlyNode === undefined || isAnnotation(onlyNode) ? {} : afterNode(onlyNode.id, document, nodeTypes),
        ),
    }),
    note: editing({
      id: 'editor.note',
      title: t.addNote,
      group: t.edit,
      icon: StickyNote,
      keys: ['shift+n'],
      run: createNote,
    }),
    open: command({
      id: 'editor.open',
      title: t.open,
      group: t.edit,
      icon: Maximize,
      keys: ['enter'],
      enabled: onlyNode !== undefined && !isAnnotation(onlyNode),
      run: () => {
        if (only !== undefined) onOpen(only)
      },
    }),
    rename: editing({
      id: 'editor.rename',
      title: t.rename,
      group: t.edit,
      icon: Pencil,
      keys: ['f2'],
      enabled: only !== undefined,
      run: () => state.setRenaming(only),
    }),
    cut: editing({
      id: 'editor.cut',
      title: t.cut,
      group: t.edit,
      icon: Scissors,
      keys: ['mod+x'],
      enabled: hasNodes,
      run: clipboard.cut,
    }),
    copy: command({
      id: 'editor.copy',
      title: t.copy,
      group: t.edit,
      icon: Copy,
      keys: ['mod+c'],
      enabled: hasNodes,
      run: clipboard.copy,
    }),
    // Without a shortcut of ours: the paste event of the browser needs no permission.
    paste: editing({
      id: 'editor.paste',
      title: t.paste,
      group: t.edit,
      icon: ClipboardPaste,
      run: clipboard.paste,
    }),
    duplicate: editing({
      id: 'editor.duplicate',
      title: t.duplicate,
      group: t.edit,
      icon: CopyPlus,
      keys: ['mod+d'],
      enabled: hasNodes,
      run: () => {
        const select: string[] = []
        edit(
          edits.duplicate(ids.length),
          (draft) => {
            select.push(...duplicateNodes(draft, ids, rulesFrom(nodeTypes.all)))
          },
          { select },
        )
      },
    }),
    remove: editing({
      id: 'editor.delete',
      title: t.remove,
      group: t.edit,
      icon: Trash2,
      keys: ['delete', 'backspace'],
      enabled: hasNodes || selectedEdges.size > 0,
      run: removeSelected,
    }),
    disable: editing({
      id: 'editor.disable',
      title: allDisabled ? t.enable : t.disable,
      group: t.edit,
      icon: CircleOff,
      keys: ['d'],
      enabled: steps.length > 0,
      run: () =>
        edit(allDisabled ? edits.enable(steps.length) : edits.disable(steps.length), (draft) =>
          setDisabled(
            draft,
            steps.map(({ id }) => id),
            !allDisabled,
          ),
        ),
    }),
    group: editing({
      id: 'editor.group',
      title: t.group,
      group: t.edit,
      icon: Group,
      keys: ['mod+g'],
      enabled: steps.length > 0,
      run: () => {
        const select: string[] = []
        edit(
          edits.group,
          (draft) => {
            const id = groupNodes(draft, ids, edits.newGroup)
            if (id !== undefined) select.push(id)
          },
          { select },
        )
        state.setRenaming(select[0])
      },
    }),
    ungroup: editing({
      id: 'editor.ungroup',
      title: t.ungroup,
      group: t.edit,
      icon: Ungroup,
      keys: ['mod+shift+g'],
      enabled: groups.length > 0,
      run: () =>
        edit(edits.ungroup, (draft) =>
          ungroupNodes(
            draft,
            groups.map(({ id }) => id),
          ),
        ),
    }),
    toggleGroup: editing({
      id: 'editor.toggle-group',
      title: groups[0] !== undefined && readGroup(groups[0]).collapsed ? t.expand : t.collapse,
      group: t.edit,
      icon: SquareStack,
      keys: ['e'],
      enabled: groups.length > 0,
      run: () =>
        edit(edits.toggleGroup, (draft) => {
          for (const { id, ...one } of groups)
            setParameter(draft, id, ['collapsed'], !readGroup({ id, ...one }).collapsed)
        }),
    }),
    pin: editing({
      id: 'editor.pin',
      title: t.pin,
      group: t.edit,
      icon: Pin,
      keys: ['p'],
      enabled: runOfNode !== undefined && runOfNode.completed > 0,
      run: pin,
    }),
    unpin: editing({
      id: 'editor.unpin',
      title: t.unpin,
      group: t.edit,
      icon: PinOff,
      keys: ['shift+p'],
      enabled: onlyNode?.pinned_output !== undefined,
      run: () => {
        if (only !== undefined) edit(edits.unpin, (draft) => pinOutput(draft, only, undefined))
      },
    }),
    selectAll: command({
      id: 'editor.select-all',
      title: t.selectAll,
      group: t.select,
      keys: ['mod+a'],
      run: () => store.select(document.nodes.map(({ id }) => id)),
    }),
    clear: command({
      id: 'editor.clear-selection',
      title: t.clearSelection,
      group: t.select,
      keys: ['escape'],
      enabled: hasNodes || selectedEdges.size > 0,
      run: () => {
        state.setMarquee(false)
        store.select([])
      },
    }),
    downstream: command({
      id: 'editor.select-downstream',
      title: t.selectDownstream,
      group: t.select,
      icon: ArrowRightToLine,
      keys: ['shift+arrowright'],
      enabled: hasNodes && !isList,
      run: () => stream('downstream'),
    }),
    upstream: command({
      id: 'editor.select-upstream',
      title: t.selectUpstream,
      group: t.select,
      icon: ArrowLeftToLine,
      keys: ['shift+arrowleft'],
      enabled: hasNodes && !isList,
      run: () => stream('upstream'),
    }),
    extendUp: command({
      id: 'editor.extend-up',
      title: t.extendUp,
      group: t.select,
      keys: ['shift+arrowup'],
      enabled: hasNodes && !isList,
      hidden: true,
      run: () => extend('up'),
    }),
    extendDown: command({
      id: 'editor.extend-down',
      title: t.extendDown,
      group: t.select,
      keys: ['shift+arrowdown'],
      enabled: hasNodes && !isList,
      hidden: true,
      run: () => extend('down'),
    }),
    left: command({
      id: 'editor.left',
      title: t.walk.left,
      group: t.select,
      keys: ['arrowleft'],
      enabled: !isList,
      hidden: true,
      run: () => walk('left'),
    }),
    right: command({
      id: 'editor.right',
      title: t.walk.right,
      group: t.select,
      keys: ['arrowright'],
      enabled: !isList,
      hidden: true,
      run: () => walk('right'),
    }),
    up: command({
      id: 'editor.up',
      title: t.walk.up,
      group: t.select,
      keys: ['arrowup'],
      enabled: !isList,
      hidden: true,
      run: () => walk('up'),
    }),
    down: command({
      id: 'editor.down',
      title: t.walk.down,
      group: t.select,
      keys: ['arrowdown'],
      enabled: !isList,
      hidden: true,
      run: () => walk('down'),
    }),
    tidyUp: editing({
      id: 'editor.tidy-up',
      title: t.tidyUp,
      group: t.view,
      icon: Wand,
      keys: ['shift+t'],
      keywords: t.tidyUpKeywords,
      enabled: !isList && document.nodes.length > 1,
      run: tidyUp,
    }),
    zoomIn: command({
      id: 'editor.zoom-in',
      title: t.zoomIn,
      group: t.view,
      icon: ZoomIn,
      keys: ['+', '='],
      enabled: !isList,
      run: () => canvas.current?.zoomBy(1.25),
    }),
    zoomOut: command({
      id: 'editor.zoom-out',
      title: t.zoomOut,
      group: t.view,
      icon: ZoomOut,
      keys: ['-'],
      enabled: !isList,
      run: () => canvas.current?.zoomBy(0.8),
    }),
    zoomReset: command({
      id: 'editor.zoom-reset',
      title: t.zoomReset,
      group: t.view,
      keys: ['0'],
      enabled: !isList,
      run: () => canvas.current?.zoomTo(1),
    }),
    fit: command({
      id: 'editor.fit',
      title: t.fit,
      group: t.view,
      icon: Maximize,
      keys: ['1'],
      enabled: !isList,
      run: () => canvas.current?.fit(),
    }),
    fitSelection: command({
      id: 'editor.fit-selection',
      title: t.fitSelection,
      group: t.view,
      keys: ['2'],
      enabled: !isList && hasNodes,
      run: () => canvas.current?.fit(ids),
    }),
    minimap: command({
      id: 'editor.minimap',
      title: t.minimap,
      group: t.view,
      icon: MapIcon,
      keys: ['m'],
      enabled: !isList,
      run: () => state.setMinimap(!state.showsMinimap),
    }),
    marquee: command({
      id: 'editor.marquee',
      title: t.marquee,
      group: t.select,
      icon: SquareDashedMousePointer,
      keys: ['v'],
      enabled: !isList,
      run: () => state.setMarquee(!state.isMarquee),
    }),
    list: command({
      id: 'editor.list',
      title: isList ? t.canvasView : t.listView,
      group: t.view,
      icon: isList ? Workflow : List,
      keys: ['l'],
      run: () => setSearch({ view: isList ? undefined : 'list' }),
    }),
    run: command({
      id: 'editor.run',
      title: t.runAll,
      group: t.run,
      icon: Play,
      keys: ['mod+enter'],
      enabled: canRun && !run.isLive,
      whileTyping: true,
      run: () => startRun(),
    }),
    runWithInput: command({
      id: 'editor.run-with-input',
      title: t.runWithInput,
      group: t.run,
      icon: Play,
      keys: ['mod+shift+enter'],
      enabled: canRun,
      whileTyping: true,
      run: () => control.openDialog(),
    }),
    runUntil: command({
      id: 'editor.run-until',
      title: onlyNode === undefined ? t.runUntilHere : t.runUntil(nodeTypes.nameOf(onlyNode)),
      group: t.run,
      icon: StepForward,
      keys: ['r'],
      enabled: canRun && onlyNode !== undefined && !isAnnotation(onlyNode),
      run: () => startRun(only),
    }),
    runAlone: command({
      id: 'editor.run-alone',
      title: t.runAlone,
      group: t.run,
      icon: StepForward,
      keys: ['shift+r'],
      enabled:
        mayRun &&
        run.overlay !== undefined &&
        !run.isLive &&
        !control.isStarting &&
        steps.length === 1 &&
        only !== undefined &&
        runOfNode !== undefined,
      run: () => {
        if (only !== undefined && run.overlay !== undefined)
          void control.runAlone(run.overlay.executionId, only)
      },
    }),
    stop: command({
      id: 'editor.stop',
      title: t.stop,
      group: t.run,
      icon: CircleOff,
      keys: ['mod+.'],
      enabled: mayRun && run.isLive,
      whileTyping: true,
      run: async () => {
        try {
          await run.cancel()
        } catch (error) {
          toast.show({ tone: 'danger', title: runTexts.stopFailed, description: describeError(error) })
        }
      },
    }),
    closeRun: command({
      id: 'editor.close-run',
      title: t.closeRun,
      group: t.run,
      enabled: search.run !== undefined,
      run: () => setSearch({ run: undefined }),
    }),
  }
  const alignments = (Object.keys(aligns) as Alignment[]).map((how) =>
    editing({
      id: `editor.align-${how}`,
      title: t.align[how],
      group: t.edit,
      icon: aligns[how],
      keywords: t.alignKeywords,
      enabled: !isList && ids.length > (how.startsWith('distribute') ? 2 : 1),
      run: () => edit(edits.align, (draft) => alignNodes(draft, ids, how)),
    }),
  )
  const runFrom = triggers.map((trigger) =>
    command({
      id: `editor.run-from-${trigger.id}`,
      title: t.runFrom(nodeTypes.nameOf(trigger)),
      group: t.run,
      icon: Play,
      enabled: canRun,
      run: () => control.openDialog({ triggerId: trigger.id }),
    }),
  )
  return { ...commands, alignments, runFrom }
}

/** The first output that leads nowhere, or else the first one. */
function afterNode(
  nodeId: string,
  document: CanvasState['document'],
  nodeTypes: EditorSession['nodeTypes'],
): { after: { nodeId: string; handle: string } } {
  const node = document.nodes.find(({ id }) => id === nodeId)
  const handles = node === undefined ? [] : nodeTypes.handlesOf(node)
  const used = new Set(
    document.edges
      .filter(({ source }) => source === nodeId)
      .map(({ sourceHandle }) => sourceHandle ?? 'main'),
  )
  return { after: { nodeId, handle: handles.find((one) => !used.has(one)) ?? handles[0] ?? 'main' } }
}

/** Arranged nodes stay where they were as a whole. */
function shiftTo(
  positions: ReadonlyMap<string, { x: number; y: number }>,
  document: CanvasState['document'],
  ids: ReadonlySet<string>,
): ReadonlyMap<string, { x: number; y: number }> {
  const before = document.nodes.flatMap(({ id, position }) =>
    ids.has(id) && position !== undefined ? [position] : [],
  )
  const after = [...positions.values()]
  const least = (points: readonly { x: number; y: number }[], axis: 'x' | 'y') =>
    Math.min(...points.map((point) => point[axis]))
  const dx = least(before, 'x') - least(after, 'x')
  const dy = least(before, 'y') - least(after, 'y')
  return new Map([...positions].map(([id, { x, y }]) => [id, { x: x + dx, y: y + dy }]))
}
