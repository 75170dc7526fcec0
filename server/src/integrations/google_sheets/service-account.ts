import { createPrivateKey, createSign } from 'node:crypto'
import { parsed, type ParsedCredential, readOutgoingUrl, unreadable } from '#domain/index.ts'
import { type CredentialFields, readObject } from '#integrations/kit/credential-form.ts'
import type { HttpConnection } from '#integrations/kit/integration-entry.ts'

const LIFETIME_S = 3600

/** Parses the JSON key file of a Google service account. */
export function parseServiceAccount(value: string): ParsedCredential<CredentialFields> {
  const file = readObject(value)
  if (file === undefined) return unreadable('must be the JSON key file of a service account')
  const {
    client_email: email,
    private_key: key,
    token_uri: tokenUrl = 'https://oauth2.googleapis.com/token',
  } = file
  const { base_url: baseUrl } = file
  if (typeof email !== 'string' || typeof key !== 'string' || typeof tokenUrl !== 'string') {
    return unreadable('must contain client_email and private_key, like the key file of a service account')
  }
  if (!readOutgoingUrl(tokenUrl).ok) return unreadable('has a token_uri that is not a valid URL')
  if (baseUrl !== undefined && (typeof baseUrl !== 'string' || !readOutgoingUrl(baseUrl).ok)) {
    return unreadable('has a base_url that is not a valid URL')
  }
  try {
    createPrivateKey(key)
  } catch {
    return unreadable('has a private_key that is not valid')
  }
  return parsed({
    client_email: email,
    private_key: key,
    token_uri: tokenUrl,
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
  })
}

/** Obtains an access token for a JWT that is signed with the key of the account (RFC 7523). */
export function serviceAccountGrant(
  fields: CredentialFields,
  scope: string,
): NonNullable<HttpConnection['grant']> {
  const { client_email: email = '', private_key: key = '', token_uri: url = '' } = fields
  return {
    identity: JSON.stringify([email, key, scope]),
    url,
    headers: {},
    form: (now) => {
      const issuedAt = Math.floor(now / 1000)
      const claims = { iss: email, scope, aud: url, iat: issuedAt, exp: issuedAt + LIFETIME_S }
      return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: signJwt(claims, key) }
    },
    secretFields: ['assertion'],
    secrets: secretsOfKey(key),
  }
}

/** The key and each of its lines: a service may repeat only a part of the key, which is secret too. */
function secretsOfKey(key: string): readonly string[] {
  return [key, ...key.split('\n').filter((line) => line !== '' && !line.startsWith('-----'))]
}

function signJwt(claims: object, key: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
}
