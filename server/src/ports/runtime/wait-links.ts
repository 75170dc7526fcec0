/** Waits that are answered at a link, without an API key. */
export type LinkedWaitKind = 'callback' | 'approval'

/** URLs at which a wait can be answered: by a program (`callback`) or by a person (`approve`, `reject`). */
export interface WaitLinkSet {
  readonly callback?: string
  readonly approve?: string
  readonly reject?: string
}

export interface WaitLinks {
  /**
   * Returns the links of a wait: the same before the wait begins, while it is open and after it has ended. Empty when this
   * process does not know its public URL.
   */
  of(wait: {
    readonly executionId: string
    readonly waitId: string
    readonly kind: LinkedWaitKind
  }): WaitLinkSet
}
