/** A stretch of time, in milliseconds of one clock. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What the machine itself did meanwhile, apart from the service. */
export interface Noise {
  /** Answers of a server that does nothing. */
  readonly bare: readonly Span[]
  /** Times in which the prober itself did not run. */
  readonly pauses: readonly Span[]
  /** How long the main thread of the service has waited for a processor, in total, at each moment; empty where it is unknown. */
  readonly waited: readonly { readonly at: number; readonly ms: number }[]
}

export interface Stall {
  /** The longest answer, without what the machine explains. */
  readonly ms: number
  /** The same answer as it was measured. */
  readonly measuredMs: number
  /** When it began. */
  readonly at: number
}

export const NO_STALL: Stall = { ms: 0, measuredMs: 0, at: 0 }

/**
 * The longest of the answers, each without the part in which the machine kept everybody waiting: a server that does nothing
 * answered as late, the prober itself did not run, or the service was ready to run and had no processor.
 */
export function findStall(answers: readonly Span[], noise: Noise): Stall {
  let longest = NO_STALL
  for (const span of answers) {
    const measuredMs = span.end - span.start
    // Most answers are short, and comparing each with all the noise would take long.
    if (measuredMs <= longest.ms) continue
    const ms = Math.max(0, measuredMs - explained(span, noise))
    if (ms > longest.ms) longest = { ms, measuredMs, at: span.start }
  }
  return longest
}

function explained(span: Span, { bare, pauses, waited }: Noise): number {
  return Math.max(longestOverlap(span, bare), longestOverlap(span, pauses), waitedWithin(span, waited))
}

function longestOverlap({ start, end }: Span, others: readonly Span[]): number {
  return others.reduce(
    (longest, other) => Math.max(longest, Math.min(end, other.end) - Math.max(start, other.start)),
    0,
  )
}

/** The wait between the last reading before the span and the last one within it. */
function waitedWithin({ start, end }: Span, waited: Noise['waited']): number {
  const before = waited.findLast(({ at }) => at <= start)
  const after = waited.findLast(({ at }) => at <= end)
  return before === undefined || after === undefined ? 0 : after.ms - before.ms
}
