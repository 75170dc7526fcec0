import type { FastifyError, FastifyRequest } from 'fastify'
import { AppError } from '#domain/index.ts'
import { MAX_BODY_BYTES } from './parse-json.ts'

/** Makes a member of the catalogue out of whatever was thrown. What is not known is a bug: logged, and told as an id. */
export function toAppError(error: Error | FastifyError, request: FastifyRequest): AppError {
  if (error instanceof AppError) {
    if (error.code !== 'INTERNAL_ERROR') return error
    request.log.error({ request_id: request.id, err: error.cause ?? error }, error.message)
    return new AppError(
      error.code,
      error.message,
      { ...error.details, request_id: request.id },
      describeKind(error),
    )
  }
  return fromFramework(error, request) ?? fromBug(error, request)
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
      return refusal('too_large', '', `The body must not be larger than ${MAX_BODY_BYTES} bytes.`)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE':
      return refusal(
        'media_type',
        'Content-Type',
        `The body must be sent as application/json, not ${(request.headers['content-type'] ?? 'without a type').slice(0, 100)}.`,
      )
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refusal('shape', 'Content-Length', 'The body does not have the announced length.')
    case 'FST_ERR_BAD_URL':
      return refusal('shape', '', 'The path is not a valid URL.')
    case 'ECONNRESET':
      return refusal('shape', '', 'The request was broken off.')
    default:
      return undefined
  }
}

function refusal(kind: 'too_large' | 'media_type' | 'shape', path: string, message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { issues: [{ path, message }] }, { kind })
}

function fromBug(error: Error, request: FastifyRequest): AppError {
  request.log.error(
    { request_id: request.id, err: error, method: request.method, url: request.url.split('?', 1)[0] },
    'unexpected failure',
  )
  return new AppError('INTERNAL_ERROR', 'Something went wrong on our side.', { request_id: request.id })
}
