import { readOutgoingUrl } from '#domain/egress/outgoing-url.ts'
import { parsed, type ParsedCredential, unreadable } from './parsed-credential.ts'

/** What the client-credentials grant (RFC 6749, 4.4) needs. */
export interface OAuth2Client {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope?: string
  readonly audience?: string
  /** Where the id and the secret stand: in the header `Authorization`, or among the fields that are sent. */
  readonly auth: 'basic' | 'body'
}

const example = '{"token_url": "https://…", "client_id": "…", "client_secret": "…", "scope": "…"}'
const names = ['token_url', 'client_id', 'client_secret', 'scope', 'audience', 'auth']

/** JSON in a string, with the names RFC 6749 uses. */
export function parseOAuth2Client(text: string): ParsedCredential<OAuth2Client> {
  const fields = readFields(text)
  if (fields === null) return unreadable(`must be JSON that looks like ${example}`)
  const unknown = Object.keys(fields).find((name) => !names.includes(name))
  if (unknown !== undefined) return unreadable(`must hold ${names.join(', ')} and nothing else`)

  const {
    token_url: tokenUrl,
    client_id: clientId,
    client_secret: clientSecret,
    scope,
    audience,
    auth,
  } = fields
  if (!isFilled(tokenUrl) || !isFilled(clientId) || !isFilled(clientSecret)) {
    return unreadable('must hold token_url, client_id and client_secret as text')
  }
  if ((scope !== undefined && !isFilled(scope)) || (audience !== undefined && !isFilled(audience))) {
    return unreadable('must hold scope and audience as text, where they are given')
  }
  if (auth !== undefined && auth !== 'basic' && auth !== 'body') {
    return unreadable('must hold basic or body as auth, where it is given')
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
