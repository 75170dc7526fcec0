import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'

const MAX_CHAIN = 20

/** Resolves references within an OpenAPI document. References to other documents are not followed. */
export class OpenApiDocumentReader {
  readonly document: JsonObject

  constructor(document: JsonObject) {
    this.document = document
  }

  /** Returns the object or the object it refers to; a string explains why there is none. */
  resolve(value: JsonValue | undefined): JsonObject | string {
    let found = value
    for (let step = 0; step < MAX_CHAIN; step += 1) {
      if (!isJsonObject(found)) return 'an object is missing'
      const { $ref: reference } = found
      if (typeof reference !== 'string') return found
      if (!reference.startsWith('#')) return `it refers to another document (${reference.slice(0, 100)})`
      found = this.find(reference)
      if (found === undefined) return `the reference ${reference.slice(0, 100)} does not exist`
    }
    return 'its references are circular'
  }

  /** Finds the value at a pointer such as `#/components/schemas/Order`. */
  find(pointer: string): JsonValue | undefined {
    let found: JsonValue | undefined = this.document
    for (const part of pointer.split('/').slice(1)) {
      const key = decode(part)
      if (Array.isArray(found)) found = (found as readonly JsonValue[])[Number(key)]
      else found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
    }
    return found
  }
}

function decode(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // The percent sign does not start an escape sequence.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Collects all references in a value, at any depth. */
export function listReferences(value: JsonValue, found = new Set<string>()): ReadonlySet<string> {
  const pending: JsonValue[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (isJsonObject(next) && typeof next['$ref'] === 'string') found.add(next['$ref'])
    // One by one: a call cannot have as many arguments as a document can have keys.
    for (const item of Object.values(next)) pending.push(item)
  }
  return found
}
