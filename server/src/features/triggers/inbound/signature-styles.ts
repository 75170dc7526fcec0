import { createHmac } from 'node:crypto'
import { signingKey } from '#domain/index.ts'
import type { SignatureStyle } from '#nodes/index.ts'

/** The signatures of a request and the one it should have. */
export interface SignatureClaim {
  /** One match suffices: senders send several while they rotate their secret. */
  readonly claimed: readonly string[]
  readonly expected: string
  /** Seconds since the epoch; undefined if the style has no timestamp. */
  readonly sentAt?: number
}

type Header = (name: string) => string

/** Undefined if the headers are missing or malformed. */
export function readSignature(
  style: SignatureStyle,
  header: Header,
  secret: string,
  body: Uint8Array,
): SignatureClaim | undefined {
  return STYLES[style](header, secret, body)
}

/** Headers that contain signatures; runs do not get to see them. */
export const SIGNATURE_HEADERS: readonly string[] = [
  'x-hub-signature',
  'x-hub-signature-256',
  'stripe-signature',
  'x-slack-signature',
  'webhook-signature',
]

const STYLES: Readonly<
  Record<SignatureStyle, (header: Header, secret: string, body: Uint8Array) => SignatureClaim | undefined>
> = {
  github: (header, secret, body) => ({
    claimed: [header('x-hub-signature-256')],
    expected: `sha256=${sign(secret, ['', body], 'hex')}`,
  }),
  stripe(header, secret, body) {
    const parts = header('stripe-signature')
      .split(',')
      .map((part) => part.trim().split('=', 2))
    const sent = parts.find(([name]) => name === 't')?.[1]
    if (sent === undefined) return undefined
    const claimed = parts.filter(([name]) => name === 'v1').map(([, value = '']) => value)
    return { claimed, expected: sign(secret, [`${sent}.`, body], 'hex'), sentAt: readSeconds(sent) }
  },
  slack(header, secret, body) {
    const sent = header('x-slack-request-timestamp')
    const expected = `v0=${sign(secret, [`v0:${sent}:`, body], 'hex')}`
    return { claimed: [header('x-slack-signature')], expected, sentAt: readSeconds(sent) }
  },
  'standard-webhooks'(header, secret, body) {
    const [id, sent] = [header('webhook-id'), header('webhook-timestamp')]
    if (id === '') return undefined
    const claimed = header('webhook-signature')
      .split(' ')
      .filter((part) => part.startsWith('v1,'))
      .map((part) => part.slice(3))
    const expected = sign(signingKey(secret), [`${id}.${sent}.`, body], 'base64')
    return { claimed, expected, sentAt: readSeconds(sent) }
  },
}

function sign(
  key: string | Uint8Array,
  [before, body]: readonly [string, Uint8Array],
  encoding: 'hex' | 'base64',
): string {
  return createHmac('sha256', key).update(before).update(body).digest(encoding)
}

/** NaN for a text that is not a number: it is never within the tolerance. */
function readSeconds(text: string): number {
  return /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
}
