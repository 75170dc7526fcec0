import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 5 * 60

/** Returns the event if the request was signed with the secret; throws otherwise. `body` is the exact text that was received. */
export function verifyWebhook(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
): { id: string; type: string; timestamp: string; data: unknown } {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= TOLERANCE_SECONDS)) throw new Error('The timestamp is too old or too new.')

  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // While a secret is being rotated, there is one signature for each of the two secrets.
  const isSigned = String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
  if (!isSigned) throw new Error('The signature is wrong.')
  return JSON.parse(body)
}
