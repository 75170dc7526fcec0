import { ApiError } from '../api/api-error.ts'

/** A service that does not answer has a page of its own to say so; anything else an error page caught is a bug. */
export function reportCaughtError(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error)
}
