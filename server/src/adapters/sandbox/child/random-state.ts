import { randomFillSync } from 'node:crypto'
import type { WasmMemory } from './memory-clearer.ts'

const MICROSECONDS = 1000n
const SEEDS_AT_ONCE = 64

/**
 * The state of `Math.random` in a context. QuickJS sets it once, when it creates the context, to the time in microseconds,
 * and has no function to set it. In a context that is restored after each run, all runs would get the same numbers.
 */
export class RandomState {
  readonly #memory: WasmMemory
  readonly #at: number
  /** Each is used once. */
  #seeds: bigint[] = []

  /**
   * @param createdMs when the context was created: the times before and after.
   * @param draw calls `Math.random` once.
   */
  constructor(memory: WasmMemory, createdMs: readonly [before: number, after: number], draw: () => void) {
    this.#memory = memory
    const first = findWords(memory, createdMs)
    draw()
    const words = new BigUint64Array(memory.buffer)
    const found = [...first].filter(([index, state]) => words[index] === advance(state))
    if (found.length !== 1) throw new Error(`Found ${found.length} random states in a context, expected one.`)
    this.#at = (found[0] as [number, bigint])[0] * BigUint64Array.BYTES_PER_ELEMENT
  }

  /** Sets a state that nothing can predict. */
  seed(): void {
    if (this.#seeds.length === 0) this.#seeds = [...randomFillSync(new BigUint64Array(SEEDS_AT_ONCE))]
    // The generator would never leave the state zero.
    new BigUint64Array(this.#memory.buffer, this.#at, 1)[0] = this.#seeds.pop() || 1n
  }
}

/** The words that can be the state, by their index. */
function findWords(
  memory: WasmMemory,
  [before, after]: readonly [number, number],
): ReadonlyMap<number, bigint> {
  const [least, most] = [BigInt(before) * MICROSECONDS, BigInt(after + 1) * MICROSECONDS]
  const halves = new Uint32Array(memory.buffer)
  const words = new BigUint64Array(memory.buffer)
  const found = new Map<number, bigint>()
  // Searching for the upper half of the time is much faster than comparing all words.
  for (const half of new Set([Number(least >> 32n), Number(most >> 32n)])) {
    for (let at = halves.indexOf(half); at >= 0; at = halves.indexOf(half, at + 1)) {
      const word = words[at >> 1] as bigint
      if (word >= least && word < most) found.set(at >> 1, word)
    }
  }
  return found
}

/** The state after the next number: xorshift64*, as in QuickJS. */
function advance(state: bigint): bigint {
  let next = state ^ (state >> 12n)
  next ^= BigInt.asUintN(64, next << 25n)
  return next ^ (next >> 27n)
}
