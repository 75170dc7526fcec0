import { DOCUMENT_LIMITS, exceeds } from './document-limits.ts'

interface Size {
  values: number
  keys: number
  levels: number
}

/**
 * Checks the size of a parsed document. A value that is used several times, by aliases of YAML, is measured once and counted
 * every time: a text of a hundred bytes can stand for billions of values. Completes the sentence "The document …".
 */
export function findSizeProblem(document: unknown): string | undefined {
  const sizes = new Map<object, Size | undefined>()
  const { depth, values: maxValues, keys: maxKeys } = DOCUMENT_LIMITS

  /** A string is the problem. */
  function measure(value: unknown, level: number): Size | string {
    if (typeof value !== 'object' || value === null) return { values: 1, keys: 0, levels: 0 }
    if (level >= depth) return `is nested deeper than ${depth} levels`
    if (sizes.has(value)) {
      const known = sizes.get(value)
      // Entered and not left yet: the value contains itself.
      if (known === undefined) return 'has an alias to a value that contains the alias'
      return level + known.levels > depth ? `is nested deeper than ${depth} levels` : known
    }
    sizes.set(value, undefined)
    const isList = Array.isArray(value)
    const size = { values: 1, keys: 0, levels: 1 }
    for (const item of isList ? value : Object.values(value)) {
      if (!isList) {
        size.keys += 1
        size.values += 1
      }
      const inner = measure(item, level + 1)
      if (typeof inner === 'string') return inner
      size.values += inner.values
      size.keys += inner.keys
      size.levels = Math.max(size.levels, inner.levels + 1)
    }
    sizes.set(value, size)
    return size
  }

  const size = measure(document, 0)
  if (typeof size === 'string') return size
  if (size.values > maxValues) return exceeds('values', size.values)
  if (size.keys > maxKeys) return exceeds('keys', size.keys)
  return undefined
}
