import { useStore } from 'zustand'
import { GROUP_TYPE, isAnnotation } from '../../graph/types.ts'
import { alignCommands, tidyUpCommand } from './arrange-commands.ts'
import type { CommandContext, CommandDeps } from './command-context.ts'
import { editCommands } from './edit-commands.ts'
import { runCommands } from './run-commands.ts'
import { selectionCommands } from './selection-commands.ts'
import { useClipboard } from './use-clipboard.ts'
import { viewCommands } from './view-commands.ts'

export type EditorCommands = ReturnType<typeof useEditorCommands>

const READABLE = 24

/** Every action of the editor. Buttons, menus, shortcuts and the command palette use these and nothing else. */
export function useEditorCommands(deps: CommandDeps) {
  const { session, state, search } = deps
  const { store, nodeTypes, canEdit, run } = session
  const { canvas, document } = state
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
  const selected = document.nodes.filter(({ id }) => selectedNodes.has(id))
  const context: CommandContext = {
    ...deps,
    clipboard,
    ids,
    only,
    onlyNode: only === undefined ? undefined : selected[0],
    steps: selected.filter((node) => !isAnnotation(node)),
    groups: selected.filter(({ type }) => type === GROUP_TYPE),
    selectedEdges,
    isList: search.view === 'list',
    runOfNode: only === undefined ? undefined : run.overlay?.nodes.get(only),
  }
  const running = runCommands(context)
  return {
    ...editCommands(context, { undoLabel, redoLabel }),
    ...selectionCommands(context),
    tidyUp: tidyUpCommand(context),
    ...viewCommands(context),
    ...running.commands,
    alignments: alignCommands(context),
    runFrom: running.runFrom,
  }
}
