import { isJsonObject, type JsonObject } from '#domain/index.ts'
import { parseDocument } from './document/parse-document.ts'
import { convertSwagger } from './swagger/convert-swagger.ts'

export type ReadDocument =
  | { readonly ok: true; readonly document: JsonObject }
  | { readonly ok: false; readonly problem: string }

/**
 * Reads an OpenAPI document in JSON or YAML; one in Swagger 2.0 is converted. `source` is the URL of the document. A problem
 * completes the sentence "The document …".
 */
export function readDocument(text: string | Uint8Array, source?: string): ReadDocument {
  const parsed = parseDocument(text)
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (!isJsonObject(value)) return { ok: false, problem: 'is not an OpenAPI document: it must be an object' }
  const { openapi, swagger, paths } = value
  // A version without quotation marks is a number in YAML.
  const isSwagger = openapi === undefined && (swagger === 2 || swagger === '2.0')
  if (!isSwagger && (typeof openapi !== 'string' || !/^3\.[01](?:\.|$)/.test(openapi))) {
    const found =
      openapi === undefined && swagger !== undefined
        ? `Swagger ${JSON.stringify(swagger)}`
        : `"openapi": ${JSON.stringify(openapi) ?? 'missing'}`
    return {
      ok: false,
      problem: `must be in OpenAPI 3.0, OpenAPI 3.1 or Swagger 2.0, but has ${found.slice(0, 100)}`,
    }
  }
  if (!isJsonObject(paths)) return { ok: false, problem: 'has no `paths`' }
  return { ok: true, document: isSwagger ? convertSwagger(value, source) : value }
}
