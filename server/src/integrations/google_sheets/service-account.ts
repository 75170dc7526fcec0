import { createPrivateKey, createSign } from 'node:crypto'
import { parsed, type ParsedCredential, readOutgoingUrl, unreadable } from '#domain/index.ts'
import { type CredentialFields, readObject } from '#integrations/entry/credential-form.ts'
import type { HttpConnection } from '#integrations/entry/integration-entry.ts'

const LIFETIME_S = 3600

/** The key file that Google gives out for a service account, as it is. */
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
    return unreadable('must hold client_email and private_key, as the key file of a service account does')
  }
  if (!readOutgoingUrl(tokenUrl).ok) return unreadable('has a token_uri that is no address')
  if (baseUrl !== undefined && (typeof baseUrl !== 'string' || !readOutgoingUrl(baseUrl).ok)) {
    return unreadable('has a base_url that is no address')
  }
  try {
    createPrivateKey(key)
  } catch {
    return unreadable('has a private_key that cannot be read')
  }
  return parsed({
    client_email: email,
    private_key: key,
    token_uri: tokenUrl,
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
  })
}

/** RFC 7523: a token for a claim that is signed with the account's own key. */
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

/** The key and each of its lines: a part of it is a secret too, and the whole is too long to be repeated as a whole. */
function secretsOfKey(key: string): readonly string[] {
  return [key, ...key.split('\n').filter((line) => line !== '' && !line.startsWith('-----'))]
}

function signJwt(claims: object, key: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
}
