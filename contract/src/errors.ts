import Type, { type Static } from 'typebox'

/** The closed set of codes a caller can meet. */
export const ERROR_CODES = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** Each code with its usual status and what a caller should do about it; the error page is generated from this. */
export const ERROR_CATALOGUE: Readonly<
  Record<ErrorCode, { status: number; meaning: string; remedy: string; alsoUsedFor: readonly string[] }>
> = {
  UNAUTHORIZED: {
    status: 401,
    meaning: 'The API key is missing or invalid.',
    remedy: 'Send `Authorization: Bearer <API key>` with a key from Settings → API Keys.',
    alsoUsedFor: ['an expired key', 'a revoked key'],
  },
  FORBIDDEN: {
    status: 403,
    meaning: 'The key is valid, and lacks the permission for this operation.',
    remedy: 'Use a key that has the scope named in `details.required_scope`.',
    alsoUsedFor: [],
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'There is no such resource in this account.',
    remedy: 'Check the path, the method and the identifier.',
    alsoUsedFor: ['an unknown path or method', 'a resource of another account'],
  },
  VALIDATION_ERROR: {
    status: 400,
    meaning: 'The request cannot be accepted as it is.',
    remedy: 'Mend what `details.issues` lists; all problems are listed at once.',
    alsoUsedFor: [
      'malformed JSON (400)',
      'a body that is too large (413)',
      'another media type than `application/json` (415)',
      'an `Idempotency-Key` used again with another request (409)',
      'a resource that is not in a state for the request, such as an execution that has ended (409)',
      'an `If-Match` that no longer matches (412)',
    ],
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'The plan of the account allows no further request in this minute or on this day.',
    remedy: 'Wait as many seconds as `Retry-After` says.',
    alsoUsedFor: [],
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning:
      'The service failed. The request can be sent again; with an `Idempotency-Key` that is always safe.',
    remedy: 'Try again; if it stays, look up `details.request_id` in the log of the service.',
    alsoUsedFor: ['a service that is stopping or short of disk space (503, with `Retry-After`)'],
  },
}

export const IssueSchema = Type.Object(
  {
    path: Type.String({ description: 'Where: `name`, `fields[0].type`; empty for the request as a whole.' }),
    message: Type.String({ description: 'What is wrong, in words a person can act on.' }),
  },
  { title: 'Issue', description: 'One problem of a request.' },
)

export type Issue = Static<typeof IssueSchema>

export const ErrorAnswerSchema = Type.Object(
  {
    success: Type.Literal(false, { description: 'Tells an error from a success.' }),
    error: Type.Object(
      {
        code: Type.Enum([...ERROR_CODES], { description: 'For programs: a closed set.' }),
        message: Type.String({ description: 'For people.' }),
        details: Type.Object(
          {
            issues: Type.Optional(
              Type.Array(IssueSchema, { description: 'With VALIDATION_ERROR: every problem.' }),
            ),
            required_scope: Type.Optional(
              Type.String({ description: 'With FORBIDDEN: the scope the key lacks.' }),
            ),
            retry_after_seconds: Type.Optional(
              Type.Integer({ description: 'With RATE_LIMITED: as `Retry-After` says.' }),
            ),
            request_id: Type.Optional(
              Type.String({
                description: 'With INTERNAL_ERROR: finds the reason in the log of the service.',
              }),
            ),
          },
          { description: 'Always an object; which members it has depends on the code.' },
        ),
      },
      { description: 'What went wrong.' },
    ),
  },
  { title: 'Error', description: 'The answer to a request that was not carried out.' },
)
