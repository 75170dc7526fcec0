import { isJsonObject, type JsonValue } from '#domain/index.ts'
import { isForbiddenKey, maxDepth } from '@millrace/expressions'

/**
 * What keeps a value from outside from becoming an output, as the end of a sentence; undefined when nothing does.
 * Looks no deeper than the limit, so that no depth is too much for it.
 */
export function findUnfitJson(value: JsonValue, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= maxDepth) return `is nested deeper than ${maxDepth} levels`
  if (Array.isArray(value)) return findFirst(value as readonly JsonValue[], depth)
  const forbidden = Object.keys(value).find(isForbiddenKey)
  if (forbidden !== undefined) return `uses "${forbidden}" as a key, which no value may have`
  return isJsonObject(value) ? findFirst(Object.values(value), depth) : undefined
}

function findFirst(values: readonly JsonValue[], depth: number): string | undefined {
  for (const value of values) {
    const problem = findUnfitJson(value, depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}
