import type { Command } from '../../app/commands/command.ts'
import type { GraphNode } from '../../graph/types.ts'
import type { NodeRun } from '../../run/run-overlay.ts'
import type { CanvasState } from '../canvas/use-canvas-state.ts'
import type { EditorSession } from '../editor-session.ts'
import type { EditorSearch, SetSearch } from '../use-editor-search.ts'
import type { useClipboard } from './use-clipboard.ts'

export interface CommandDeps {
  readonly session: EditorSession
  readonly state: CanvasState
  readonly search: EditorSearch
  readonly setSearch: SetSearch
  readonly onOpen: (nodeId: string) => void
}

/** What the commands act on, as it is at the moment. */
export interface CommandContext extends CommandDeps {
  readonly clipboard: ReturnType<typeof useClipboard>
  /** Ids of all selected nodes. */
  readonly ids: readonly string[]
  /** The selected node, if it is the only one. */
  readonly only: string | undefined
  readonly onlyNode: GraphNode | undefined
  /** The selected nodes that do something: without notes and groups. */
  readonly steps: readonly GraphNode[]
  readonly groups: readonly GraphNode[]
  readonly selectedEdges: ReadonlySet<string>
  readonly isList: boolean
  /** What the run in view recorded of the only selected node. */
  readonly runOfNode: NodeRun | undefined
}

/** A command that changes the document: only for people who may. */
export function editing({ session: { canEdit } }: CommandContext, command: Command): Command {
  return { ...command, enabled: canEdit && command.enabled !== false }
}

/** Commands by name, each with the type of any command. */
export function asCommands<Name extends string>(commands: Record<Name, Command>): Record<Name, Command> {
  return commands
}
