const PREFIX = 'whsec_'

/**
 * The key of a secret in the style of Standard Webhooks: what follows the prefix is base64, any other secret is its UTF-8 bytes.
 * A prefix with nothing to decode is a text like any other: anybody could sign with an empty key.
 */
export function signingKey(secret: string): Uint8Array {
  const decoded = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '', 'base64')
  return decoded.length > 0 ? decoded : Buffer.from(secret, 'utf8')
}
