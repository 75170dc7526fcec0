import type { Path } from './data-source.ts'

export interface Match {
  readonly path: Path
  /** The position of each part of the path among its siblings. */
  readonly positions: readonly number[]
  /** Whether the name matched, or the value. */
  readonly in: 'key' | 'value'
}

export interface SearchResult {
  /** The first matches. */
  readonly matches: readonly Match[]
  /** All of them. */
  readonly total: number
}

interface Pending {
  readonly value: unknown
  readonly path: Path
  readonly positions: readonly number[]
}

const MAX_MATCHES = 1_000
/** Values between two pauses. */
const VALUES_PER_STEP = 20_000

/**
 * Searches names and values, without case. It pauses after a number of values, so that a page can do other work in
 * between and stop it.
 */
export function* searchData(value: unknown, query: string): Generator<undefined, SearchResult> {
  const wanted = query.toLowerCase()
  const matches: Match[] = []
  let total = 0
  let visited = 0
  const add = ({ path, positions }: Pending, where: Match['in']) => {
    total++
    if (matches.length < MAX_MATCHES) matches.push({ path, positions, in: where })
  }
  const pending: Pending[] = [{ value, path: [], positions: [] }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    visited++
    if (visited % VALUES_PER_STEP === 0) yield
    const { value: current, path, positions } = next
    const key = path.at(-1)
    if (typeof key === 'string' && key.toLowerCase().includes(wanted)) add(next, 'key')
    else if (isMatch(current, wanted)) add(next, 'value')
    if (typeof current !== 'object' || current === null) continue
    // The last one is visited first: push in reverse, so that matches appear in the order of the data.
    if (Array.isArray(current)) {
      for (let index = current.length - 1; index >= 0; index--) {
        pending.push({ value: current[index], path: [...path, index], positions: [...positions, index] })
      }
    } else {
      const members = Object.entries(current)
      for (const [index, [name, member]] of [...members.entries()].toReversed()) {
        pending.push({ value: member, path: [...path, name], positions: [...positions, index] })
      }
    }
  }
  return { matches, total }
}

function isMatch(value: unknown, wanted: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(wanted)
  return (
    (typeof value === 'number' || typeof value === 'boolean' || value === null) && String(value) === wanted
  )
}
