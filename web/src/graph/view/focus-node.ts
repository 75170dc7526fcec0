/** Gives the focus to the card or the row of a node. False if neither is shown. */
export function focusNode(nodeId: string): boolean {
  const element = document.querySelector<HTMLElement>(`[data-node="${CSS.escape(nodeId)}"]`)
  element?.focus({ preventScroll: true })
  return element !== null
}

/** Gives the focus to what is shown in place of a graph without nodes. */
export function focusEmptyGraph(): void {
  document.querySelector<HTMLElement>('[data-empty-graph]')?.focus({ preventScroll: true })
}
