import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'

/** Where Swagger 2.0 and OpenAPI 3.0 keep what is referred to. */
const MOVED: readonly (readonly [string, string])[] = [
  ['#/definitions/', '#/components/schemas/'],
  ['#/parameters/', '#/components/parameters/'],
]

/** Converts a schema: references to definitions, files, and the usual extension for values that can be null. */
export function convertReferences(schema: JsonObject): JsonObject {
  return convert(schema) as JsonObject
}

function convert(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(convert)
  if (!isJsonObject(value)) return value
  const converted: Record<string, JsonValue> = {}
  for (const [name, member] of Object.entries(value)) {
    // Assigning `__proto__` would set the prototype.
    if (name === '__proto__') continue
    if (name === '$ref' && typeof member === 'string') converted[name] = moveReference(member)
    else if (name === 'x-nullable' && member === true) converted['nullable'] = true
    else converted[name] = convert(member)
  }
  if (converted['type'] === 'file') Object.assign(converted, { type: 'string', format: 'binary' })
  return converted
}

function moveReference(reference: string): string {
  for (const [before, after] of MOVED) {
    if (reference.startsWith(before)) return `${after}${reference.slice(before.length)}`
  }
  return reference
}
