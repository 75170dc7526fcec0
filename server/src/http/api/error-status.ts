import { ERROR_CATALOGUE } from '@millrace/contract/errors.ts'
import type { AppError, RefusalKind } from '#domain/index.ts'

const STATUS_OF_KIND: Readonly<Record<RefusalKind, number>> = {
  shape: 400,
  too_large: 413,
  media_type: 415,
  conflict: 409,
  range: 416,
  precondition: 412,
  timeout: 408,
  unavailable: 503,
}

/** The only mapping from errors to status codes. */
export function statusOf(error: AppError): number {
  return error.kind === undefined ? ERROR_CATALOGUE[error.code].status : STATUS_OF_KIND[error.kind]
}
