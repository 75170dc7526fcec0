import type { JsonValue } from '#domain/index.ts'
import { MAX_OUTPUT_BYTES, MAX_OUTPUT_DEPTH } from '../protocol/sandbox-limits.ts'

export type ReadOutput =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string }

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__'])

/** Only a text that matches this can contain a forbidden key, plain or escaped. */
const SUSPECT = /__proto__|\\u00/

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Reads the result of a run from the bytes of a child, by the same rules as JSON from any other source. */
export function readOutput(bytes: Uint8Array): ReadOutput {
  if (bytes.length > MAX_OUTPUT_BYTES) {
    return { ok: false, message: 'The result is larger than 1 MiB. Return less data.' }
  }
  if (isTooDeep(bytes)) {
    return { ok: false, message: `The result is nested more than ${MAX_OUTPUT_DEPTH} levels deep.` }
  }
  const parsed = parse(bytes)
  if (parsed === undefined) return { ok: false, message: 'The result is not valid JSON.' }
  const forbidden = SUSPECT.test(parsed.text) ? findForbiddenKey(parsed.value) : undefined
  return forbidden === undefined
    ? { ok: true, value: parsed.value }
    : { ok: false, message: `The result uses "${forbidden}" as a key, which is not allowed.` }
}

/** Checked before parsing: JSON.parse accepts a million levels, but code that walks the value would overflow the stack. */
function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < bytes.length; i += 1) {
    const character = bytes[i]
    if (inString) {
      if (character === 0x5c) i += 1
      else if (character === 0x22) inString = false
    } else if (character === 0x22) inString = true
    else if (character === 0x5b || character === 0x7b) {
      depth += 1
      if (depth > MAX_OUTPUT_DEPTH) return true
    } else if (character === 0x5d || character === 0x7d) depth -= 1
  }
  return false
}

function parse(bytes: Uint8Array): { text: string; value: JsonValue } | undefined {
  try {
    const text = decoder.decode(bytes)
    return { text, value: JSON.parse(text) as JsonValue }
  } catch {
    return undefined
  }
}

function findForbiddenKey(value: JsonValue): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) {
      const found = findForbiddenKey(item)
      if (found !== undefined) return found
    }
    return undefined
  }
  for (const [key, item] of Object.entries(value)) {
    const found = FORBIDDEN_KEYS.has(key) ? key : findForbiddenKey(item)
    if (found !== undefined) return found
  }
  return undefined
}
