/** The store could not do what was asked, or nobody knows whether it did. The run is tried again; it has not failed. */
export class StoreFailure extends Error {
  constructor(cause: unknown) {
    super('The store did not answer as it should.', { cause })
  }
}
