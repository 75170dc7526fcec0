/**
 * What a run wants to store cannot be written as text, for example because it would be longer than a text can be. Nothing was
 * stored, and another attempt would fail the same way: unlike a failure of the store, this is a failure of the run.
 */
export class NotStorable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
