import type { JsonObject } from '#domain/index.ts'

/** The part of an output that must be the same in every run: which of several failures comes first depends on timing. */
export function withoutErrors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutErrors)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value as JsonObject).map(([name, member]) => [
    name,
    name === 'error' ? 'an error' : withoutErrors(member),
  ])
  return Object.fromEntries(members.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}
