import { parsed, type ParsedCredential, unreadable } from './parsed-credential.ts'

export interface BasicAuth {
  readonly user: string
  readonly password: string
}

export interface NamedSecret {
  readonly name: string
  readonly value: string
}

// oxlint-disable-next-line no-control-regex -- these are the characters that break a header
const control = /[\u0000-\u001f\u007f]/
const notVisibleAscii = /[^\u0021-\u007e]/
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const headerValue = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

/** Headers that control the connection. The HTTP client sets them itself. */
const connectionHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
])

/** Any text that is valid in a header. */
export function parseApiKey(text: string): ParsedCredential<string> {
  if (text.trim() === '') return unreadable('must not be empty')
  if (control.test(text)) return unreadable('must be one line without control characters')
  return parsed(text)
}

/** A secret, or a key in PEM format, which has several lines. */
export function parseSigningKey(text: string): ParsedCredential<string> {
  if (text.trim() === '') return unreadable('must not be empty')
  if (/-----BEGIN/.test(text) && !/-----END [A-Z0-9 ]+-----/.test(text))
    return unreadable('starts like a key in PEM format, but has no line -----END …-----')
  return parsed(text)
}

/** The token without the word `Bearer`, which is added when it is sent. */
export function parseBearerToken(text: string): ParsedCredential<string> {
  if (/^bearer\s/i.test(text)) return unreadable('must be the token without the word Bearer')
  return parseToken(text)
}

/** A token: visible ASCII without spaces. */
export function parseToken(text: string): ParsedCredential<string> {
  if (text === '') return unreadable('must not be empty')
  if (notVisibleAscii.test(text)) return unreadable('must be a token without spaces or line breaks')
  return parsed(text)
}

/** `user:password`. The password can contain colons, the user name cannot (RFC 7617). */
export function parseBasicAuth(text: string): ParsedCredential<BasicAuth> {
  const colon = text.indexOf(':')
  if (colon < 1) return unreadable('must have the form user:password')
  if (control.test(text)) return unreadable('must have the form user:password, on one line')
  return parsed({ user: text.slice(0, colon), password: text.slice(colon + 1) })
}

/** `Name: value` */
export function parseCustomHeader(text: string): ParsedCredential<NamedSecret> {
  const colon = text.indexOf(':')
  const name = text.slice(0, Math.max(colon, 0)).trim()
  const value = text.slice(colon + 1).trim()
  if (!headerName.test(name) || value === '') return unreadable('must have the form Name: value')
  if (!headerValue.test(value)) return unreadable('must have the form Name: value, on one line')
  if (connectionHeaders.has(name.toLowerCase()))
    return unreadable(`must not set the header ${name.toLowerCase()}`)
  return parsed({ name, value })
}

/** Parses JSON with texts by name. */
export function parseNamedSecrets(text: string): ParsedCredential<Readonly<Record<string, string>>> {
  const form = 'must be JSON of the form {"name": "value"}'
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unreadable(form)
    const members = Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    )
    if (members.length === 0 || members.length !== Object.keys(value).length) return unreadable(form)
    return members.some(([, secret]) => control.test(secret))
      ? unreadable(`${form}, each on one line`)
      : parsed(Object.fromEntries(members))
  } catch {
    return unreadable(form)
  }
}

/** `name=value`, not URL-encoded: both parts are encoded when sent. */
export function parseQueryParam(text: string): ParsedCredential<NamedSecret> {
  const equals = text.indexOf('=')
  if (equals < 1 || equals === text.length - 1) return unreadable('must have the form name=value')
  if (control.test(text)) return unreadable('must have the form name=value, on one line')
  return parsed({ name: text.slice(0, equals), value: text.slice(equals + 1) })
}
