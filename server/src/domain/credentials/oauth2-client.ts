import { readOutgoingUrl } from '#domain/egress/outgoing-url.ts'
import { parsed, type ParsedCredential, unreadable } from './parsed-credential.ts'

/** The data for the client credentials grant (RFC 6749, 4.4). */
export interface OAuth2Client {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope?: string
  readonly audience?: string
  /** Where the client id and secret are sent: in the `Authorization` header or in the request body. */
  readonly auth: 'basic' | 'body'
}

const example = '{"token_url": "https://…", "client_id": "…", "client_secret": "…", "scope": "…"}'
const names = ['token_url', 'client_id', 'client_secret', 'scope', 'audience', 'auth']

/** Parses JSON with the names of RFC 6749. */
export function parseOAuth2Client(text: string): ParsedCredential<OAuth2Client> {
  const fields = readFields(text)
  if (fields === null) return unreadable(`must be JSON such as ${example}`)
  const unknown = Object.keys(fields).find((name) => !names.includes(name))
  if (unknown !== undefined) return unreadable(`must contain only ${names.join(', ')}`)

  const {
    token_url: tokenUrl,
    client_id: clientId,
    client_secret: clientSecret,
    scope,
    audience,
    auth,
  } = fields
  if (!isFilled(tokenUrl) || !isFilled(clientId) || !isFilled(clientSecret)) {
    return unreadable('must contain token_url, client_id and client_secret as texts')
  }
  if ((scope !== undefined && !isFilled(scope)) || (audience !== undefined && !isFilled(audience))) {
    return unreadable('must have texts for scope and audience, if present')
  }
  if (auth !== undefined && auth !== 'basic' && auth !== 'body') {
    return unreadable('must have "basic" or "body" for auth, if present')
  }
  const url = readOutgoingUrl(tokenUrl)
  if (!url.ok) return unreadable(`has a token_url that ${url.problem}`)
  return parsed({
    tokenUrl,
    clientId,
    clientSecret,
    ...(scope === undefined ? {} : { scope }),
    ...(audience === undefined ? {} : { audience }),
    auth: auth ?? 'basic',
  })
}

function readFields(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
