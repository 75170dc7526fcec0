import { OutgoingError } from '../dial/outgoing-error.ts'

/** Belong to one connection, or are worked out from the URL and the body: a caller's value could only contradict. */
const setByTheClient = new Set([
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
const notInValue = /[^\t\x20-\x7e\x80-\xff]/

/**
 * The headers that go on the wire, names in lower case. `accept-encoding: identity`: a peer that compresses nonetheless
 * is not decompressed, so a small answer stays small.
 */
export function prepareHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const prepared = new Map([
    ['accept', '*/*'],
    ['user-agent', 'Millrace'],
  ])
  for (const [name, value] of Object.entries(headers)) {
    if (!token.test(name))
      throw new OutgoingError('protocol', `${JSON.stringify(name)} cannot be the name of a header.`)
    const lower = name.toLowerCase()
    if (setByTheClient.has(lower)) continue
    if (notInValue.test(value)) {
      const message = `The value of the header ${lower} holds a line break or another character that headers cannot carry.`
      throw new OutgoingError('protocol', message)
    }
    prepared.set(lower, value)
  }
  prepared.set('accept-encoding', 'identity')
  return Object.fromEntries(prepared)
}

/** What may be shown to another origin than the one the caller meant. */
export function withoutSecrets(
  headers: Readonly<Record<string, string>>,
  secretHeaders: readonly string[],
): Record<string, string> {
  const secret = new Set([...alwaysSecret, ...secretHeaders.map((name) => name.toLowerCase())])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.has(name)))
}

/** Without a body there is nothing for these to describe. */
export function withoutBodyHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')))
}
