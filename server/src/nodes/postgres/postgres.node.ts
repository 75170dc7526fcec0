import Type, { type Static } from 'typebox'
import { parsePostgresUrl, type PostgresTarget } from '#domain/credentials/postgres-url.ts'
import { redactJson, redactSecrets } from '#domain/credentials/redact-secrets.ts'
import type { JsonObject, JsonValue } from '#domain/json.ts'
import { scopeNames } from '#expressions/runtime/scope.ts'
import { explainFailure } from '#nodes/outgoing/explain-failure.ts'
import { findUnfitJson } from '#nodes/outgoing/find-unfit-json.ts'
import { type Connection, openConnection } from '#nodes/outgoing/open-connection.ts'
import type { CredentialReader } from '#ports/credential-reader.ts'
import type { NodeCall, NodeFailed, NodeKind, NodeResult } from '#ports/node-kind.ts'
import type { SqlClient, SqlFailure, SqlRows } from '#ports/sql-client.ts'

const MAX_BYTES = 1024 * 1024

/** Classes of SQLSTATE that another attempt can get past: connections, conflicts, too little of something, shutting down. */
const WORTH_ANOTHER_TRY = /^(?:08|40|53|55P03|57P0)/

/** Braces are also arrays of PostgreSQL; only what begins like an expression is taken for one. */
const LOOKS_LIKE_EXPRESSION = new RegExp(String.raw`\{\{\s*(?:${scopeNames.join('|')})\b`)

const Parameters = Type.Object({
  query: Type.String({
    title: 'Query',
    description:
      'One statement, taken as it is: `{{ }}` in it is no expression. Values stand in it as `$1`, `$2` and so on.',
    minLength: 1,
    maxLength: 100_000,
    examples: ['select id, total from orders where customer = $1'],
  }),
  parameters: Type.Optional(
    Type.Array(Type.Unknown(), {
      title: 'Parameters',
      description:
        'The values of `$1`, `$2` and so on. They are sent beside the statement and never become part of it. A list is an array, an object is JSON.',
      maxItems: 1000,
      examples: [['{{ input.customer }}']],
    }),
  ),
  mode: Type.Optional(
    Type.Enum(['rows', 'one', 'affected'], {
      title: 'Output',
      description:
        '`rows`: the list of rows. `one`: the first row, or null. `affected`: `{affected}`, the number of rows returned or changed.',
      default: 'rows',
    }),
  ),
})

type Parameters = Static<typeof Parameters>

export interface PostgresNodeParts {
  readonly sql: SqlClient
  readonly credentials: CredentialReader
}

export function postgresNode({ sql, credentials }: PostgresNodeParts): NodeKind {
  return {
    type: 'postgres',
    title: 'PostgreSQL query',
    summary:
      'Runs a statement in the database of a credential of the type postgres. What JSON cannot hold exactly (bigint, numeric, dates, bytes) comes as text. The answer may be up to 1 MiB.',
    group: 'action',
    parameters: Parameters,
    literals: ['query'],
    output:
      'With `rows`: a list of objects by column name. With `one`: the first row, or null. With `affected`: `{affected}`.',
    example: {
      credential_id: '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa',
      data: {
        query: 'select id, total from orders where customer = $1',
        parameters: ['{{ input.customer }}'],
      },
    },
    handles: ['main'],
    hasEffect: true,
    check: checkQuery,
    run: async (call) => {
      const connection = await openConnection(credentials, call, {
        type: 'postgres',
        parse: parsePostgresUrl,
      })
      if ('ok' in connection) return connection
      return query(sql, connection, call)
    },
  }
}

function checkQuery({ query: text }: JsonObject) {
  if (typeof text !== 'string' || !LOOKS_LIKE_EXPRESSION.test(text)) return []
  const message =
    'the parameter `query` is taken as it is. Write `$1` in the place of the expression, and put the expression into `parameters`.'
  return [{ parameter: 'query', message }]
}

async function query(
  sql: SqlClient,
  { url, target }: Connection<PostgresTarget>,
  call: NodeCall,
): Promise<NodeResult> {
  const { query: text, parameters = [], mode = 'rows' } = call.parameters as Parameters
  const { timeoutMs: deadlineMs, signal } = call
  const result = await sql.query(url, { text, parameters, maxBytes: MAX_BYTES }, { deadlineMs, signal })
  if (!result.ok) {
    const failure = explainSqlFailure(result)
    return { ...failure, message: redactSecrets(failure.message, [target.password]) }
  }
  const output = readOutput(result, mode)
  const problem = findUnfitJson(output)
  return problem === undefined
    ? { ok: true, output: redactJson(output, [target.password]) }
    : {
        ok: false,
        code: 'INVALID_RESPONSE',
        message: `The answer of the database ${problem}.`,
        permanent: true,
      }
}

function readOutput({ rows, affected }: SqlRows, mode: NonNullable<Parameters['mode']>): JsonValue {
  // The client gives JSON values only.
  const list = rows as readonly JsonObject[]
  switch (mode) {
    case 'rows':
      return list
    case 'one':
      return list[0] ?? null
    case 'affected':
      return { affected }
    default:
      return mode satisfies never
  }
}

function explainSqlFailure({ reason, message, code }: SqlFailure): NodeFailed {
  switch (reason) {
    case 'configuration':
      return { ok: false, code: 'CREDENTIAL_NOT_USABLE', message, permanent: true }
    case 'authentication':
      return { ok: false, code: 'AUTHENTICATION_FAILED', message, permanent: true }
    case 'too_large':
      return { ok: false, code: 'RESPONSE_TOO_LARGE', message, permanent: true }
    case 'query': {
      const failure = { ok: false, code: 'QUERY_FAILED', message } as const
      return WORTH_ANOTHER_TRY.test(code ?? '') ? failure : { ...failure, permanent: true }
    }
    default:
      return explainFailure(reason, message)
  }
}
