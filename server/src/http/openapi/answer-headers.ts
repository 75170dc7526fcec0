import type { Operation } from '@millrace/contract/operation.ts'
import type { Header, Reference } from './open-api-document.ts'

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const

export const HEADERS = {
  'X-Request-Id': {
    description:
      'Names this request in the log of the service. One that was sent (up to 128 letters, digits, `_`, `.`, `:`, `-`) is kept.',
    schema: text,
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed in the window, minute or day, that is nearer to its limit.',
    schema: count,
  },
  'X-RateLimit-Remaining': { description: 'Requests left in that window.', schema: count },
  'X-RateLimit-Reset': {
    description: 'When that window starts anew, in seconds since 1970-01-01T00:00Z.',
    schema: count,
  },
  ETag: { description: 'The state that was read or written; for a later `If-Match`.', schema: text },
  Location: {
    description: 'Path of what was made, or of what a request was for.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Idempotent-Replayed': {
    description:
      '`true` when this is the remembered answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'Content-Disposition': { description: 'The name under which a browser saves it.', schema: text },
  'Preference-Applied': { description: 'The `wait` that was honoured.', schema: text },
  'Retry-After': { description: 'Seconds after which another try makes sense.', schema: count },
  'WWW-Authenticate': { description: 'How to say who one is.', schema: { type: 'string', const: 'Bearer' } },
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof HEADERS

/** On every answer to a request with a valid key. */
export const ADMITTED_HEADERS: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

export function referToHeaders(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The headers of a success, beyond those that every answer carries. */
export function successHeaders(
  operation: Operation,
  status: number,
  all: readonly Operation[],
): readonly HeaderName[] {
  const names: HeaderName[] = [...ADMITTED_HEADERS]
  if (showsState(operation, all)) names.push('ETag')
  if (makesSomething(operation)) names.push('Location')
  if (operation.method === 'POST') names.push('Idempotent-Replayed')
  if (operation.success.mediaType === 'text/csv') names.push('Content-Disposition')
  if (operation.success.also?.some((also) => also.status === status)) names.push('Preference-Applied')
  return names
}

function makesSomething({ success }: Operation): boolean {
  return success.status === 201 || success.status === 202
}

/** A resource that can be changed on condition tells its state whenever it is shown as a whole. */
function showsState(operation: Operation, all: readonly Operation[]): boolean {
  if (operation.method === 'DELETE') return false
  if (operation.conditional === true) return true
  const shown = operation.method === 'POST' ? `${operation.path}/:id` : operation.path
  return all.some((other) => other.conditional === true && other.path === shown)
}
