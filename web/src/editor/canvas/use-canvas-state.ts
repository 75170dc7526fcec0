import { useCallback, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { readStored, writeStored } from '../../components/stored-value.ts'
import type { GraphTarget } from '../../graph/scene/find-at.ts'
import { focusNodeSoon } from '../../graph/view/focus-node.ts'
import type { GraphCanvasHandle } from '../../graph/view/use-canvas-handle.ts'
import { useMissingPositions } from '../../graph/layout/use-missing-positions.ts'
import type { Point } from '../../graph/scene/geometry.ts'
import type { GraphDocument } from '../../graph/types.ts'
import type { EditorSession } from '../editor-session.ts'
import { applyPositions } from '../model/edits/positions.ts'
import type { EditorStore } from '../model/editor-store.ts'

/** Where a new node goes. */
export interface AddTarget {
  readonly after?: { readonly nodeId: string; readonly handle: string }
  readonly onEdge?: string
  readonly position?: Point
}

/** The state of the canvas that is neither in the document nor in the address. */
export interface CanvasState {
  readonly canvas: React.RefObject<GraphCanvasHandle | null>
  /** The document without what is being typed, with positions for nodes that have none. */
  readonly document: GraphDocument
  /** Like `edit` of the store; nodes without a position keep the one that is shown. */
  readonly edit: EditorStore['edit']
  readonly adding: AddTarget | undefined
  readonly setAdding: (target: AddTarget | undefined) => void
  readonly renaming: string | undefined
  readonly setRenaming: (id: string | undefined) => void
  /** Ends renaming. After a key, the card or the row of the node has the focus again. */
  readonly endRenaming: (id: string, isByKey: boolean) => void
  readonly isMarquee: boolean
  readonly setMarquee: (on: boolean) => void
  readonly showsMinimap: boolean
  readonly setMinimap: (on: boolean) => void
  readonly target: GraphTarget | undefined
  readonly setTarget: (target: GraphTarget | undefined) => void
}

const MINIMAP = 'editor.minimap'

export function useCanvasState({ store, nodeTypes }: EditorSession): CanvasState {
  const canvas = useRef<GraphCanvasHandle>(null)
  const stored = useStore(store, (state) => state.settled)
  const missing = useMissingPositions(stored, nodeTypes)
  const document = useMemo(() => withPositions(stored, missing), [stored, missing])
  const [adding, setAdding] = useState<AddTarget>()
  const [renaming, setRenaming] = useState<string>()
  const [isMarquee, setMarquee] = useState(false)
  const [showsMinimap, setShowsMinimap] = useState(() => readStored(MINIMAP, isBoolean) ?? false)
  const [target, setTarget] = useState<GraphTarget>()
  const edit = useCallback<EditorStore['edit']>(
    (label, change, options) =>
      store.edit(
        label,
        (draft) => {
          applyPositions(draft, missing)
          change(draft)
        },
        options,
      ),
    [missing, store],
  )
  const endRenaming = useCallback((id: string, isByKey: boolean) => {
    setRenaming(undefined)
    if (isByKey) focusNodeSoon(id)
  }, [])
  const setMinimap = useCallback((on: boolean) => {
    setShowsMinimap(on)
    writeStored(MINIMAP, on)
  }, [])
  return {
    canvas,
    document,
    edit,
    adding,
    setAdding,
    renaming,
    setRenaming,
    endRenaming,
    isMarquee,
    setMarquee,
    showsMinimap,
    setMinimap,
    target,
    setTarget,
  }
}

function withPositions(document: GraphDocument, positions: ReadonlyMap<string, Point>): GraphDocument {
  if (positions.size === 0) return document
  return {
    ...document,
    nodes: document.nodes.map((node) => {
      const position = positions.get(node.id)
      return position === undefined ? node : { ...node, position }
    }),
  }
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}
