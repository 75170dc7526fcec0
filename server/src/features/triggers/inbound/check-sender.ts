import { createHash, timingSafeEqual } from 'node:crypto'
import type { Webhook } from '#nodes/index.ts'
import type { RevealedCredential } from '#ports/index.ts'
import type { InboundCall } from '#http/index.ts'
import { readSignature } from './signature-styles.ts'

const TOLERANCE_MS = 5 * 60_000

type SentRequest = Pick<InboundCall, 'headers' | 'body'>

/** Whether the sender of a request knows the secret. */
export function isFromSender(
  webhook: Pick<Webhook, 'auth' | 'authHeader' | 'signature'>,
  credential: RevealedCredential,
  { headers, body }: SentRequest,
  now: number,
): boolean {
  const header = (name: string) => {
    const value = headers[name] ?? ''
    return typeof value === 'string' ? value : (value[0] ?? '')
  }
  switch (webhook.auth) {
    case 'none':
      return true
    case 'header':
      return hasHeader(secretHeaderOf(webhook, credential), credential, header)
    case 'basic':
      return isSame(header('authorization'), `Basic ${Buffer.from(credential.value).toString('base64')}`)
    case 'hmac': {
      const signature = readSignature(webhook.signature, header, credential.value, body)
      if (signature === undefined) return false
      const { claimed, expected, sentAt } = signature
      const isTimely = sentAt === undefined || Math.abs(now - sentAt * 1000) <= TOLERANCE_MS
      // All of them are compared, even if the first one matches.
      return claimed.filter((signed) => isSame(signed, expected)).length > 0 && isTimely
    }
    default:
      return webhook.auth satisfies never
  }
}

/** The header, in lower case, in which senders send the secret. A credential of the type `custom_header` names it itself. */
export function secretHeaderOf(
  { authHeader }: Pick<Webhook, 'authHeader'>,
  { type, value }: RevealedCredential,
): string {
  return type === 'custom_header' ? (value.split(':', 1)[0] ?? '').trim().toLowerCase() : authHeader
}

function hasHeader(
  name: string,
  { type, value }: RevealedCredential,
  header: (name: string) => string,
): boolean {
  const sent = header(name)
  if (type === 'custom_header') return isSame(sent, value.slice(value.indexOf(':') + 1).trim())
  return isSame(name === 'authorization' ? sent.replace(/^Bearer +/i, '') : sent, value)
}

/** Compares in a time that depends neither on where the texts differ nor on their length. An empty secret never matches. */
function isSame(sent: string, expected: string): boolean {
  return timingSafeEqual(digest(sent), digest(expected)) && expected !== ''
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
