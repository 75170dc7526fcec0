/** A stretch of time, in milliseconds of one clock. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** An answer, and what the main thread of the service did meanwhile; 0 where the system does not tell. */
export interface AnswerSpan extends Span {
  /** How long it computed. */
  readonly ranMs: number
  /** How long it was ready to compute and had no processor. */
  readonly waitedMs: number
}

/** What the machine did to others meanwhile. */
export interface Noise {
  /** Answers of a server that does nothing. */
  readonly bare: readonly Span[]
  /** Times in which the prober itself did not run. */
  readonly pauses: readonly Span[]
}

export interface Stall {
  /** The longest answer, without what the machine explains. */
  readonly ms: number
  /** The same answer as it was measured. */
  readonly measuredMs: number
}

/**
 * The longest of the answers, each without what the machine explains: a server that does nothing answered as late, or the
 * service had no processor and the prober noticed late. What the service computed is never explained by the machine.
 */
export function findStall(answers: readonly AnswerSpan[], noise: Noise): Stall {
  let longest: Stall = { ms: 0, measuredMs: 0 }
  for (const answer of answers) {
    const measuredMs = answer.end - answer.start
    // Most answers are short, and comparing each with all the noise would take long.
    if (measuredMs <= longest.ms) continue
    const ms = withoutNoise(answer, noise)
    if (ms > longest.ms) longest = { ms, measuredMs }
  }
  return longest
}

function withoutNoise(answer: AnswerSpan, { bare, pauses }: Noise): number {
  const measuredMs = answer.end - answer.start
  const missedMs = overlaps(answer, pauses).reduce((sum, ms) => sum + ms, 0)
  const bareMs = Math.max(0, ...overlaps(answer, bare))
  const unexplained = measuredMs - Math.max(answer.waitedMs + missedMs, bareMs)
  return Math.max(0, unexplained, answer.ranMs - missedMs)
}

function overlaps({ start, end }: Span, others: readonly Span[]): number[] {
  return others
    .filter((other) => other.start < end && other.end > start)
    .map((other) => Math.min(end, other.end) - Math.max(start, other.start))
}
