import { isJsonObject, type JsonValue } from '#domain/shared/json.ts'
import { EscapedSearch } from './escaped-search.ts'

/** Shorter secrets occur by chance everywhere: redacting them would make messages unreadable. */
const minLength = 4

const minLengthInside = 8

/** What is written instead of a secret. */
export const REDACTED = '***'

/**
 * Redacts secrets in a text from outside (a server's response, a library's error): plain, URL-encoded, escaped as in JSON or
 * HTML, in base64 and in hexadecimal.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  return new TextRedactor(secrets).redact(text)
}

/** Redacts secrets in every text of a value, including property names, and numbers that are a secret. */
export function redactJson(value: JsonValue, secrets: readonly string[]): JsonValue {
  const redactor = new TextRedactor(secrets)
  return redactor.isIdle ? value : redactValue(value, redactor)
}

class TextRedactor {
  readonly #secrets: readonly string[]
  readonly #encodings: readonly string[]
  #escaped: EscapedSearch | undefined

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets
    this.#encodings = encodingsOfSecrets(secrets)
  }

  get isIdle(): boolean {
    return this.#encodings.length === 0
  }

  isSecret(text: string): boolean {
    return this.#encodings.includes(text)
  }

  redact(text: string): string {
    let redacted = text
    for (const encoding of this.#encodings) {
      // Skips the search for most texts, which are shorter than most encodings.
      if (encoding.length <= redacted.length) redacted = redacted.replaceAll(encoding, REDACTED)
    }
    return this.isIdle || !/[\\&%]/.test(redacted) ? redacted : this.#redactEscaped(redacted)
  }

  #redactEscaped(text: string): string {
    this.#escaped ??= escapedSearchFor(this.#secrets, this.#encodings)
    const bytes = Buffer.from(text)
    const found = this.#escaped.find(bytes)
    if (found.length === 0) return text
    const parts: Buffer[] = []
    let done = 0
    for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
      if (start >= done) parts.push(bytes.subarray(done, start), Buffer.from(REDACTED))
      done = Math.max(done, end)
    }
    return Buffer.concat([...parts, bytes.subarray(done)]).toString()
  }
}

function redactValue(value: JsonValue, redactor: TextRedactor): JsonValue {
  if (typeof value === 'string') return redactor.redact(value)
  if (typeof value === 'number') return redactor.isSecret(String(value)) ? REDACTED : value
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => redactValue(item, redactor))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redactor.redact(key), redactValue(item, redactor)]),
  )
}

/** Finds the secrets and their encodings with any escapes in them. */
export function escapedSearchFor(secrets: readonly string[], encodings: readonly string[]): EscapedSearch {
  return new EscapedSearch(
    secrets.filter((secret) => secret.length >= minLength),
    encodings,
  )
}

/** All encodings of the secrets that are worth a search, the longest first. */
export function encodingsOfSecrets(secrets: readonly string[]): readonly string[] {
  const encodings = secrets.filter((secret) => secret.length >= minLength).flatMap(encodingsOf)
  // Redacting a shorter one must not leave the rest of a longer one behind.
  return [...new Set(encodings)].sort((a, b) => b.length - a.length)
}

function encodingsOf(secret: string): readonly string[] {
  const encoded = [encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)]
  // For most secrets, these are all equal.
  const texts = new Set([
    secret,
    ...encodingsInJson(secret),
    ...encodingsInHtml(secret),
    ...encoded,
    ...encoded.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())),
  ])
  const hex = Buffer.from(secret).toString('hex')
  return [...[...texts].flatMap((text) => [text, ...encodingsInBase64(text)]), hex, hex.toUpperCase()]
}

function encodingsInBase64(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  const base64 = bytes.toString('base64')
  return [base64, base64.replace(/=+$/, ''), bytes.toString('base64url'), ...insideBase64(bytes)]
}

/** Many JSON encoders escape more than necessary: characters beyond ASCII and slashes. */
function encodingsInJson(secret: string): readonly string[] {
  const plain = JSON.stringify(secret).slice(1, -1)
  const inAscii = plain.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const all = [plain, inAscii].flatMap((text) => [text, text.replaceAll('/', '\\/')])
  // JSON inside a JSON string, as many services echo a request.
  return [...all, ...all.map((text) => JSON.stringify(text).slice(1, -1))]
}

function encodingsInHtml(secret: string): readonly string[] {
  const text = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return ['&quot;', '&#34;'].flatMap((quote) =>
    ['&#39;', '&#x27;'].map((apostrophe) => text.replaceAll('"', quote).replaceAll("'", apostrophe)),
  )
}

/**
 * The encodings of a secret inside a longer base64 text: one for each of the three alignments. Characters that also encode
 * adjacent bytes are omitted.
 */
function insideBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const isLastShared = ((before + bytes.length) * 8) % 6 !== 0
    const inside = encoded.slice(before === 0 ? 0 : before + 1, isLastShared ? -1 : undefined)
    // Short sequences occur by chance.
    return inside.length < minLengthInside ? [] : [inside, inside.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
