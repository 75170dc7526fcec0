import { isAscii } from 'node:buffer'
import { AppError, invalid, type Paused } from '#domain/index.ts'
import { parseInParts } from './parse-in-parts.ts'

export const MAX_BODY_BYTES = 1024 * 1024
export const MAX_JSON_DEPTH = 64
/** Each costs far more than its two characters, in every place that reads, measures or writes the body as a whole. */
export const MAX_JSON_CONTAINERS = 100_000

/** A megabyte with as many lists and objects is parsed in about 20 ms. */
const FEW_CONTAINERS = 20_000

/** More problems of one kind help nobody, and describing them all takes long. */
const MAX_ISSUES = 100

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const ZERO = 0x30
const NINE = 0x39
const PLUS = 0x2b
const DECIMAL_POINT = 0x2e
const LETTER_E = 0x65
/** The bit in which the lower-case letter differs. */
const LOWER_CASE = 0x20

/** Copying a value with such a key would change a prototype instead. `constructor` and `prototype` are words like others. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__'])

/** Only a text with one of these can contain a forbidden key, plain or escaped. */
const KEY_SUSPECTS = ['__proto__', '\\u00']

/** Only a number with as many digits, or half as many and an exponent, or with this many in its exponent can be too large for a double. */
const SUSPECT_DIGITS = 309
const SUSPECT_EXPONENT_DIGITS = 3

/** So much of a text is read byte by byte before its end is searched: most are shorter, and a search costs more than a few bytes. */
const SEARCH_AFTER = 64

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses an untrusted body. Depth is measured before parsing: JSON.parse accepts a million levels, but the code that walks
 * the result afterwards would overflow its stack.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const { text, hasSuspectNumber } = read(bytes)
  return checked(parse(text), text, hasSuspectNumber)
}

/**
 * As `parseJson`, with pauses: a body of a megabyte can take a tenth of a second. If nobody else is there, one that takes no more
 * than two of the usual slices is parsed without them: finding where to pause takes two thirds as long again.
 */
export function* parseJsonInParts(bytes: Uint8Array, isAlone = false): Paused<unknown> {
  const { text, containers, hasSuspectNumber } = read(bytes)
  yield
  if (isAlone && containers <= FEW_CONTAINERS) return checked(parse(text), text, hasSuspectNumber)
  let value: unknown
  try {
    value = yield* parseInParts(text)
  } catch {
    // It says where the error is.
    value = parse(text)
  }
  return checked(value, text, hasSuspectNumber)
}

interface ReadBody {
  readonly text: string
  readonly containers: number
  readonly hasSuspectNumber: boolean
}

function read(bytes: Uint8Array): ReadBody {
  const { depth, containers, hasSuspectNumber } = scan(bytes)
  if (depth > MAX_JSON_DEPTH) {
    throw invalid([{ path: '', message: `must not be nested deeper than ${MAX_JSON_DEPTH} levels` }])
  }
  if (containers > MAX_JSON_CONTAINERS) {
    const limit = MAX_JSON_CONTAINERS.toLocaleString('en')
    throw invalid([{ path: '', message: `must not have more than ${limit} lists and objects` }])
  }
  return { text: decode(bytes), containers, hasSuspectNumber }
}

function checked(value: unknown, text: string, hasSuspectNumber: boolean): unknown {
  if (hasSuspectNumber || KEY_SUSPECTS.some((suspect) => text.includes(suspect))) refuseSuspects(value)
  return value
}

/** The deepest nesting of arrays and objects, their number, and whether a number may be too large. Stops beyond a limit. */
function scan(bytes: Uint8Array): { depth: number; containers: number; hasSuspectNumber: boolean } {
  let containers = 0
  let depth = 0
  let deepest = 0
  let digits = 0
  let hasSuspectNumber = false
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] as number
    if (byte >= ZERO && byte <= NINE) {
      digits += 1
      if (digits >= SUSPECT_DIGITS) hasSuspectNumber = true
      continue
    }
    if ((byte | LOWER_CASE) === LETTER_E && digits > 0) {
      if (digits >= SUSPECT_DIGITS / 2 || hasLongExponent(bytes, i + 1)) hasSuspectNumber = true
    } else if (byte === QUOTE) i = endOfString(bytes, i + 1)
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1
      containers += 1
      if (depth > deepest) deepest = depth
      if (deepest > MAX_JSON_DEPTH || containers > MAX_JSON_CONTAINERS) break
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
    // The digits on both sides of a decimal point count as one number.
    if (byte !== DECIMAL_POINT) digits = 0
  }
  return { depth: deepest, containers, hasSuspectNumber }
}

function hasLongExponent(bytes: Uint8Array, start: number): boolean {
  let at = bytes[start] === PLUS ? start + 1 : start
  const first = at
  for (; at - first < SUSPECT_EXPONENT_DIGITS; at += 1) {
    const byte = bytes[at]
    if (byte === undefined || byte < ZERO || byte > NINE) return false
  }
  return true
}

/** Where the text ends that begins at `start`: the position of its closing quote. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start
  for (;;) {
    const end = Math.min(at + SEARCH_AFTER, bytes.length)
    for (; at < end; at += 1) {
      const byte = bytes[at]
      if (byte === QUOTE) return at
      if (byte === BACKSLASH) at += 1
    }
    if (at >= bytes.length) return bytes.length
    const quote = bytes.indexOf(QUOTE, at)
    if (quote === -1) return bytes.length
    let escape = quote
    while (escape > at && bytes[escape - 1] === BACKSLASH) escape -= 1
    if ((quote - escape) % 2 === 0) return quote
    at = quote + 1
  }
}

function decode(bytes: Uint8Array): string {
  // Most bodies are ASCII, and this is several times as fast as the decoder.
  if (isAscii(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new AppError(
      'VALIDATION_ERROR',
      'The body is not valid UTF-8.',
      { issues: [{ path: '', message: 'must be JSON in UTF-8' }] },
      { kind: 'shape', cause },
    )
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = `must be valid JSON; ${describeError(text, cause)}`
    // Without the cause: its message quotes the body, which may contain a secret.
    throw new AppError('VALIDATION_ERROR', 'The body is not valid JSON.', { issues: [{ path: '', message }] })
  }
}

function describeError(text: string, cause: unknown): string {
  const reason = String(cause)
  const position = /at position (\d+)/.exec(reason)?.[1]
  if (position === undefined) {
    return reason.includes('Unexpected token') ? 'it contains an unexpected character' : 'it ends too early'
  }
  const before = text.slice(0, Number(position)).split('\n')
  return `the syntax error is at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

function refuseSuspects(value: unknown): void {
  const issues: { path: string; message: string }[] = []
  visit(value, '')
  if (issues.length > 0) throw invalid(issues)

  function visit(part: unknown, path: string): void {
    if (issues.length >= MAX_ISSUES) return
    if (typeof part === 'number' && !Number.isFinite(part)) {
      issues.push({ path, message: 'must be a number within the range of a double' })
    } else if (Array.isArray(part)) {
      for (const [index, item] of part.entries()) visit(item, `${path}[${index}]`)
    } else if (typeof part === 'object' && part !== null) {
      for (const [key, item] of Object.entries(part)) {
        const here = path === '' ? key : `${path}.${key}`
        if (FORBIDDEN_KEYS.has(key)) issues.push({ path: here, message: `must not use "${key}" as a key` })
        else visit(item, here)
      }
    }
  }
}
