import { createHmac } from 'node:crypto'
import { signingKey } from '#domain/index.ts'

/** The value of `webhook-signature` (Standard Webhooks 1.0): one signature per secret, separated by spaces. */
export function signMessage(
  secrets: readonly string[],
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
): string {
  const signed = `${id}.${seconds}.${body}`
  return secrets
    .map((secret) => `v1,${createHmac('sha256', signingKey(secret)).update(signed).digest('base64')}`)
    .join(' ')
}
