import { AppError } from '#domain/index.ts'

/** Refuses a change if the caller has read something else. Without `If-Match`, the last write wins. */
export function refuseMismatch(ifMatch: string | undefined, tag: string, resource = 'workflow'): void {
  if (ifMatch !== undefined && !matchesTag(ifMatch, tag)) throw preconditionFailed(resource)
}

/** Strong comparison (RFC 9110, 13.1.1): a weak tag never matches. */
function matchesTag(ifMatch: string, tag: string): boolean {
  return ifMatch.split(',').some((candidate) => candidate.trim() === '*' || candidate.trim() === tag)
}

export function preconditionFailed(resource = 'workflow'): AppError {
  return new AppError(
    'VALIDATION_ERROR',
    `The ${resource} has changed since you read it. Read it again and apply your change to the current version.`,
    { issues: [{ path: 'If-Match', message: 'does not match the current ETag' }] },
    { kind: 'precondition' },
  )
}
