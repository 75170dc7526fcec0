import type { Random } from './random.ts'

/** The kinds of faults. Each can be disabled, to find out which of them a failure needs. */
export const FAULT_KINDS = [
  'crash',
  'stop',
  'pause',
  'clock-jump',
  'write-refused',
  'answer-lost',
  'late-commit',
  'read-failed',
  'slow-store',
  'notification-lost',
  'request-lost',
  'response-lost',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** How a call to the store proceeds. Times are milliseconds from now. */
export interface CallPlan {
  /** When it reaches the store; undefined: never. */
  readonly arrivesAfter: number | undefined
  /** When the process gets the result, or an error if `isAnswered` is false. */
  readonly answersAfter: number
  readonly isAnswered: boolean
}

/** Injects the faults of one simulation. The seed decides how likely each kind is. */
export class Faults {
  readonly #random: Random
  readonly #intensities: ReadonlyMap<FaultKind, number>
  readonly #onFault: (kind: FaultKind) => void
  #hasEnded = false

  constructor(random: Random, kinds: ReadonlySet<FaultKind>, onFault: (kind: FaultKind) => void) {
    this.#onFault = onFault
    this.#random = random.fork('faults')
    const intensities = random.fork('intensities')
    this.#intensities = new Map(
      FAULT_KINDS.map((kind) => {
        const intensity = intensities.chance(0.5) ? intensities.next() : 0
        return [kind, kinds.has(kind) ? intensity : 0]
      }),
    )
  }

  /** No faults happen from now on. */
  end(): void {
    this.#hasEnded = true
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** `probability` applies at the highest intensity. */
  happens(kind: FaultKind, probability: number): boolean {
    if (this.#hasEnded) return false
    const intensity = this.#intensities.get(kind) ?? 0
    if (intensity === 0 || !this.#random.chance(intensity * probability)) return false
    this.#onFault(kind)
    return true
  }

  has(kind: FaultKind): boolean {
    return (this.#intensities.get(kind) ?? 0) > 0
  }

  /** `mayBeLate`: on a database server, a statement can take effect after its client gave up. */
  planCall(isWrite: boolean, mayBeLate: boolean): CallPlan {
    const random = this.#random
    const arrivesAfter = random.between(0, 3)
    const answersAfter = arrivesAfter + random.between(0, 3)
    const answered = { arrivesAfter, answersAfter, isAnswered: true }
    if (this.happens('slow-store', 0.1)) {
      const slow = random.between(100, random.chance(0.2) ? 40_000 : 4_000)
      return random.chance(0.5)
        ? { arrivesAfter: arrivesAfter + slow, answersAfter: answersAfter + slow, isAnswered: true }
        : { ...answered, answersAfter: answersAfter + slow }
    }
    if (!isWrite) {
      if (this.happens('read-failed', 0.15))
        return { ...answered, arrivesAfter: undefined, isAnswered: false }
      return answered
    }
    if (this.happens('write-refused', 0.2)) return { ...answered, arrivesAfter: undefined, isAnswered: false }
    if (this.happens('answer-lost', 0.2)) return { ...answered, isAnswered: false }
    if (mayBeLate && this.happens('late-commit', 0.2)) {
      return { arrivesAfter: answersAfter + random.between(0, 4_000), answersAfter, isAnswered: false }
    }
    return answered
  }
}
