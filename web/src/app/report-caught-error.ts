import { ApiError } from '../api/api-error.ts'

/** Logs bugs. An unreachable server is not one: it has its own error page. */
export function reportCaughtError(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error)
}
