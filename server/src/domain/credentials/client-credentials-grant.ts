import type { OAuth2Client } from './oauth2-client.ts'

/** A token request as in RFC 6749, 4.4. The port `AccessTokens` documents its properties. */
export interface ClientCredentialsGrant {
  readonly identity: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  form(): Readonly<Record<string, string>>
  readonly secretFields: readonly string[]
  readonly secrets: readonly string[]
}

export function clientCredentialsGrant(client: OAuth2Client): ClientCredentialsGrant {
  const { tokenUrl, clientId, clientSecret, scope, audience, auth } = client
  const pair = `${encodeForm(clientId)}:${encodeForm(clientSecret)}`
  const inBody = auth === 'body'
  return {
    identity: JSON.stringify([clientId, clientSecret, scope ?? '', audience ?? '', auth]),
    url: tokenUrl,
    headers: inBody ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    form: () => ({
      grant_type: 'client_credentials',
      ...(scope === undefined ? {} : { scope }),
      ...(audience === undefined ? {} : { audience }),
      ...(inBody ? { client_id: clientId, client_secret: clientSecret } : {}),
    }),
    secretFields: ['client_secret'],
    secrets: [clientSecret, pair],
  }
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
function encodeForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}
