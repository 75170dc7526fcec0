import { performance } from 'node:perf_hooks'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#domain/index.ts'
import { MAX_BODY_BYTES } from '../bodies/parse-json.ts'

/**
 * Turns anything that was thrown into an error of the catalogue. An unknown error is a bug: the log has its details, the
 * response only the ID of the request.
 */
export function toAppError(error: Error | FastifyError, request: FastifyRequest): AppError {
  if (error instanceof AppError) {
    if (error.code !== 'INTERNAL_ERROR') return error
    logInternalError(error, request)
    return new AppError(
      error.code,
      error.message,
      { ...error.details, request_id: request.id },
      describeKind(error),
    )
  }
  return fromFramework(error, request) ?? fromBug(error, request)
}

/** Lines about the same reason. A line is written at once, which takes longer than refusing a request does. */
const REFUSALS_LOGGED_EVERY_MS = 1_000
const refusals = new WeakMap<FastifyInstance, Map<string, { loggedAt: number; unlogged: number }>>()

/** A service that refuses requests on purpose, because it stops, is busy or lacks disk space, has no bug to trace. */
function logInternalError(error: AppError, request: FastifyRequest): void {
  const { id: request_id, method } = request
  if (error.kind === 'unavailable' && error.cause === undefined) {
    const before = countRefusal(request.server, error.message)
    if (before === undefined) return
    const url = request.url.split('?', 1)[0]
    request.log.warn(
      { request_id, method, url, reason: error.message, ...(before > 0 && { not_logged_before: before }) },
      'request refused, service unavailable',
    )
  } else request.log.error({ request_id, err: error.cause ?? error }, 'internal error')
}

/** How many were not logged before this one; undefined if this one is not logged either. */
function countRefusal(server: FastifyInstance, reason: string): number | undefined {
  const byReason = refusals.get(server) ?? new Map<string, { loggedAt: number; unlogged: number }>()
  refusals.set(server, byReason)
  const now = performance.now()
  const known = byReason.get(reason)
  if (known !== undefined && now - known.loggedAt < REFUSALS_LOGGED_EVERY_MS) {
    known.unlogged += 1
    return undefined
  }
  byReason.set(reason, { loggedAt: now, unlogged: 0 })
  return known?.unlogged ?? 0
}

function describeKind(error: AppError) {
  return error.kind === undefined ? {} : { kind: error.kind }
}

function fromFramework(
  error: Error & { code?: string; statusCode?: number },
  request: FastifyRequest,
): AppError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refusal(
        'too_large',
        '',
        `The body must not be larger than ${request.routeOptions.bodyLimit ?? MAX_BODY_BYTES} bytes.`,
      )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE':
      return refusal('media_type', 'Content-Type', describeMediaType(request))
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refusal(
        'shape',
        'Content-Length',
        'The length of the body differs from the header `Content-Length`.',
      )
    case 'FST_ERR_BAD_URL':
      return refusal('shape', '', 'The request path is not a valid URL.')
    case 'ECONNRESET':
      return refusal('shape', '', 'The connection was closed before the request was complete.')
    default:
      return undefined
  }
}

function describeMediaType({ headers, routeOptions }: FastifyRequest): string {
  if (routeOptions.config.operation?.upload === true) {
    return 'The header `Content-Type` must be a media type, such as text/csv.'
  }
  const type = headers['content-type']?.slice(0, 100)
  if (routeOptions.config.operation?.formData === true && type !== undefined) {
    return `The body must be sent as application/json or multipart/form-data, not ${type}.`
  }
  return type === undefined
    ? 'The header `Content-Type: application/json` is missing.'
    : `The body must be sent as application/json, not ${type}.`
}

function refusal(kind: 'too_large' | 'media_type' | 'shape', path: string, message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { issues: [{ path, message }] }, { kind })
}

function fromBug(error: Error, request: FastifyRequest): AppError {
  request.log.error(
    { request_id: request.id, err: error, method: request.method, url: request.url.split('?', 1)[0] },
    'unhandled error',
  )
  return new AppError(
    'INTERNAL_ERROR',
    'An internal error occurred. Report the request id to the operator if it persists.',
    { request_id: request.id },
  )
}
