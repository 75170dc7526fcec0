import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json.ts'
import { measureJson } from '../shared/json-size.ts'

/** Most parameters are smaller, and measured fastest as one value. */
const SMALL = 1024
/** Smaller values are measured faster than they are found. */
const MIN_KNOWN = 16 * 1024
/** So much is seldom measured, unless a small value is used again and again: then small ones are remembered, too. */
const MUCH = 1024 * 1024
const MIN_KNOWN_OF_MUCH = 64
/** How deep the values that steps share are known, as in a member of a request body. */
const MAX_DEPTH = 3

/**
 * Measures evaluated parameters. An expression may refer to a large value thousands of times, which takes no memory until it is
 * written as text. Steps share most large values, such as the input: they are measured once per run.
 */
export class ParameterSizes {
  #known: WeakMap<object, number> | undefined
  /** About how much was measured for this step. */
  #measured = 0

  /** The name of the largest parameter so far as soon as all together are larger than `limit`; undefined if they are not. */
  findExcess(parameters: JsonObject, limit: number): string | undefined {
    if (limit > SMALL && measureJson(parameters, SMALL) <= SMALL) return undefined
    this.#measured = 0
    let size = 1
    let largest = ''
    let largestSize = -1
    for (const name in parameters) {
      const valueSize = this.#measure(parameters[name] ?? null, limit, MAX_DEPTH)
      size += name.length + 4 + valueSize
      if (valueSize > largestSize) {
        largest = name
        largestSize = valueSize
      }
      if (size > limit) return largest
    }
    return undefined
  }

  #measure(value: JsonValue, limit: number, depth: number): number {
    if (typeof value !== 'object' || value === null) return measureJson(value, limit)
    const known = this.#known?.get(value)
    if (known !== undefined) return known
    const size = depth === 0 ? measureJson(value, limit) : this.#measureMembers(value, limit, depth - 1)
    this.#measured += size
    if (size >= (this.#measured > MUCH ? MIN_KNOWN_OF_MUCH : MIN_KNOWN) && size <= limit) {
      this.#known ??= new WeakMap()
      this.#known.set(value, size)
    }
    return size
  }

  /** As `measureJson` counts. */
  #measureMembers(value: JsonValue & object, limit: number, depth: number): number {
    let size = 1
    if (isJsonObject(value)) {
      for (const key in value) {
        size += key.length + 4 + this.#measure(value[key] ?? null, limit - size, depth)
        if (size > limit) return size
      }
    } else {
      for (const item of value as readonly JsonValue[]) {
        size += 1 + this.#measure(item, limit - size, depth)
        if (size > limit) return size
      }
    }
    return Math.max(2, size)
  }
}
