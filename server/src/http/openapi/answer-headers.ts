import type { Operation } from '@millrace/contract/operation.ts'
import type { Header, Reference } from './open-api-document.ts'

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const

export const HEADERS = {
  'X-Request-Id': {
    description:
      'Identifies the request in the log of the service. If the request has this header (up to 128 letters, digits, `_`, `.`, `:`, `-`), its value is used.',
    schema: text,
  },
  'X-RateLimit-Limit': {
    description:
      'Requests allowed in the current window: the minute or the day, whichever has fewer requests left.',
    schema: count,
  },
  'X-RateLimit-Remaining': { description: 'Requests left in that window.', schema: count },
  'X-RateLimit-Reset': {
    description: 'When that window resets, in seconds since 1970-01-01T00:00Z.',
    schema: count,
  },
  ETag: {
    description:
      'The version of the resource, for a later `If-Match`; of the content of a file, for `If-Range`.',
    schema: text,
  },
  Location: {
    description: 'The path of the created resource.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Idempotent-Replayed': {
    description:
      '`true` if this is the stored response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'Content-Disposition': { description: 'The file name for a download.', schema: text },
  'Accept-Ranges': {
    description: 'The unit of a `Range`.',
    schema: { type: 'string', const: 'bytes' },
  },
  'Content-Range': { description: 'Which bytes these are, and of how many.', schema: text },
  'Preference-Applied': { description: 'The `wait` preference that was applied.', schema: text },
  'Retry-After': { description: 'The number of seconds to wait before the next request.', schema: count },
  'WWW-Authenticate': {
    description: 'The authentication scheme.',
    schema: { type: 'string', const: 'Bearer' },
  },
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof HEADERS

/** On every response to a request with a valid key. */
export const ADMITTED_HEADERS: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

export function referToHeaders(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The headers of a success. */
export function successHeaders(
  operation: Operation,
  status: number,
  all: readonly Operation[],
): readonly HeaderName[] {
  const names: HeaderName[] = [...ADMITTED_HEADERS]
  if (showsETag(operation, all)) names.push('ETag')
  if (createsResource(operation)) names.push('Location')
  if (operation.method === 'POST') names.push('Idempotent-Replayed')
  const { mediaType } = operation.success
  if (mediaType !== undefined && mediaType !== 'text/event-stream') names.push('Content-Disposition')
  if (operation.ranges === true) names.push('Accept-Ranges')
  if (status === 206) names.push('Content-Range')
  if (operation.success.also?.some((also) => also.status === status)) names.push('Preference-Applied')
  return names
}

function createsResource({ success }: Operation): boolean {
  return success.status === 201 || success.status === 202
}

/** Whether the response shows a resource that honours `If-Match` or `If-Range`, and so carries its `ETag`. */
function showsETag(operation: Operation, all: readonly Operation[]): boolean {
  if (operation.method === 'DELETE') return false
  if (operation.conditional === true || operation.ranges === true) return true
  const shown = operation.method === 'POST' ? `${operation.path}/:id` : operation.path
  return all.some((other) => other.conditional === true && other.path === shown)
}
