const DAY_MS = 86_400_000
const SECONDS = /^\d{1,15}$/

/** How long a receiver asks to be left alone, a day at most; undefined when it does not say, or cannot be understood. */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  const wanted = SECONDS.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(wanted) ? undefined : Math.min(Math.max(0, wanted), DAY_MS)
}
