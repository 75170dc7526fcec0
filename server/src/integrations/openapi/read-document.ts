import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'

export type ReadDocument =
  | { readonly ok: true; readonly document: JsonObject }
  | { readonly ok: false; readonly problem: string }

/** Parsing YAML takes about a hundred times as long as JSON and blocks the process. */
const MAX_YAML_CHARACTERS = 2 * 1024 * 1024

/** Parses an OpenAPI document in JSON or YAML. A problem completes the sentence "The document …". */
export async function readDocument(text: string): Promise<ReadDocument> {
  const parsed = /^\s*\{/.test(text) ? parseJson(text) : await parseYaml(text)
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (!isJsonObject(value)) return { ok: false, problem: 'is not an OpenAPI document: it must be an object' }
  const { openapi, swagger, paths } = value
  if (typeof openapi !== 'string' || !/^3\.[01](?:\.|$)/.test(openapi)) {
    const found =
      typeof swagger === 'string'
        ? `Swagger ${swagger}`
        : `"openapi": ${JSON.stringify(openapi) ?? 'missing'}`
    return { ok: false, problem: `must be in OpenAPI 3.0 or 3.1, but has ${found.slice(0, 100)}` }
  }
  if (!isJsonObject(paths)) return { ok: false, problem: 'has no `paths`' }
  return { ok: true, document: value }
}

type Parsed =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problem: string }

function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue }
  } catch {
    return { ok: false, problem: 'starts like JSON, but is not valid JSON' }
  }
}

/** Features of YAML beyond JSON (dates, binary, custom types, merge keys) are not needed here and stay strings. */
async function parseYaml(text: string): Promise<Parsed> {
  if (text.length > MAX_YAML_CHARACTERS) {
    return { ok: false, problem: 'is YAML of more than 2 MiB. Convert it to JSON first' }
  }
  const { parse } = await import('yaml')
  try {
    // The limit on aliases prevents a small document from expanding without bounds.
    const value: unknown = parse(text, { schema: 'core', maxAliasCount: 1000, stringKeys: true })
    // Expands aliases into copies and drops everything that is not JSON.
    return { ok: true, value: JSON.parse(JSON.stringify(value ?? null)) as JsonValue }
  } catch (error) {
    const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
    return { ok: false, problem: `is neither JSON nor YAML: ${line.slice(0, 200)}` }
  }
}
