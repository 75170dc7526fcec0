import { isJsonObject, type JsonValue } from '#domain/shared/json.ts'

/** Shorter ones occur by chance everywhere: hiding them would hide the message. */
const shortest = 4

const shortestInside = 8

const mark = '***'

/**
 * Takes secrets out of a text that came from outside (a server's answer, a library's error): plain, URL-encoded, as in a
 * JSON text, as in HTML, in base64 and in hexadecimal digits.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  return redactSpellings(text, allSpellings(secrets))
}

/** The same for every text of a value, names of members included, and for numbers that are a secret. */
export function redactJson(value: JsonValue, secrets: readonly string[]): JsonValue {
  const spellings = allSpellings(secrets)
  return spellings.length === 0 ? value : redactValue(value, spellings)
}

/** The same for bytes that are no text. */
export function redactBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  // One character a byte, so that nothing else changes.
  const asBytes = allSpellings(secrets).map((spelling) => Buffer.from(spelling).toString('latin1'))
  const text = Buffer.from(bytes).toString('latin1')
  const redacted = redactSpellings(text, asBytes)
  return redacted === text ? bytes : Buffer.from(redacted, 'latin1')
}

function redactSpellings(text: string, spellings: readonly string[]): string {
  let redacted = text
  for (const spelling of spellings) {
    // Most texts of a value are shorter than most spellings.
    if (spelling.length <= redacted.length) redacted = redacted.replaceAll(spelling, mark)
  }
  return redacted
}

function redactValue(value: JsonValue, spellings: readonly string[]): JsonValue {
  if (typeof value === 'string') return redactSpellings(value, spellings)
  if (typeof value === 'number') return spellings.includes(String(value)) ? mark : value
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => redactValue(item, spellings))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      redactSpellings(key, spellings),
      redactValue(item, spellings),
    ]),
  )
}

function allSpellings(secrets: readonly string[]): readonly string[] {
  const spellings = secrets.filter((secret) => secret.length >= shortest).flatMap(spellingsOf)
  // The longest first: a shorter one must not leave the rest of a longer one behind.
  return [...new Set(spellings)].sort((a, b) => b.length - a.length)
}

function spellingsOf(secret: string): readonly string[] {
  const encoded = [encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)]
  // For most secrets these are all the same.
  const texts = new Set([
    secret,
    ...spellingsInJson(secret),
    ...spellingsInHtml(secret),
    ...encoded,
    ...encoded.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())),
  ])
  const hex = Buffer.from(secret).toString('hex')
  return [...[...texts].flatMap((text) => [text, ...spellingsInBase64(text)]), hex, hex.toUpperCase()]
}

function spellingsInBase64(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  const base64 = bytes.toString('base64')
  return [base64, base64.replace(/=+$/, ''), bytes.toString('base64url'), ...insideBase64(bytes)]
}

/** Many languages write more escapes than needed: beyond ASCII, and in front of a slash. */
function spellingsInJson(secret: string): readonly string[] {
  const plain = JSON.stringify(secret).slice(1, -1)
  const inAscii = plain.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const all = [plain, inAscii].flatMap((text) => [text, text.replaceAll('/', '\\/')])
  // JSON as a text in JSON: how many services repeat what they were sent.
  return [...all, ...all.map((text) => JSON.stringify(text).slice(1, -1))]
}

function spellingsInHtml(secret: string): readonly string[] {
  const text = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return ['&quot;', '&#34;'].flatMap((quote) =>
    ['&#39;', '&#x27;'].map((apostrophe) => text.replaceAll('"', quote).replaceAll("'", apostrophe)),
  )
}

/**
 * How the secret looks somewhere inside a longer text that is in base64: three ways, by where it begins. Characters that
 * hold a part of what is around it are left out.
 */
function insideBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const isLastShared = ((before + bytes.length) * 8) % 6 !== 0
    const inside = encoded.slice(before === 0 ? 0 : before + 1, isLastShared ? -1 : undefined)
    // What is too short occurs by chance.
    return inside.length < shortestInside ? [] : [inside, inside.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
