/** A random generator with a seed. Each purpose has a stream of its own, so that using one does not change the others. */
export class Random {
  readonly #seed: string
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: string) {
    this.#seed = seed
    this.#a = hashText(seed, 0x9e37_79b9)
    this.#b = hashText(seed, 0x85eb_ca6b)
    this.#c = hashText(seed, 0xc2b2_ae35)
    for (let n = 0; n < 12; n += 1) this.next()
  }

  fork(purpose: string): Random {
    return new Random(`${this.#seed}/${purpose}`)
  }

  /** From 0 (included) to 1 (excluded). A small, fast generator with 128 bits of state (sfc32). */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from)
  }

  /** Both ends included. */
  whole(from: number, to: number): number {
    return Math.floor(this.between(from, to + 1))
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.next() * list.length)]
    if (picked === undefined) throw new Error('There is nothing to pick from.')
    return picked
  }
}

export function hashText(text: string, start: number): number {
  let hash = start | 0
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x0100_0193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
