import { createContext, use } from 'react'

/** What a card can ask its canvas to do. Undefined members are not offered. */
export interface GraphActions {
  onAddAfter?(nodeId: string, handle: string): void
  onAddOnEdge?(edge: string): void
  onRename?(nodeId: string, name: string): void
  /** `isByKey`: the focus is left to whoever shows the node. */
  onRenameEnd?(nodeId: string, isByKey: boolean): void
  onNoteText?(nodeId: string, text: string): void
  onNoteEdit?(nodeId: string): void
  onNoteResize?(nodeId: string, size: { width: number; height: number }): void
  onToggleGroup?(nodeId: string): void
  onSelectNode?(nodeId: string): void
  onOpenNode?(nodeId: string): void
}

export const GraphActionsContext = createContext<GraphActions>({})

export function useGraphActions(): GraphActions {
  return use(GraphActionsContext)
}
