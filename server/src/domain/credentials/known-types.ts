import { parseOAuth2Client } from './oauth2-client.ts'
import type { ParsedCredential } from './parsed-credential.ts'
import { parsePostgresUrl, postgresExample } from './postgres-url.ts'
import {
  parseApiKey,
  parseBasicAuth,
  parseBearerToken,
  parseCustomHeader,
  parseNamedSecrets,
  parseQueryParam,
  parseSigningKey,
} from './request-secrets.ts'
import { parseSmtpUrl, smtpExample } from './smtp-url.ts'

/** A credential type whose value has a documented format. */
export interface KnownCredentialType {
  readonly type: string
  readonly title: string
  /** The format of the value, shown in the credential form. */
  readonly form: string
  readonly example: string
  readonly parse: (text: string) => ParsedCredential<unknown>
}

export const knownCredentialTypes: readonly KnownCredentialType[] = [
  {
    type: 'api_key',
    title: 'API key',
    form: 'The key itself.',
    example: 'k-1234567890',
    parse: parseApiKey,
  },
  {
    type: 'bearer_token',
    title: 'Bearer token',
    form: 'The token without the word Bearer. It is sent as "Authorization: Bearer …".',
    example: 'your-token',
    parse: parseBearerToken,
  },
  {
    type: 'basic_auth',
    title: 'User name and password',
    form: 'user:password. The password can contain colons.',
    example: 'user:password',
    parse: parseBasicAuth,
  },
  {
    type: 'custom_header',
    title: 'Header',
    form: 'Name: value. The header is sent with each request.',
    example: 'X-Api-Key: k-1234567890',
    parse: parseCustomHeader,
  },
  {
    type: 'query_param',
    title: 'Query parameter',
    form: 'name=value. The parameter is added to the URL of each request.',
    example: 'api_key=k-1234567890',
    parse: parseQueryParam,
  },
  {
    type: 'oauth2_client',
    title: 'OAuth 2.0 client',
    form: 'JSON with token_url, client_id, client_secret and, if needed, scope, audience and auth (basic or body: where the secret is sent).',
    example:
      '{"token_url": "https://auth.example.com/token", "client_id": "id", "client_secret": "your-secret"}',
    parse: parseOAuth2Client,
  },
  {
    type: 'openapi',
    title: 'Several secrets of an imported API',
    form: 'JSON with one string for each security scheme of the OpenAPI document, by scheme name.',
    example: '{"ApiKey": "k-1234567890", "Login": "user:password"}',
    parse: parseNamedSecrets,
  },
  {
    type: 'signing_key',
    title: 'Signing key',
    form: 'A secret for HMAC and for JSON Web Tokens, or a key in PEM format.',
    example: 'your-signing-secret',
    parse: parseSigningKey,
  },
  {
    type: 'smtp',
    title: 'SMTP server',
    form: 'A connection URL: smtps:// for TLS from the start, or smtp:// with ?tls=required, offered or never.',
    example: smtpExample,
    parse: parseSmtpUrl,
  },
  {
    type: 'postgres',
    title: 'PostgreSQL database',
    form: 'A connection URL. ?sslmode= works as in psql.',
    example: postgresExample,
    parse: parsePostgresUrl,
  },
]

const byType = new Map(knownCredentialTypes.map((known) => [known.type, known]))

export function findKnownCredentialType(type: string): KnownCredentialType | undefined {
  return byType.get(type)
}

/** The problem with a value of this type, or null. Unknown types are opaque: any non-empty text is valid. */
export function findCredentialProblem(type: string, value: string): string | null {
  const known = byType.get(type)
  if (known === undefined) return value === '' ? 'must not be empty' : null
  const result = known.parse(value)
  return result.ok ? null : result.problem
}
