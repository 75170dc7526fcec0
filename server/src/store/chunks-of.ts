/** Rows per statement, far below the parameter limit of either database. */
const CHUNK = 500

export function* chunksOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += CHUNK) yield items.slice(from, from + CHUNK)
}
