import type { ErrorCode, Issue } from '@millrace/contract/errors.ts'

/** The kind of a refusal, if it has its own HTTP status. Only `http/` maps kinds to status codes. */
export type RefusalKind =
  | 'shape'
  | 'too_large'
  | 'media_type'
  | 'conflict'
  | 'range'
  | 'precondition'
  /** The sender took too long. */
  | 'timeout'
  /** A temporary INTERNAL_ERROR: the service is stopping, or disk space is low. */
  | 'unavailable'

export interface AppErrorDetails {
  readonly issues?: readonly Issue[]
  readonly required_scope?: string
  readonly [key: string]: unknown
}

/** A failure that is reported to the caller with a code of the error catalogue. Any other thrown error is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: AppErrorDetails
  readonly kind: RefusalKind | undefined

  constructor(
    code: ErrorCode,
    message: string,
    details: AppErrorDetails = {},
    options: { kind?: RefusalKind; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = details
    this.kind = options.kind
  }
}

export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `There is no such ${what} in this account.`)
}

/** The request is valid, but conflicts with the current state of the resource. */
export function conflict(message: string, path = ''): AppError {
  return new AppError('VALIDATION_ERROR', message, { issues: [{ path, message }] }, { kind: 'conflict' })
}

export function invalid(issues: readonly Issue[], message = 'The request is not valid.'): AppError {
  return new AppError('VALIDATION_ERROR', message, { issues })
}
