import type { ErrorCode, Issue } from '@millrace/contract/errors.ts'

/** Why a VALIDATION_ERROR is one, where the reason has a status of its own. Only `http/` knows which. */
export type RefusalKind =
  | 'shape'
  | 'too_large'
  | 'media_type'
  | 'conflict'
  | 'precondition'
  /** INTERNAL_ERROR that will pass: draining, or no disk space. */
  | 'unavailable'

export interface AppErrorDetails {
  readonly issues?: readonly Issue[]
  readonly required_scope?: string
  readonly [key: string]: unknown
}

/** A failure the caller is told of, by a code of the catalogue. Everything else that is thrown is a bug. */
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

/** What was asked for makes sense, and not in the state that the thing is in. */
export function conflict(message: string, path = ''): AppError {
  return new AppError('VALIDATION_ERROR', message, { issues: [{ path, message }] }, { kind: 'conflict' })
}

export function invalid(issues: readonly Issue[], message = 'The request is not valid.'): AppError {
  return new AppError('VALIDATION_ERROR', message, { issues })
}
