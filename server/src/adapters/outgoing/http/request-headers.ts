import { OutgoingError } from '../dial/outgoing-error.ts'

/** Headers that belong to the connection or follow from the URL and the body. Values from the caller are ignored. */
const setByClient = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const alwaysSecret = ['authorization', 'cookie', 'proxy-authorization']

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const invalidInValue = /[^\t\x20-\x7e\x80-\xff]/

/**
 * The headers to send, with names in lower case. `accept-encoding` is `identity`, and a response that is compressed
 * nonetheless is not decompressed, so that a small response stays small.
 */
export function prepareHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const prepared = new Map([
    ['accept', '*/*'],
    ['user-agent', 'Millrace'],
  ])
  for (const [name, value] of Object.entries(headers)) {
    if (!token.test(name))
      throw new OutgoingError('protocol', `${JSON.stringify(name)} is not a valid header name.`)
    const lower = name.toLowerCase()
    if (setByClient.has(lower)) continue
    if (invalidInValue.test(value)) {
      const message = `The value of the header ${lower} contains a line break or another character that is not allowed in headers.`
      throw new OutgoingError('protocol', message)
    }
    prepared.set(lower, value)
  }
  prepared.set('accept-encoding', 'identity')
  return Object.fromEntries(prepared)
}

/** The headers that can be sent to another origin. */
export function withoutSecrets(
  headers: Readonly<Record<string, string>>,
  secretHeaders: readonly string[],
): Record<string, string> {
  const secret = new Set([...alwaysSecret, ...secretHeaders.map((name) => name.toLowerCase())])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.has(name)))
}

/** Drops the headers that describe a body. */
export function withoutBodyHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')))
}
