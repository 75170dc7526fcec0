/** What happens to a run without a free concurrency slot: it waits, is dropped, or takes the slot of the oldest run. */
export const ON_LIMIT = ['queue', 'drop', 'replace'] as const
export type OnLimit = (typeof ON_LIMIT)[number]

export const MAX_CONCURRENCY = 1_000
