import type { ErrorCode } from '@millrace/contract/errors.ts'
import type { Operation } from '@millrace/contract/operation.ts'
import { ADMITTED_HEADERS, type HeaderName, referToHeaders } from './answer-headers.ts'
import type { Reference, Response } from './open-api-document.ts'

export interface ErrorResponse {
  /** Name of the component. */
  readonly name: string
  readonly status: number
  readonly code: ErrorCode
  readonly description: string
  readonly headers: readonly HeaderName[]
  /** Whether the operation can respond with it. */
  readonly appliesTo: (operation: Operation) => boolean
}

const always = () => true
const takesBody = ({ method }: Operation) => method !== 'GET'

export const ERROR_RESPONSES: readonly ErrorResponse[] = [
  {
    name: 'Invalid',
    status: 400,
    code: 'VALIDATION_ERROR',
    description: 'The request is invalid; `details.issues` lists every problem.',
    headers: ADMITTED_HEADERS,
    appliesTo: (operation) =>
      takesBody(operation) || operation.params !== undefined || operation.query !== undefined,
  },
  {
    name: 'Unauthorized',
    status: 401,
    code: 'UNAUTHORIZED',
    description: 'The API key is missing, unknown, expired or revoked.',
    headers: ['X-Request-Id', 'WWW-Authenticate'],
    appliesTo: always,
  },
  {
    name: 'Forbidden',
    status: 403,
    code: 'FORBIDDEN',
    description: 'The API key lacks the scope in `details.required_scope`.',
    headers: ADMITTED_HEADERS,
    appliesTo: always,
  },
  {
    name: 'NotFound',
    status: 404,
    code: 'NOT_FOUND',
    description: 'There is no such resource in this account.',
    headers: ADMITTED_HEADERS,
    appliesTo: ({ params, looksUp }) => params !== undefined || looksUp === true,
  },
  {
    name: 'Conflict',
    status: 409,
    code: 'VALIDATION_ERROR',
    description:
      'The `Idempotency-Key` was used for a different request, or the resource is in the wrong state.',
    headers: ADMITTED_HEADERS,
    appliesTo: ({ method, conflicts }) => method === 'POST' || conflicts === true,
  },
  {
    name: 'PreconditionFailed',
    status: 412,
    code: 'VALIDATION_ERROR',
    description: 'The resource has changed: `If-Match` does not match.',
    headers: ADMITTED_HEADERS,
    appliesTo: ({ conditional }) => conditional === true,
  },
  {
    name: 'TooLarge',
    status: 413,
    code: 'VALIDATION_ERROR',
    description:
      'The body is larger than 1 MiB, or the file is larger than the limit of the service or of the plan.',
    headers: ADMITTED_HEADERS,
    appliesTo: takesBody,
  },
  {
    name: 'UnsupportedMediaType',
    status: 415,
    code: 'VALIDATION_ERROR',
    description: 'The body was not sent as `application/json`, or a file with an invalid `Content-Type`.',
    headers: ADMITTED_HEADERS,
    appliesTo: takesBody,
  },
  {
    name: 'RangeNotSatisfiable',
    status: 416,
    code: 'VALIDATION_ERROR',
    description: 'No byte of the file is within the `Range`.',
    headers: ADMITTED_HEADERS,
    appliesTo: ({ ranges }) => ranges === true,
  },
  {
    name: 'RateLimited',
    status: 429,
    code: 'RATE_LIMITED',
    description: 'The account has used up the requests of its plan in this window.',
    headers: [...ADMITTED_HEADERS, 'Retry-After'],
    appliesTo: always,
  },
  {
    name: 'InternalError',
    status: 500,
    code: 'INTERNAL_ERROR',
    description: 'The service failed; search its log for `details.request_id`.',
    headers: ['X-Request-Id'],
    appliesTo: always,
  },
  {
    name: 'Unavailable',
    status: 503,
    code: 'INTERNAL_ERROR',
    description: 'The service is shutting down, low on disk space for a write, or busy with other work.',
    headers: ['X-Request-Id', 'Retry-After'],
    appliesTo: always,
  },
]

export function referToErrors(operation: Operation): [string, Reference][] {
  return ERROR_RESPONSES.filter((error) => error.appliesTo(operation)).map(({ status, name }) => [
    String(status),
    { $ref: `#/components/responses/${name}` },
  ])
}

/** Each status has exactly one code, stated as a constant. */
export function describeError(error: ErrorResponse, example: unknown): Response {
  const code = { properties: { code: { const: error.code } } }
  return {
    description: error.description,
    headers: referToHeaders(error.headers),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { error: code } }] },
        ...(example === undefined ? {} : { example }),
      },
    },
  }
}
