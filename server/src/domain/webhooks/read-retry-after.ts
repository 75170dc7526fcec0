const DAY_MS = 86_400_000
const SECONDS = /^\d{1,15}$/

/** The delay that a receiver requests, at most one day; undefined if the header is missing or invalid. */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  const delay = SECONDS.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(delay) ? undefined : Math.min(Math.max(0, delay), DAY_MS)
}
