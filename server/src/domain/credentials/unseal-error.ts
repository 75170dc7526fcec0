export type UnsealFailure =
  /** Sealed with a master key that this process was not given. */
  | 'unknown_key'
  /** Changed, moved to another record or account, or cut off. */
  | 'tampered'
  /** Not a sealed value at all. */
  | 'malformed'

/** Thrown by `open`: a stored secret that cannot be read is never an expected outcome of a correct program. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError'
  readonly reason: UnsealFailure

  constructor(reason: UnsealFailure, message: string) {
    super(message)
    this.reason = reason
  }
}
