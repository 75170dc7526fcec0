/** What becomes of a run that finds no place: it waits for one, ends, or takes the place of the oldest. */
export const ON_LIMIT = ['queue', 'drop', 'replace'] as const
export type OnLimit = (typeof ON_LIMIT)[number]

export const MOST_AT_ONCE = 1_000
