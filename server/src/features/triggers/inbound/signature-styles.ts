import { createHmac } from 'node:crypto'
import type { SignatureStyle } from '#nodes/index.ts'

/** What a sender claims, in the form it uses. Undefined where the headers are missing or cannot be read. */
export interface SignatureClaim {
  /** Any of them will do: senders send several while they change their secret. */
  readonly claimed: readonly string[]
  readonly expected: string
  /** Seconds since the epoch; undefined where the form has no time. */
  readonly sentAt?: number
}

type Header = (name: string) => string

export function readSignature(
  style: SignatureStyle,
  header: Header,
  secret: string,
  body: Uint8Array,
): SignatureClaim | undefined {
  return STYLES[style](header, secret, body)
}

/** Headers that carry signatures; a run need not see them. */
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
      .filter((one) => one.startsWith('v1,'))
      .map((one) => one.slice(3))
    const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
    return { claimed, expected: sign(key, [`${id}.${sent}.`, body], 'base64'), sentAt: readSeconds(sent) }
  },
}

function sign(
  key: string | Uint8Array,
  [before, body]: readonly [string, Uint8Array],
  encoding: 'hex' | 'base64',
): string {
  return createHmac('sha256', key).update(before).update(body).digest(encoding)
}

/** What is no number is no time, and no time is near ours. */
function readSeconds(text: string): number {
  return /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
}
