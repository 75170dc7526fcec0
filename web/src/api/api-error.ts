export interface Issue {
  path: string
  message: string
}

/** `NETWORK`: no answer came. `BAD_REPLY`: an answer came, but not one of this service's. */
export type ApiErrorCode = 'NETWORK' | 'BAD_REPLY' | (string & {})

interface ApiErrorDetails {
  status?: number
  issues?: Issue[]
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  /** HTTP status; 0 when there was no answer. */
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

/** Worth another try without anybody changing anything: no answer, or a fault of the service. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NETWORK' || error.status >= 500)
}

/** One sentence for a person, whatever was thrown. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return 'Something went wrong in this page. Reload it and try again.'
}
