import { isAscii } from 'node:buffer'
import { AppError, invalid } from '#domain/index.ts'

export const MAX_BODY_BYTES = 1024 * 1024
export const MAX_JSON_DEPTH = 64

/** More problems of one kind help nobody, and describing them all takes long. */
const MAX_ISSUES = 100

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Copying a value with such a key would change a prototype instead. `constructor` and `prototype` are words like others. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__'])

/** Only a text that matches can contain a forbidden key (plain or escaped) or a number beyond the range of doubles. */
const SUSPECT = /__proto__|\\u00|\d[eE]\+?\d{3}|\d{309}/

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses an untrusted body. Depth is measured before parsing: JSON.parse accepts a million levels, but the code that walks
 * the result afterwards would overflow its stack.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const depth = measureDepth(bytes)
  if (depth > MAX_JSON_DEPTH) {
    throw invalid([{ path: '', message: `must not be nested deeper than ${MAX_JSON_DEPTH} levels` }])
  }
  const text = decode(bytes)
  const value = parse(text)
  if (SUSPECT.test(text)) refuseSuspects(value)
  return value
}

/** Deepest nesting of arrays and objects; stops counting beyond the limit. */
function measureDepth(bytes: Uint8Array): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i]
    if (inString) {
      if (byte === BACKSLASH) i += 1
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1
      if (depth > deepest) deepest = depth
      if (deepest > MAX_JSON_DEPTH) return deepest
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
  }
  return deepest
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
