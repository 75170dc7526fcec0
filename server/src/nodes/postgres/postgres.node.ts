import Type, { type Static } from 'typebox'
import {
  type JsonObject,
  type JsonValue,
  measureJson,
  parsePostgresUrl,
  type PostgresTarget,
  redactJson,
  redactSecrets,
} from '#domain/index.ts'
import { scopeNames } from '@millrace/expressions'
import { explainOutgoingFailure } from '#nodes/outgoing/explain-outgoing-failure.ts'
import { findUnfitJson } from '#nodes/outgoing/find-unfit-json.ts'
import { type Connection, openConnection, useConnection } from '#nodes/outgoing/open-connection.ts'
import { textOf } from '#nodes/parameters/line-parts.ts'
import type {
  CredentialReader,
  NodeCall,
  NodeFailed,
  NodeKind,
  NodeResult,
  SqlClient,
  SqlFailure,
  SqlRows,
} from '#ports/index.ts'

const MAX_BYTES = 1024 * 1024

/** SQLSTATE classes that a retry can fix: connection, conflict, insufficient resources, lock not available, shutdown. */
const RETRYABLE = /^(?:08|40|53|55P03|57P0)/

/** PostgreSQL writes arrays in braces too, so only text that begins like an expression counts as one. */
const LOOKS_LIKE_EXPRESSION = new RegExp(String.raw`\{\{\s*(?:${scopeNames.join('|')})\b`)

const Parameters = Type.Object({
  query: Type.String({
    title: 'Query',
    'x-format': 'sql',
    description: 'One SQL statement. `{{ }}` is not evaluated in it: use `$1`, `$2` and so on for values.',
    minLength: 1,
    maxLength: 100_000,
    examples: ['select id, total from orders where customer = $1'],
  }),
  parameters: Type.Optional(
    Type.Array(Type.Unknown(), {
      title: 'Parameters',
      description:
        'The values of `$1`, `$2` and so on. They are sent separately and never become part of the statement. A list is sent as an array, an object as JSON.',
      maxItems: 1000,
      examples: [['{{ input.customer }}']],
    }),
  ),
  mode: Type.Optional(
    Type.Enum(['rows', 'one', 'affected'], {
      title: 'Output',
      description:
        '`rows`: the list of rows. `one`: the first row, or null. `affected`: `{affected}`, the number of returned or changed rows.',
      default: 'rows',
    }),
  ),
})

type Parameters = Static<typeof Parameters>

export interface PostgresNodeDeps {
  readonly sql: SqlClient
  readonly credentials: CredentialReader
}

export function postgresNode({ sql, credentials }: PostgresNodeDeps): NodeKind {
  return {
    type: 'postgres',
    title: 'PostgreSQL query',
    summary:
      'Runs a statement in a PostgreSQL database. The node needs a credential of type postgres. Values that JSON cannot represent exactly (bigint, numeric, dates, bytes) are returned as strings. The result can be up to 1 MiB.',
    family: 'action',
    icon: 'database',
    keywords: ['sql', 'query', 'database', 'select', 'insert'],
    line: `{{ ${textOf('data.query')}.replaceAll(/\\s+/g, " ").slice(0, 120) }}`,
    credentialTypes: ['postgres'],
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
    neededCredential: () => ({ types: ['postgres'] }),
    run: async (call) => {
      const connection = await openConnection(credentials, call, {
        type: 'postgres',
        parse: parsePostgresUrl,
      })
      if ('ok' in connection) return connection
      return useConnection(credentials, connection, () => query(sql, connection, call))
    },
  }
}

function checkQuery({ query: text }: JsonObject) {
  if (typeof text !== 'string' || !LOOKS_LIKE_EXPRESSION.test(text)) return []
  const message =
    'the parameter `query` contains an expression, but expressions are not evaluated in it. Write `$1` instead and move the expression to `parameters`.'
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
  if (problem !== undefined) {
    const message = `The result of the query ${problem}.`
    return { ok: false, code: 'INVALID_RESPONSE', message, permanent: true }
  }
  // Small rows with long names can become gigabytes: each has the names of its columns.
  if (measureJson(output, MAX_BYTES) > MAX_BYTES) {
    const message = `The result of the query is larger than ${MAX_BYTES} bytes as JSON. Select fewer rows or columns.`
    return { ok: false, code: 'RESPONSE_TOO_LARGE', message, permanent: true }
  }
  return { ok: true, output: redactJson(output, [target.password]) }
}

function readOutput({ rows, affected }: SqlRows, mode: NonNullable<Parameters['mode']>): JsonValue {
  // The client returns JSON values only.
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
      return RETRYABLE.test(code ?? '') ? failure : { ...failure, permanent: true }
    }
    default:
      return explainOutgoingFailure(reason, message)
  }
}
