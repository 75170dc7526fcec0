import { constructFromEvents, CORE_SCHEMA, EVENT_ID, parseEvents, YAMLException } from 'js-yaml'
import type { JsonValue } from '#domain/index.ts'
import { DOCUMENT_LIMITS, exceeds } from './document-limits.ts'
import { findSizeProblem } from './measure-document.ts'

export type ParsedDocument =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problem: string }

/**
 * Parses JSON or YAML. A problem completes the sentence "The document …". It takes up to several seconds and hundreds of
 * megabytes: call it in a worker.
 */
export function parseDocument(given: string | Uint8Array): ParsedDocument {
  const bytes = typeof given === 'string' ? Buffer.byteLength(given) : given.byteLength
  if (bytes > DOCUMENT_LIMITS.bytes) {
    return { ok: false, problem: `has ${(bytes / 1024 / 1024).toFixed(1)} MiB; at most 32 MiB are allowed` }
  }
  const text = typeof given === 'string' ? given : new TextDecoder().decode(given)
  const parsed = /^\s*\{/.test(text) ? parseJson(text) : parseYaml(text)
  const problem = parsed.ok ? findSizeProblem(parsed.value) : undefined
  return problem === undefined ? parsed : { ok: false, problem }
}

function parseJson(text: string): ParsedDocument {
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue }
  } catch {
    return { ok: false, problem: 'starts like JSON, but is not valid JSON' }
  }
}

/** Features of YAML beyond JSON (dates, binary, custom types, merge keys) are not needed here and stay strings. */
function parseYaml(text: string): ParsedDocument {
  try {
    const events = parseEvents(text, { maxDepth: DOCUMENT_LIMITS.depth })
    const { values, aliases, documents } = countEvents(events)
    if (values > DOCUMENT_LIMITS.values) return { ok: false, problem: exceeds('values', values) }
    if (aliases > DOCUMENT_LIMITS.aliases) return { ok: false, problem: exceeds('aliases', aliases) }
    if (documents > 1) return { ok: false, problem: `consists of ${documents} YAML documents` }
    const [value] = constructFromEvents(events, { source: text, schema: CORE_SCHEMA })
    return { ok: true, value: (value ?? null) as JsonValue }
  } catch (error) {
    return { ok: false, problem: describeError(error, text) }
  }
}

function countEvents(events: ReturnType<typeof parseEvents>) {
  const count = { values: 0, aliases: 0, documents: 0 }
  for (const { type } of events) {
    if (type === EVENT_ID.DOCUMENT) count.documents += 1
    else if (type === EVENT_ID.ALIAS) count.aliases += 1
    else if (type !== EVENT_ID.POP) count.values += 1
  }
  return count
}

function describeError(error: unknown, text: string): string {
  if (!(error instanceof YAMLException)) {
    const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
    return `is neither JSON nor YAML: ${line.slice(0, 200)}`
  }
  const { reason, mark } = error
  const location = mark === undefined ? '' : ` in line ${mark.line + 1}, column ${mark.column + 1}`
  if (reason.startsWith('nesting exceeded')) {
    return `is nested deeper than ${DOCUMENT_LIMITS.depth} levels${location}`
  }
  const quoted = mark === undefined ? '' : quoteLine(text, mark.position)
  return `is neither JSON nor YAML: ${reason.slice(0, 200)}${location}${quoted}`
}

function quoteLine(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1
  const end = text.indexOf('\n', start)
  const line = text.slice(start, Math.min(end === -1 ? text.length : end, start + 80)).trim()
  return line === '' ? '' : ` (${line})`
}
