import { AppError, invalid, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { Webhook } from '#nodes/index.ts'
import { FORBIDDEN_KEYS, type InboundCall, parseJson } from '#http/index.ts'
import { SIGNATURE_HEADERS } from './signature-styles.ts'

const SECRET_HEADERS = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  ...SIGNATURE_HEADERS,
])

/** The request as input of the run. Secrets and signatures are removed: executions are stored and many people read them. */
export function readInboundInput(call: InboundCall, { authHeader }: Pick<Webhook, 'authHeader'>): JsonObject {
  const headers: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(call.headers)) {
    if (value === undefined || SECRET_HEADERS.has(name) || name === authHeader) continue
    headers[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return {
    method: call.method,
    path: call.path,
    query: toObject(call.query, 'query'),
    headers,
    body: readBody(call),
  }
}

/** JSON and forms become data, texts become strings, and everything else becomes base64. */
function readBody({ body, contentType }: InboundCall): JsonValue {
  if (body.length === 0) return null
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (type === 'application/json' || type.endsWith('+json')) return parseJson(body) as JsonValue
  if (type === 'application/x-www-form-urlencoded') {
    return toObject(new URLSearchParams(readText(body)), 'body')
  }
  if (type.startsWith('text/') || type === 'application/xml' || type.endsWith('+xml')) return readText(body)
  return { base64: Buffer.from(body).toString('base64') }
}

function readText(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new AppError('VALIDATION_ERROR', 'The body is not valid UTF-8.', {
      issues: [{ path: '', message: 'must be UTF-8 text' }],
    })
  }
}

/** A name that occurs more than once becomes a list. */
function toObject(pairs: URLSearchParams, path: string): JsonObject {
  const values: Record<string, JsonValue> = {}
  for (const name of new Set(pairs.keys())) {
    if (FORBIDDEN_KEYS.has(name)) throw invalid([{ path, message: `must not use "${name}" as a name` }])
    const all = pairs.getAll(name)
    values[name] = all.length === 1 ? (all[0] ?? '') : all
  }
  return values
}
