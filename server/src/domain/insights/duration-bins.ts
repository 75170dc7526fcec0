/** Two bins per doubling: a quantile is accurate to about 20 %, and an hour of a workflow has few of them. */
const BINS_PER_DOUBLING = 2

/** The bin of a duration: 0 for less than a millisecond, otherwise the bin `n` has durations up to 2^((n − 1) / 2) ms. */
export function durationBin(ms: number): number {
  return ms < 1 ? 0 : 1 + Math.ceil(BINS_PER_DOUBLING * Math.log2(ms))
}

/** The duration that this share of the runs does not exceed, interpolated within its bin. Null without runs. */
export function quantileOfBins(bins: ReadonlyMap<number, number>, share: number): number | null {
  const sorted = [...bins].filter(([, runs]) => runs > 0).sort(([one], [other]) => one - other)
  const total = sorted.reduce((sum, [, runs]) => sum + runs, 0)
  const wanted = total * share
  let below = 0
  for (const [bin, runs] of sorted) {
    if (below + runs >= wanted) return Math.round(within(bin, (wanted - below) / runs))
    below += runs
  }
  return null
}

function within(bin: number, share: number): number {
  if (bin === 0) return 0
  return 2 ** ((bin - 2 + Math.min(1, Math.max(0, share))) / BINS_PER_DOUBLING)
}
