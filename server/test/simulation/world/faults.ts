import type { Random } from './random.ts'

/** What can go wrong. Each kind can be left out, to find out which of them a failure needs. */
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
  'ring-lost',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** What becomes of a call to the store. Times are milliseconds from now. */
export interface Fate {
  /** When it reaches the data; undefined: it never does. */
  readonly arrivesAfter: number | undefined
  /** When the process hears of it: what it gave, or that nobody knows. */
  readonly answersAfter: number
  readonly isTold: boolean
}

/** What goes wrong in one simulation: how much of which kind is decided with the seed. */
export class Faults {
  readonly #random: Random
  readonly #parts: ReadonlyMap<FaultKind, number>
  readonly #onFault: (kind: FaultKind) => void
  #isOver = false

  constructor(random: Random, kinds: ReadonlySet<FaultKind>, onFault: (kind: FaultKind) => void) {
    this.#onFault = onFault
    this.#random = random.fork('faults')
    const intensities = random.fork('intensities')
    this.#parts = new Map(
      FAULT_KINDS.map((kind) => {
        const part = intensities.chance(0.5) ? intensities.next() : 0
        return [kind, kinds.has(kind) ? part : 0]
      }),
    )
  }

  /** From here on everything goes well. */
  end(): void {
    this.#isOver = true
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** `most` is how likely it is at the highest intensity. */
  happens(kind: FaultKind, most: number): boolean {
    if (this.#isOver) return false
    const part = this.#parts.get(kind) ?? 0
    if (part === 0 || !this.#random.chance(part * most)) return false
    this.#onFault(kind)
    return true
  }

  has(kind: FaultKind): boolean {
    return (this.#parts.get(kind) ?? 0) > 0
  }

  /** `mayBeLate`: on a server a statement can take effect after its client gave up. */
  decideFate(isWrite: boolean, mayBeLate: boolean): Fate {
    const random = this.#random
    const arrivesAfter = random.between(0, 3)
    const answersAfter = arrivesAfter + random.between(0, 3)
    const told = { arrivesAfter, answersAfter, isTold: true }
    if (this.happens('slow-store', 0.1)) {
      const slow = random.between(100, random.chance(0.2) ? 40_000 : 4_000)
      return random.chance(0.5)
        ? { arrivesAfter: arrivesAfter + slow, answersAfter: answersAfter + slow, isTold: true }
        : { ...told, answersAfter: answersAfter + slow }
    }
    if (!isWrite) {
      if (this.happens('read-failed', 0.15)) return { ...told, arrivesAfter: undefined, isTold: false }
      return told
    }
    if (this.happens('write-refused', 0.2)) return { ...told, arrivesAfter: undefined, isTold: false }
    if (this.happens('answer-lost', 0.2)) return { ...told, isTold: false }
    if (mayBeLate && this.happens('late-commit', 0.2)) {
      return { arrivesAfter: answersAfter + random.between(0, 4_000), answersAfter, isTold: false }
    }
    return told
  }
}
