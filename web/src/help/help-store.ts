/** What the help panel is asked to show. */
export interface HelpRequest {
  /** Increases with every request, so that the same one can be made again. */
  readonly number: number
  /** An entry of the help, such as `function:text.trim()`; without one, the panel shows what it has to offer. */
  readonly entry?: string | undefined
  /** What to offer first. */
  readonly topic?: 'expressions' | undefined
  /** The panel was opened from a dialog, which has the page for itself: the panel lies above it. */
  readonly isAboveDialog: boolean
}

const listeners = new Set<() => void>()
let current: HelpRequest | undefined
let opener: Element | null = null
let requests = 0

function change(next: HelpRequest | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

/** Opens and closes the help. Small, since every page has it; what it opens is loaded on demand. */
export const help = {
  open(request: Pick<HelpRequest, 'entry' | 'topic'> = {}): void {
    const focused = document.activeElement
    if (current === undefined || focused?.closest('[data-app-panel]') === null) opener = focused
    requests += 1
    const isAboveDialog =
      document.querySelector('[role=dialog][data-state=open]:not([data-app-panel])') !== null
    change({ ...request, number: requests, isAboveDialog })
  },
  close(): void {
    change(undefined)
  },
  /** Gives the focus back to where it was before the help was opened. */
  returnFocus(): void {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    opener = null
  },
  current: (): HelpRequest | undefined => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
