import * as errors from '../texts/errors.ts'

export interface Issue {
  path: string
  message: string
}

/** `NETWORK`: there was no response. `BAD_RESPONSE`: the response did not come from Millrace. */
export type ApiErrorCode = 'NETWORK' | 'BAD_RESPONSE' | (string & {})

interface ApiErrorDetails {
  status?: number
  issues?: Issue[]
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  /** HTTP status; 0 if there was no response. */
  readonly status: number
  readonly issues: Issue[]
  readonly retryAfterSeconds: number | undefined

  constructor(code: ApiErrorCode, message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.status = details.status ?? 0
    this.issues = details.issues ?? []
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

export function isSessionLost(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** True for failures that a retry may resolve: no response, or an error of the server. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NETWORK' || error.status >= 500)
}

/** Returns a message for the user, whatever was thrown. */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return errors.unexpectedError
  // What is wrong with a request is said by its issues; the message only says that something is.
  return error.issues.length === 0 ? error.message : errors.allIssues(error.issues)
}
