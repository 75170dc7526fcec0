import Type from 'typebox'
import { parseBasicAuth, parseCustomHeader, type ParsedCredential, parseQueryParam } from '#domain/index.ts'
import {
  checkBaseUrl,
  type CredentialField,
  type CredentialFields,
  fieldsForm,
} from '#integrations/kit/credential-form.ts'
import type { IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import { checkToken } from '#integrations/kit/secret-field.ts'
import { fromParameter } from '#integrations/kit/shape.ts'
import { probeConnection } from '#integrations/kit/probe-connection.ts'

const secretFields: readonly CredentialField[] = [
  {
    name: 'bearer_token',
    title: 'Bearer token',
    help: 'Sent as "Authorization: Bearer …".',
    secret: true,
    optional: true,
    example: 'your-token',
    check: checkToken,
  },
  {
    name: 'basic_auth',
    title: 'User name and password',
    help: '"user:password", sent as "Authorization: Basic …".',
    secret: true,
    optional: true,
    example: 'user:password',
    check: (text) => problemOf(parseBasicAuth(text)),
  },
  {
    name: 'header',
    title: 'Header',
    help: '"Name: value", sent with each request.',
    secret: true,
    optional: true,
    example: 'X-Api-Key: k-1234567890',
    check: (text) => problemOf(parseCustomHeader(text)),
  },
  {
    name: 'query',
    title: 'Query parameter',
    help: '"name=value", added to the URL of each request.',
    secret: true,
    optional: true,
    example: 'api_key=k-1234567890',
    check: (text) => problemOf(parseQueryParam(text)),
  },
]

const members = (title: string, description: string) =>
  Type.Optional(Type.Record(Type.String(), Type.Unknown(), { title, description }))

const path = Type.String({
  title: 'Path',
  description: 'Appended to the base URL. Encode values that you insert: `{{ encodeURIComponent(…) }}`.',
  pattern: '^/[^?#]*$',
})
const query = members(
  'Query',
  'Query parameters to add to the URL, encoded. A list adds one parameter per item. Parameters that are null are left out.',
)

export const httpApiIntegration: IntegrationEntry = {
  type: 'http_api',
  name: 'HTTP API',
  summary: 'Call one HTTP API. Enter its base URL and its secret once, and use it in many workflows.',
  credential: fieldsForm(
    {
      type: 'http_api',
      title: 'HTTP API',
      help: 'The base URL of the API and its secret: a bearer token, a user name and password, a header or a query parameter.',
    },
    [
      {
        name: 'base_url',
        title: 'Base URL',
        help: 'The URL that all requests start with.',
        secret: false,
        example: 'https://api.example.com/v1',
        check: checkBaseUrl,
      },
      ...secretFields,
    ],
  ),
  connect: ({ base_url: baseUrl = '', ...secrets }) => ({ baseUrl, ...attachSecrets(secrets) }),
  actions: [
    {
      name: 'request',
      title: 'Send a request',
      help: 'Sends a request with a JSON body. The output is the body of the response.',
      idempotent: false,
      parameters: Type.Object({
        method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], {
          title: 'Method',
          description: 'The HTTP method.',
        }),
        path,
        query,
        headers: members('Headers', 'Request headers. The secret overrides a header with the same name.'),
        body: Type.Optional(Type.Unknown({ title: 'Body', description: 'The request body, sent as JSON.' })),
      }),
      request: {
        method: fromParameter('method'),
        path: '{=path}',
        query: fromParameter('query'),
        headers: fromParameter('headers'),
        body: { as: 'json', value: fromParameter('body') },
      },
      example: { method: 'POST', path: '/orders', body: { name: '{{ input.name }}' } },
    },
  ],
  test: (context) =>
    probeConnection(
      httpApiIntegration,
      {
        request: { method: 'GET', path: '' },
        // APIs respond differently at their base URL: only denied access or a failure means something.
        accepts: ({ status }) => status < 500 && status !== 401 && status !== 403 && status !== 429,
        read: (_, { status }) => `The API is reachable: its base URL responded with status ${status}.`,
      },
      context,
    ),
}

/** Puts the secrets in headers and query parameters. */
function attachSecrets({ bearer_token: bearer, basic_auth: basic, header, query: pair }: CredentialFields) {
  const headers: Record<string, string> = {}
  if (bearer !== undefined) headers['authorization'] = `Bearer ${bearer}`
  if (basic !== undefined) headers['authorization'] = `Basic ${Buffer.from(basic).toString('base64')}`
  const named = header === undefined ? undefined : parseCustomHeader(header)
  if (named?.ok === true) headers[named.value.name.toLowerCase()] = named.value.value
  const parameter = pair === undefined ? undefined : parseQueryParam(pair)
  const secrets = [
    ...(basic === undefined ? [] : [basic.slice(basic.indexOf(':') + 1)]),
    ...(named?.ok === true ? [named.value.value] : []),
    ...(parameter?.ok === true ? [parameter.value.value] : []),
  ]
  return {
    headers,
    ...(parameter?.ok === true ? { query: { [parameter.value.name]: parameter.value.value } } : {}),
    secrets,
  }
}

function problemOf(parsed: ParsedCredential<unknown>): string | undefined {
  return parsed.ok ? undefined : parsed.problem
}
