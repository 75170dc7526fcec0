import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import { listReferences } from './document/openapi-document-reader.ts'

/** Limits on the referenced schemas that are included: a form must stay readable. */
const MAX_PARTS = 300
const MAX_CHARACTERS = 256 * 1024
const MAX_DEPTH = 64

type PartLookup = (pointers: readonly string[]) => Promise<ReadonlyMap<string, JsonValue>>

/**
 * Presents the schema of an operation as one JSON Schema 2020-12 document with the referenced schemas under `$defs`,
 * recursive ones included. Broken references, and schemas beyond the limits, become schemas that accept any value.
 */
export async function presentSchema(schema: JsonObject, findParts: PartLookup): Promise<JsonObject> {
  const names = new Map<string, string>()
  const parts = new Map<string, JsonValue>()
  let characters = 0
  for (let wanted = listReferences(schema); wanted.size > 0;) {
    const found = await findParts([...wanted].slice(0, MAX_PARTS - parts.size))
    const next = new Set<string>()
    for (const [pointer, part] of found) {
      characters += JSON.stringify(part).length
      if (parts.size >= MAX_PARTS || characters > MAX_CHARACTERS) break
      parts.set(pointer, part)
      names.set(pointer, nameOf(pointer, new Set(names.values())))
      for (const reference of listReferences(part)) if (!parts.has(reference)) next.add(reference)
    }
    wanted = characters > MAX_CHARACTERS || parts.size >= MAX_PARTS ? new Set() : next
  }
  const shown = convert(schema, names, 0) as JsonObject
  if (names.size === 0) return shown
  const definitions = [...parts].map(([pointer, part]) => [names.get(pointer) ?? '', convert(part, names, 0)])
  return { ...shown, $defs: Object.fromEntries(definitions) as JsonObject }
}

function nameOf(pointer: string, taken: ReadonlySet<string>): string {
  const wanted = (pointer.split('/').at(-1) ?? '').replaceAll(/[^\w.-]+/g, '_')
  let name = wanted === '' ? 'part' : wanted
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`
  return name
}

/** Keywords that do not affect what to send. */
const DROPPED = new Set([
  'xml',
  'discriminator',
  'externalDocs',
  'nullable',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
])
/** Keywords whose values are data, not schemas. */
const DATA = new Set([
  'enum',
  'const',
  'default',
  'required',
  'type',
  'format',
  'pattern',
  'title',
  'description',
])

function convert(value: JsonValue, names: ReadonlyMap<string, string>, depth: number): JsonValue {
  if (depth > MAX_DEPTH) return true
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((item) => convert(item, names, depth + 1))
  if (!isJsonObject(value)) return value
  const { $ref: reference } = value
  if (typeof reference === 'string') {
    const name = names.get(reference)
    const { title, description } = value
    return {
      ...(name === undefined ? {} : { $ref: `#/$defs/${name}` }),
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof description === 'string' ? { description } : {}),
    }
  }
  const converted: Record<string, JsonValue> = {}
  for (const [keyword, inner] of Object.entries(value)) {
    if (DROPPED.has(keyword) || keyword.startsWith('x-')) continue
    converted[keyword] =
      keyword === 'properties'
        ? convertProperties(inner, names, depth)
        : DATA.has(keyword)
          ? inner
          : convert(inner, names, depth + 1)
  }
  return fromThreeZero(value, converted)
}

/** Properties can have the names of keywords. */
function convertProperties(value: JsonValue, names: ReadonlyMap<string, string>, depth: number): JsonValue {
  if (!isJsonObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, convert(inner, names, depth + 1)]),
  )
}

/** Converts the keywords in which OpenAPI 3.0 differs from JSON Schema. */
function fromThreeZero(given: JsonObject, converted: Record<string, JsonValue>): JsonObject {
  const { nullable, type } = given
  if (nullable === true && typeof type === 'string') converted['type'] = [type, 'null']
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const flag = converted[exclusive]
    if (typeof flag !== 'boolean') continue
    const limit = converted[bound]
    if (flag && limit !== undefined) {
      converted[exclusive] = limit
      delete converted[bound]
    } else delete converted[exclusive]
  }
  return converted
}
