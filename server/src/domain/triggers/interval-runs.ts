/**
 * The first multiple of the interval after `after`, counted from `anchor`. It depends on no stored state, so it is the same
 * on every machine and after every restart and edit.
 */
export function nextInterval(after: number, intervalMs: number, anchor: number): number {
  if (after < anchor) return anchor
  return anchor + (Math.floor((after - anchor) / intervalMs) + 1) * intervalMs
}
