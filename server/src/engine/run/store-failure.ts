/** The store failed, or it is unknown whether it did what was asked. The run has not failed: it is retried. */
export class StoreFailure extends Error {
  constructor(cause: unknown) {
    super('The store failed.', { cause })
  }
}
