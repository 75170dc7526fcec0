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

/** What stands for each id; null for those that are removed. */
export type KnownIds = ReadonlyMap<string, string | null>

/** Replaces values that are known ids. Ids are unique, so it does not matter in which parameter one is. */
export function replaceIds<T extends JsonValue>(value: T, known: KnownIds): T
export function replaceIds(value: JsonValue, known: KnownIds): JsonValue {
  if (typeof value === 'string') return known.get(value.toLowerCase()) ?? value
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[]
    return items.filter((item) => !isRemoved(item, known)).map((item) => replaceIds(item, known))
  }
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).filter(([, member]) => !isRemoved(member, known))
  return Object.fromEntries(members.map(([name, member]) => [name, replaceIds(member, known)]))
}

function isRemoved(value: JsonValue | undefined, known: KnownIds): boolean {
  return typeof value === 'string' && known.get(value.toLowerCase()) === null
}
