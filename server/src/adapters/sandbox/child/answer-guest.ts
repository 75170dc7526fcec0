import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * What the web globals of the guest ask the process around it: functions of texts. Requests and answers are JSON texts, so no
 * object crosses in either direction, and no answer depends on an earlier run.
 */
export function answerGuest(request: string): string {
  try {
    return JSON.stringify({ value: answer(JSON.parse(request) as readonly unknown[]) })
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message.slice(0, 200) : 'It failed.' })
  }
}

// The globals of the process are removed before the first run.
const { NumberFormat, DateTimeFormat, Collator } = Intl

const HASHES: Readonly<Record<string, string>> = {
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
}
const MAX_RANDOM_BYTES = 65_536

function answer([name, ...args]: readonly unknown[]): unknown {
  switch (name) {
    case 'digest':
      return createHash(hashOf(args[0])).update(bytesOf(args[1])).digest('base64')
    case 'hmac':
      return createHmac(hashOf(args[0]), bytesOf(args[1])).update(bytesOf(args[2])).digest('base64')
    case 'random':
      return randomBytes(Math.min(Number(args[0]), MAX_RANDOM_BYTES)).toString('base64')
    case 'number': {
      const format = new NumberFormat(localesOf(args[0]), args[1] as Intl.NumberFormatOptions)
      return partsOf(args[2], format.formatToParts(numberOf(args[3])), format.resolvedOptions())
    }
    case 'date': {
      const format = new DateTimeFormat(localesOf(args[0]), {
        timeZone: 'UTC',
        ...(args[1] as Intl.DateTimeFormatOptions),
      })
      return partsOf(args[2], format.formatToParts(Number(args[3] ?? 0)), format.resolvedOptions())
    }
    case 'collator':
      return collatorOf(args[0], args[1]).resolvedOptions()
    case 'compare':
      return collatorOf(args[0], args[1]).compare(String(args[2]), String(args[3]))
    default:
      throw new TypeError('Unknown request.')
  }
}

/** Making one takes longer than comparing with it, and sorting a list compares with the same one again and again. */
let latest: { readonly key: string; readonly collator: Intl.Collator } | undefined

function collatorOf(locales: unknown, options: unknown): Intl.Collator {
  const key = JSON.stringify([locales, options])
  if (latest?.key !== key) {
    latest = { key, collator: new Collator(localesOf(locales), options as Intl.CollatorOptions) }
  }
  return latest.collator
}

function partsOf(want: unknown, parts: readonly { readonly value: string }[], options: object): unknown {
  if (want === 'options') return options
  return want === 'parts' ? parts : parts.map(({ value }) => value).join('')
}

function hashOf(name: unknown): string {
  const known = typeof name === 'string' ? HASHES[name.toUpperCase()] : undefined
  if (known === undefined) throw new TypeError('Use SHA-1, SHA-256, SHA-384 or SHA-512.')
  return known
}

function bytesOf(text: unknown): Buffer {
  return Buffer.from(String(text), 'base64')
}

function localesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) && value.length > 0 ? value.map(String).slice(0, 10) : ['en-US']
}

/** Numbers that JSON does not have, and large integers, come as texts. */
function numberOf(value: unknown): number | bigint {
  return typeof value === 'string' && /^-?\d{1,1000}n$/.test(value)
    ? BigInt(value.slice(0, -1))
    : Number(value)
}
