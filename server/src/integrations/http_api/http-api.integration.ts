import Type from 'typebox'
import { parseBasicAuth, parseCustomHeader, type ParsedCredential, parseQueryParam } from '#domain/index.ts'
import {
  checkBaseUrl,
  type CredentialField,
  type CredentialFields,
  fieldsForm,
} from '#integrations/entry/credential-form.ts'
import type { IntegrationEntry } from '#integrations/entry/integration-entry.ts'
import { checkToken } from '#integrations/entry/secret-field.ts'
import { place } from '#integrations/entry/shape.ts'
import { testConnection } from '#integrations/entry/test-connection.ts'

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
    help: 'user:password, sent as "Authorization: Basic …".',
    secret: true,
    optional: true,
    example: 'user:password',
    check: (text) => complaintOf(parseBasicAuth(text)),
  },
  {
    name: 'header',
    title: 'Header',
    help: 'Name: value, sent with each request.',
    secret: true,
    optional: true,
    example: 'X-Api-Key: k-1234567890',
    check: (text) => complaintOf(parseCustomHeader(text)),
  },
  {
    name: 'query',
    title: 'Query parameter',
    help: 'name=value, added to each address.',
    secret: true,
    optional: true,
    example: 'api_key=k-1234567890',
    check: (text) => complaintOf(parseQueryParam(text)),
  },
]

const members = (title: string, description: string) =>
  Type.Optional(Type.Record(Type.String(), Type.Unknown(), { title, description }))

const path = Type.String({
  title: 'Path',
  description: 'Behind the base URL. Values in it are safest as `{{ encodeURIComponent(…) }}`.',
  pattern: '^/[^?#]*$',
})
const query = members('Query', 'Added to the address, encoded. A list is repeated; null is left out.')

export const httpApiIntegration: IntegrationEntry = {
  type: 'http_api',
  name: 'HTTP API',
  summary: 'One HTTP API by its base URL, with the secret it wants. Say both once, use it in many workflows.',
  credential: fieldsForm(
    {
      type: 'http_api',
      title: 'HTTP API',
      help: 'The base URL of the API, and the one secret it wants: a bearer token, a user name and password, a header or a query parameter.',
    },
    [
      {
        name: 'base_url',
        title: 'Base URL',
        help: 'Where all requests begin.',
        secret: false,
        example: 'https://api.example.com/v1',
        check: checkBaseUrl,
      },
      ...secretFields,
    ],
  ),
  connect: ({ base_url: baseUrl = '', ...secrets }) => ({ baseUrl, ...placeSecrets(secrets) }),
  actions: [
    {
      name: 'request',
      title: 'Send a request',
      help: 'Sends a request with a JSON body, and gives the body of the answer.',
      idempotent: false,
      parameters: Type.Object({
        method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], {
          title: 'Method',
          description: 'What to do.',
        }),
        path,
        query,
        headers: members('Headers', 'Sent along; the secret wins over one of the same name.'),
        body: Type.Optional(Type.Unknown({ title: 'Body', description: 'Sent as JSON.' })),
      }),
      request: {
        method: place('method'),
        path: '{=path}',
        query: place('query'),
        headers: place('headers'),
        body: { as: 'json', value: place('body') },
      },
      example: { method: 'POST', path: '/orders', body: { name: '{{ input.name }}' } },
    },
  ],
  test: (context) =>
    testConnection(
      httpApiIntegration,
      {
        request: { method: 'GET', path: '' },
        // What a base URL itself answers is up to the API: only being turned away tells something.
        accepts: ({ status }) => status < 500 && status !== 401 && status !== 403 && status !== 429,
        read: (_, { status }) => `The API can be reached, and answered ${status} at its base URL.`,
      },
      context,
    ),
}

/** Where the secrets that were filled in are sent. */
function placeSecrets({ bearer_token: bearer, basic_auth: basic, header, query: pair }: CredentialFields) {
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

function complaintOf(parsed: ParsedCredential<unknown>): string | undefined {
  return parsed.ok ? undefined : parsed.problem
}
