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

/** Headers that steer the connection and are set by the client itself. */
const steering = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
])

/** Any text that can stand in a header. */
export function parseApiKey(text: string): ParsedCredential<string> {
  if (text.trim() === '') return unreadable('must not be empty')
  if (control.test(text)) return unreadable('must be one line without control characters')
  return parsed(text)
}

/** The token alone: the word `Bearer` is added when it is sent. */
export function parseBearerToken(text: string): ParsedCredential<string> {
  if (/^bearer\s/i.test(text)) return unreadable('must be the token alone, without the word Bearer')
  return parseToken(text)
}

/** A token as services hand them out: visible ASCII, no spaces. */
export function parseToken(text: string): ParsedCredential<string> {
  if (text === '') return unreadable('must not be empty')
  if (notVisibleAscii.test(text)) return unreadable('must be a token without spaces or line breaks')
  return parsed(text)
}

/** `user:password`; the password may hold colons, the user name cannot (RFC 7617). */
export function parseBasicAuth(text: string): ParsedCredential<BasicAuth> {
  const colon = text.indexOf(':')
  if (colon < 1) return unreadable('must look like user:password')
  if (control.test(text)) return unreadable('must look like user:password, on one line')
  return parsed({ user: text.slice(0, colon), password: text.slice(colon + 1) })
}

/** `Name: value` */
export function parseCustomHeader(text: string): ParsedCredential<NamedSecret> {
  const colon = text.indexOf(':')
  const name = text.slice(0, Math.max(colon, 0)).trim()
  const value = text.slice(colon + 1).trim()
  if (!headerName.test(name) || value === '') return unreadable('must look like Name: value')
  if (!headerValue.test(value)) return unreadable('must look like Name: value, on one line')
  if (steering.has(name.toLowerCase())) return unreadable(`must not set the header ${name.toLowerCase()}`)
  return parsed({ name, value })
}

/** JSON in a string: texts by name. */
export function parseNamedSecrets(text: string): ParsedCredential<Readonly<Record<string, string>>> {
  const form = 'must be JSON that looks like {"name": "value"}'
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

/** `name=value`, both as they are meant: they are URL-encoded when sent. */
export function parseQueryParam(text: string): ParsedCredential<NamedSecret> {
  const equals = text.indexOf('=')
  if (equals < 1 || equals === text.length - 1) return unreadable('must look like name=value')
  if (control.test(text)) return unreadable('must look like name=value, on one line')
  return parsed({ name: text.slice(0, equals), value: text.slice(equals + 1) })
}
