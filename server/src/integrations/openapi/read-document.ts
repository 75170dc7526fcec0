import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'

export type ReadDocument =
  | { readonly ok: true; readonly document: JsonObject }
  | { readonly ok: false; readonly problem: string }

/** YAML takes about a hundred times as long to read as JSON, and nothing else happens meanwhile. */
const MAX_YAML_CHARACTERS = 2 * 1024 * 1024

/** Reads the text of an OpenAPI document, JSON or YAML. A problem ends the sentence "The document …". */
export async function readDocument(text: string): Promise<ReadDocument> {
  const parsed = /^\s*\{/.test(text) ? parseJson(text) : await parseYaml(text)
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (!isJsonObject(value)) return { ok: false, problem: 'is no OpenAPI document: it must be an object' }
  const { openapi, swagger, paths } = value
  if (typeof openapi !== 'string' || !/^3\.[01](?:\.|$)/.test(openapi)) {
    const found =
      typeof swagger === 'string'
        ? `Swagger ${swagger}`
        : `"openapi": ${JSON.stringify(openapi) ?? 'missing'}`
    return { ok: false, problem: `must be of OpenAPI 3.0 or 3.1, and has ${found.slice(0, 100)}` }
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
    return { ok: false, problem: 'begins like JSON, and is none' }
  }
}

/** What YAML knows beyond JSON (dates, binary, own types, merge keys) is not needed here and stays text. */
async function parseYaml(text: string): Promise<Parsed> {
  if (text.length > MAX_YAML_CHARACTERS) {
    return { ok: false, problem: 'is larger than 2 MiB, which only JSON may be. Convert it to JSON first' }
  }
  const { parse } = await import('yaml')
  try {
    // Aliases are counted, so that a small text cannot become an endless one.
    const value: unknown = parse(text, { schema: 'core', maxAliasCount: 1000, stringKeys: true })
    // Shared parts become their own, and nothing but JSON is left.
    return { ok: true, value: JSON.parse(JSON.stringify(value ?? null)) as JsonValue }
  } catch (error) {
    const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
    return { ok: false, problem: `is neither JSON nor YAML: ${line.slice(0, 200)}` }
  }
}
