export type UnsealFailure =
  /** Sealed with a master key that this process does not have. */
  | 'unknown_key'
  /** Modified, truncated, or moved to another record or account. */
  | 'tampered'
  /** Not a sealed value at all. */
  | 'malformed'

/** Thrown by `open`: a stored secret that cannot be read is never an expected outcome. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError'
  readonly reason: UnsealFailure

  constructor(reason: UnsealFailure, message: string) {
    super(message)
    this.reason = reason
  }
}
