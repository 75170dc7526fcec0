/** The candidate with the smallest edit distance to `word`. */
export function nearestWord(word: string, candidates: readonly string[]): string {
  let nearest = candidates[0] ?? ''
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const changes = countChanges(word, candidate)
    if (changes < fewest) [nearest, fewest] = [candidate, changes]
  }
  return nearest
}

/** The nearest candidate if `word` is probably a typing mistake for it: at most half of its letters differ. */
export function nearMiss(word: string, candidates: readonly string[]): string | undefined {
  const nearest = nearestWord(word, candidates)
  return countChanges(word, nearest) * 2 <= Math.max(word.length, nearest.length) ? nearest : undefined
}

/** Levenshtein distance. */
function countChanges(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
