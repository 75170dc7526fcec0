import Type, { type Static } from 'typebox'

/** Every error code of the API: a closed set. */
export const ERROR_CODES = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** Each code with its usual status and its remedy; the error reference is generated from this. */
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
    meaning: 'The API key is valid but lacks the scope for this operation.',
    remedy: 'Use a key that has the scope named in `details.required_scope`.',
    alsoUsedFor: [],
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'There is no such resource in this account.',
    remedy: 'Check the path, the method and the id.',
    alsoUsedFor: ['an unknown path or method', 'a resource of another account'],
  },
  VALIDATION_ERROR: {
    status: 400,
    meaning: 'The request is invalid.',
    remedy: 'Fix the problems in `details.issues`; it lists all of them.',
    alsoUsedFor: [
      'malformed JSON (400)',
      'a body that is too large (413)',
      'a media type other than `application/json` (415)',
      'a range outside a file (416)',
      'an `Idempotency-Key` that was already used for a different request (409)',
      'a resource in the wrong state for the request, such as an execution that has ended (409)',
      'an `If-Match` that no longer matches (412)',
    ],
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'The account has used up the requests that its plan allows in this minute or on this day.',
    remedy: 'Wait for the number of seconds in `Retry-After`, then send the request again.',
    alsoUsedFor: [],
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'The service failed to process the request.',
    remedy:
      'Send the request again; with an `Idempotency-Key` this is always safe. If the error persists, search the log of the service for `details.request_id`.',
    alsoUsedFor: [
      'a service that is shutting down, low on disk space or busy with other work (503, with `Retry-After`)',
    ],
  },
}

export const IssueSchema = Type.Object(
  {
    path: Type.String({
      description: 'The location, such as `name` or `fields[0].type`; empty for the request as a whole.',
    }),
    message: Type.String({ description: 'What is wrong, and how to fix it.' }),
  },
  { title: 'Issue', description: 'One problem in a request.' },
)

export type Issue = Static<typeof IssueSchema>

export const ErrorAnswerSchema = Type.Object(
  {
    success: Type.Literal(false, { description: 'Always false in an error.' }),
    error: Type.Object(
      {
        code: Type.Enum([...ERROR_CODES], { description: 'For programs. The codes are a closed set.' }),
        message: Type.String({ description: 'For people. The text may change.' }),
        details: Type.Object(
          {
            issues: Type.Optional(
              Type.Array(IssueSchema, { description: 'With `VALIDATION_ERROR`: every problem.' }),
            ),
            required_scope: Type.Optional(
              Type.String({ description: 'With `FORBIDDEN`: the missing scope.' }),
            ),
            retry_after_seconds: Type.Optional(
              Type.Integer({ description: 'With `RATE_LIMITED`: the same number as `Retry-After`.' }),
            ),
            request_id: Type.Optional(
              Type.String({
                description: 'With `INTERNAL_ERROR`: identifies the request in the log of the service.',
              }),
            ),
          },
          { description: 'Always an object; its members depend on the code.' },
        ),
      },
      { description: 'What went wrong.' },
    ),
  },
  { title: 'Error', description: 'The response to a request that failed.' },
)
