import { isJsonObject, type JsonValue } from '#domain/index.ts'
import { isForbiddenKey, maxDepth } from '@millrace/expressions'

/**
 * Explains, as the end of a sentence, why a value from outside cannot be an output; undefined when it can. Stops at the
 * depth limit, so that a deeply nested value cannot overflow the stack.
 */
export function findUnfitJson(value: JsonValue, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= maxDepth) return `is nested deeper than ${maxDepth} levels`
  if (Array.isArray(value)) return findFirst(value as readonly JsonValue[], depth)
  const forbidden = Object.keys(value).find(isForbiddenKey)
  if (forbidden !== undefined) return `has the key "${forbidden}", which is not allowed`
  return isJsonObject(value) ? findFirst(Object.values(value), depth) : undefined
}

function findFirst(values: readonly JsonValue[], depth: number): string | undefined {
  for (const value of values) {
    const problem = findUnfitJson(value, depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}
