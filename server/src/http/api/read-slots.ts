import { performance } from 'node:perf_hooks'

/** How many reads of one account are in progress at the same time. */
const SLOTS = 4
/** An answer with more bytes than this is a long one. */
const LONG = 100_000
/** After a long answer, reads of its account are in progress one at a time for this long. */
const LONG_FOR_MS = 1_000

/** The reads of one account. */
interface AccountReads {
  inProgress: number
  readonly waiting: (() => void)[]
  /** Until when one at a time. */
  singleUntil: number
}

/**
 * Limits the reads of one account that are in progress. What a database sends for many of them would otherwise arrive together:
 * dozens of answers of a megabyte each, in every turn of the event loop, and no connection left for the reads of others.
 */
export class ReadSlots {
  /** Those with reads in progress, and those whose last answer was a long one. */
  readonly #accounts = new Map<string, AccountReads>()

  /** Undefined if the read may begin now; otherwise resolves when it may. Each is followed by `leave`. */
  enter(account: string): Promise<void> | undefined {
    let reads = this.#accounts.get(account)
    if (reads === undefined) {
      reads = { inProgress: 0, waiting: [], singleUntil: 0 }
      this.#accounts.set(account, reads)
    }
    if (reads.waiting.length === 0 && reads.inProgress < slotsOf(reads)) {
      reads.inProgress += 1
      return undefined
    }
    const { waiting } = reads
    return new Promise((resolve) => waiting.push(resolve))
  }

  /** `length`: of the answer, in bytes. */
  leave(account: string, length: number): void {
    const reads = this.#accounts.get(account)
    if (reads === undefined) return
    reads.inProgress -= 1
    if (length > LONG) reads.singleUntil = performance.now() + LONG_FOR_MS
    const slots = slotsOf(reads)
    while (reads.inProgress < slots && reads.waiting.length > 0) {
      reads.inProgress += 1
      reads.waiting.shift()?.()
    }
    if (reads.inProgress === 0 && slots === SLOTS) this.#accounts.delete(account)
  }
}

function slotsOf({ singleUntil }: AccountReads): number {
  return singleUntil > 0 && performance.now() < singleUntil ? 1 : SLOTS
}
