import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** The value of `webhook-signature` (Standard Webhooks 1.0): one signature per secret, separated by spaces. */
export function signMessage(
  secrets: readonly string[],
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
): string {
  const signed = `${id}.${seconds}.${body}`
  return secrets
    .map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`)
    .join(' ')
}

/** A prefix with nothing to decode is a text like any other: anybody could sign with an empty key. */
function keyOf(secret: string): Buffer {
  const decoded = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '', 'base64')
  return decoded.length > 0 ? decoded : Buffer.from(secret, 'utf8')
}
