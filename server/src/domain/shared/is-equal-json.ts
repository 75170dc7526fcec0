import { isJsonObject, type JsonValue } from './json.ts'

/** Whether two values are the same JSON. The order of keys does not matter; `5` and `"5"` differ. */
export function isEqualJson(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true
  if (Array.isArray(left) && Array.isArray(right)) {
    const others = right as readonly JsonValue[]
    const isSame = (value: JsonValue, index: number) => isEqualJson(value, others[index] ?? null)
    return left.length === others.length && (left as readonly JsonValue[]).every(isSame)
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isEqualJson(left[key] ?? null, right[key] ?? null))
  )
}
