const maxNameLength = 60
const maxCandidates = 1000

/** The candidate that is most similar to `name`, if any is similar enough to suggest. */
export function findSimilar(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxNameLength) return undefined
  const wanted = simplify(name)
  const allowed = Math.max(1, Math.floor(wanted.length / 3))
  let best: string | undefined
  let bestDistance = allowed + 1
  let seen = 0
  for (const candidate of candidates) {
    seen += 1
    if (seen > maxCandidates) break
    if (candidate === name || candidate.length > maxNameLength) continue
    const other = simplify(candidate)
    // Every one-letter name is one edit away from every other, which is not a useful suggestion.
    if (other !== wanted && wanted.length < 2) continue
    const distance =
      other === wanted
        ? 0
        : isPrefix(wanted, other)
          ? Math.min(allowed, 2)
          : measureDistance(wanted, other, bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Treats `user_name`, `userName` and `User-Name` as equal. */
function simplify(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

/** Matches `ceiling` with `ceil`, and `len` with `length`. */
function isPrefix(wanted: string, other: string): boolean {
  return Math.min(wanted.length, other.length) >= 3 && (wanted.startsWith(other) || other.startsWith(wanted))
}

/** The edit distance between two words, as far as it is below `limit`. Swapping two adjacent letters counts as one edit. */
function measureDistance(left: string, right: string, limit: number): number {
  // The difference of the lengths has to be inserted or deleted: a long list has few candidates of about the same length.
  if (Math.abs(left.length - right.length) >= limit) return limit
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return last[right.length] ?? 0
}
