import { isFocusLost } from '../../components/focus-lost.ts'
import { focusEmptyGraph, focusNode } from '../../graph/view/focus-node.ts'
import type { EditorStore } from '../model/editor-store.ts'
import { listSuccessors } from './walk-graph.ts'

/** Changes the document. If the node with the focus goes, one that was beside it gets the focus. */
export function keepFocus(store: EditorStore, change: () => void): void {
  const before = store.getState().document
  change()
  const { document, selectedNodes } = store.getState()
  const left = new Set(document.nodes.map(({ id }) => id))
  const gone = before.nodes.filter(({ id }) => !left.has(id)).map(({ id }) => id)
  if (gone.length === 0) return
  // The card or the row is gone after the next paint.
  requestAnimationFrame(() => {
    if (!isFocusLost()) return
    if (left.size === 0) focusEmptyGraph()
    else [...selectedNodes, ...listSuccessors(before, gone)].some(focusNode)
  })
}
