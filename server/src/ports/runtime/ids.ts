/** Where identifiers and secrets come from. */
export interface Ids {
  /**
   * A UUIDv7 that carries the given instant. Of two made by one process for the same millisecond the later one sorts
   * after the earlier: lists sort by id alone and are in order of time.
   */
  next(at: number): string
  /** `bytes` random bytes as base64url text. */
  secret(bytes: number): string
  /** A UUID that follows from the text: the same for the same text, everywhere and for ever. */
  derive(text: string): string
  /** Evenly spread, from 0 up to but not 1. For jitter, never for secrets. */
  random(): number
}
