/** Generates identifiers and secrets. */
export interface Ids {
  /**
   * Returns a UUIDv7 that contains the given time. Ids that one process generates for the same millisecond sort in the order
   * in which they were generated, so sorting by id alone sorts by time.
   */
  next(at: number): string
  /** Returns `bytes` cryptographically random bytes as base64url text. */
  secret(bytes: number): string
  /** Returns a UUID derived from the text: the same text always yields the same UUID, in every process and version. */
  derive(text: string): string
  /** Returns a uniformly distributed number from 0 (inclusive) to 1 (exclusive). For jitter, never for secrets. */
  random(): number
}
