import { isJsonObject, isUuid, type JsonValue } from '#domain/index.ts'

/** The ids that appear as values anywhere in a definition, in lower case. */
export function idsIn(value: JsonValue, found: Set<string> = new Set()): ReadonlySet<string> {
  if (typeof value === 'string') {
    if (isUuid(value)) found.add(value.toLowerCase())
  } else if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) idsIn(item, found)
  } else if (isJsonObject(value)) {
    for (const member of Object.values(value)) if (member !== undefined) idsIn(member, found)
  }
  return found
}

/** Replaces values that are known ids. Ids are unique, so it does not matter in which parameter one is. */
export function replaceIds<T extends JsonValue>(value: T, known: ReadonlyMap<string, string>): T
export function replaceIds(value: JsonValue, known: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') return known.get(value.toLowerCase()) ?? value
  if (Array.isArray(value)) return value.map((item: JsonValue) => replaceIds(item, known))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceIds(member, known)]))
}
