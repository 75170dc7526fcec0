import type { JsonObject } from '#domain/index.ts'

/** What two runs of the same workload must have in common: which of several failures came first does not count. */
export function withoutErrors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutErrors)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value as JsonObject).map(([name, member]) => [
    name,
    name === 'error' ? 'an error' : withoutErrors(member),
  ])
  return Object.fromEntries(members.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}
