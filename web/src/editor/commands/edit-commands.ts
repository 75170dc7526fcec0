import {
  CircleOff,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Group,
  Maximize,
  Pencil,
  Pin,
  PinOff,
  Plus,
  Redo2,
  Scissors,
  SquareStack,
  StickyNote,
  Trash2,
  Undo2,
  Ungroup,
} from 'lucide-react'
import { describeError } from '../../api/api-error.ts'
import { toast } from '../../components/toast-store.ts'
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
import { readNodeOutput } from '../run/read-node-output.ts'
import { asCommands, type CommandContext, editing } from './command-context.ts'
import { keepFocus } from './keep-focus.ts'

interface EditOptions {
  readonly undoLabel: string | null
  readonly redoLabel: string | null
}

/** Commands that change nodes, and those of the clipboard and of undoing. */
export function editCommands(context: CommandContext, { undoLabel, redoLabel }: EditOptions) {
  const { session, state, onOpen, clipboard, ids, only, onlyNode, steps, groups, selectedEdges, runOfNode } =
    context
  const { store, nodeTypes, run } = session
  const { canvas, edit, document } = state
  const allDisabled = steps.length > 0 && steps.every((node) => node.disabled === true)

  const removeSelected = () => {
    const nodes = new Set(ids)
    const edges = [...selectedEdges]
    keepFocus(store, () =>
      edit(
        nodes.size > 0 ? edits.remove(nodes.size) : edits.disconnect,
        (draft) => {
          removeEdges(draft, edges)
          deleteNodes(draft, nodes)
        },
        { select: [] },
      ),
    )
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

  return asCommands({
    undo: editing(context, {
      id: 'editor.undo',
      title: t.undo(undoLabel),
      group: t.edit,
      icon: Undo2,
      keys: ['mod+z'],
      enabled: undoLabel !== null,
      run: () => keepFocus(store, store.undo),
    }),
    redo: editing(context, {
      id: 'editor.redo',
      title: t.redo(redoLabel),
      group: t.edit,
      icon: Redo2,
      keys: ['mod+shift+z', 'mod+y'],
      enabled: redoLabel !== null,
      run: () => keepFocus(store, store.redo),
    }),
    add: editing(context, {
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
    note: editing(context, {
      id: 'editor.note',
      title: t.addNote,
      group: t.edit,
      icon: StickyNote,
      keys: ['shift+n'],
      run: createNote,
    }),
    open: {
      id: 'editor.open',
      title: t.open,
      group: t.edit,
      icon: Maximize,
      keys: ['enter'],
      enabled: onlyNode !== undefined && !isAnnotation(onlyNode),
      run: () => {
        if (only !== undefined) onOpen(only)
      },
    },
    rename: editing(context, {
      id: 'editor.rename',
      title: t.rename,
      group: t.edit,
      icon: Pencil,
      keys: ['f2'],
      enabled: only !== undefined,
      run: () => state.setRenaming(only),
    }),
    cut: editing(context, {
      id: 'editor.cut',
      title: t.cut,
      group: t.edit,
      icon: Scissors,
      keys: ['mod+x'],
      noRepeat: true,
      enabled: ids.length > 0,
      run: clipboard.cut,
    }),
    copy: {
      id: 'editor.copy',
      title: t.copy,
      group: t.edit,
      icon: Copy,
      keys: ['mod+c'],
      enabled: ids.length > 0,
      run: clipboard.copy,
    },
    // Without a shortcut of ours: the paste event of the browser needs no permission.
    paste: editing(context, {
      id: 'editor.paste',
      title: t.paste,
      group: t.edit,
      icon: ClipboardPaste,
      run: clipboard.paste,
    }),
    duplicate: editing(context, {
      id: 'editor.duplicate',
      title: t.duplicate,
      group: t.edit,
      icon: CopyPlus,
      keys: ['mod+d'],
      enabled: ids.length > 0,
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
    remove: editing(context, {
      id: 'editor.delete',
      title: t.remove,
      group: t.edit,
      icon: Trash2,
      keys: ['delete', 'backspace'],
      // The node that gets the focus next must not go as well.
      noRepeat: true,
      enabled: ids.length > 0 || selectedEdges.size > 0,
      run: removeSelected,
    }),
    disable: editing(context, {
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
    group: editing(context, {
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
    ungroup: editing(context, {
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
    toggleGroup: editing(context, {
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
    pin: editing(context, {
      id: 'editor.pin',
      title: t.pin,
      group: t.edit,
      icon: Pin,
      keys: ['p'],
      enabled: runOfNode !== undefined && runOfNode.completed > 0,
      run: pin,
    }),
    unpin: editing(context, {
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
  })
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
