import { isEqualJson } from './is-equal-json.ts'
import { isJsonObject, type JsonValue } from './json.ts'

export interface ValueDifference {
  /** A JSON pointer. */
  readonly pointer: string
  /** Undefined when only the other one has the value. */
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

/** The innermost values that differ between two values, in the order of their keys; at most `limit`. */
export function listDifferences(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  limit: number,
): readonly ValueDifference[] {
  const found: ValueDifference[] = []
  collect({ pointer: '', before, after }, limit, found)
  return found
}

function collect(one: ValueDifference, limit: number, found: ValueDifference[]): void {
  const { pointer, before, after } = one
  if (found.length >= limit) return
  if (before !== undefined && after !== undefined) {
    if (isEqualJson(before, after)) return
    const keys = keysOfBoth(before, after)
    if (keys !== undefined) {
      for (const key of keys) {
        const member = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
        collect({ pointer: member, before: memberOf(before, key), after: memberOf(after, key) }, limit, found)
        if (found.length >= limit) return
      }
      return
    }
  }
  if (before !== undefined || after !== undefined) found.push(one)
}

/** Undefined when the values are not of the same kind, or have no members. */
function keysOfBoth(before: JsonValue, after: JsonValue): Iterable<string> | undefined {
  if (Array.isArray(before) && Array.isArray(after)) {
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => String(index))
  }
  if (!isJsonObject(before) || !isJsonObject(after)) return undefined
  return new Set([...Object.keys(before), ...Object.keys(after)])
}

function memberOf(value: JsonValue, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return (value as readonly JsonValue[])[Number(key)]
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
