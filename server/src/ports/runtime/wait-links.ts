/** Waits that are answered at a link, without a key. */
export type LinkedWaitKind = 'callback' | 'approval'

/** Where a wait can be answered: by a program (`callback`), or by a person who decides (`approve`, `reject`). */
export interface WaitLinkSet {
  readonly callback?: string
  readonly approve?: string
  readonly reject?: string
}

export interface WaitLinks {
  /** The same before the wait begins, while it lasts and afterwards. None where this process does not know its address. */
  of(wait: {
    readonly executionId: string
    readonly waitId: string
    readonly kind: LinkedWaitKind
  }): WaitLinkSet
}
