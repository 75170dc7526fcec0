import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'

const LONGEST_CHAIN = 20

/** Finds what references point to. Only those within the document are followed. */
export class DocumentReader {
  readonly document: JsonObject

  constructor(document: JsonObject) {
    this.document = document
  }

  /** The object itself, or the one it refers to. A text says why there is none. */
  resolve(value: JsonValue | undefined): JsonObject | string {
    let found = value
    for (let step = 0; step < LONGEST_CHAIN; step += 1) {
      if (!isJsonObject(found)) return 'something is missing that must be an object'
      const { $ref: reference } = found
      if (typeof reference !== 'string') return found
      if (!reference.startsWith('#')) return `it refers to another document (${reference.slice(0, 100)})`
      found = this.find(reference)
      if (found === undefined) return `it refers to what is not there (${reference.slice(0, 100)})`
    }
    return 'its references go round in a circle'
  }

  /** What a pointer such as `#/components/schemas/Order` points to. */
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
    // A percent sign that is just one.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** All references in a value, wherever they are. */
export function listReferences(value: JsonValue, found = new Set<string>()): ReadonlySet<string> {
  const pending: JsonValue[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) pending.push(...(next as readonly JsonValue[]))
    else if (isJsonObject(next)) {
      if (typeof next['$ref'] === 'string') found.add(next['$ref'])
      pending.push(...Object.values(next))
    }
  }
  return found
}
