import { isFocusLost } from '../../components/focus-lost.ts'

/** Gives the focus to the card or the row of a node. False if neither is shown. */
export function focusNode(nodeId: string): boolean {
  const element = document.querySelector<HTMLElement>(`[data-node="${CSS.escape(nodeId)}"]`)
  element?.focus({ preventScroll: true })
  return element !== null
}

/**
 * As `focusNode`, after the next paint: then the card of a node exists that was outside of the view, and a field that stood
 * for the card is gone. What took the focus meanwhile, such as a dialog that the next key opened, keeps it.
 */
export function focusNodeSoon(nodeId: string): void {
  const before = document.activeElement
  requestAnimationFrame(() => {
    const now = document.activeElement
    if (now === before || isFocusLost() || now?.matches('[data-node]') === true) focusNode(nodeId)
  })
}

/** Gives the focus to what is shown in place of a graph without nodes. */
export function focusEmptyGraph(): void {
  document.querySelector<HTMLElement>('[data-empty-graph]')?.focus({ preventScroll: true })
}
