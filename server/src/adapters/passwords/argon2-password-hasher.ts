import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { PasswordHasher } from '#ports/index.ts'
import { deriveArgon2id } from './derive-argon2id.ts'
import { type Argon2Cost, formatHash, parseHash } from './phc-string.ts'
import { HashingSemaphore } from './hashing-semaphore.ts'

/** OWASP's recommendation for Argon2id: 19 MiB, two passes, one lane. */
const todaysCost: Argon2Cost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/** Two at a time: a flood of sign-ins waits in line and cannot take more than 40 MiB or all threads of the pool. */
const atOnce = 2

/** Argon2id with parameters in the stored hash, so that they can be raised while old hashes still verify. */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #cost: Argon2Cost
  readonly #turnstile = new HashingSemaphore(atOnce)

  constructor(cost: Argon2Cost = todaysCost) {
    this.#cost = cost
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes)
    const tag = await this.#derive(password, this.#cost, salt, tagBytes)
    return formatHash({ cost: this.#cost, salt, tag })
  }

  async verify(password: string, hash: string): Promise<boolean> {
    const stored = parseHash(hash)
    if (stored === null) return false
    const tag = await this.#derive(password, stored.cost, stored.salt, stored.tag.length)
    return timingSafeEqual(tag, stored.tag)
  }

  needsRehash(hash: string): boolean {
    const stored = parseHash(hash)
    if (stored === null) return true
    const { memory, passes, parallelism } = stored.cost
    return (
      memory < this.#cost.memory ||
      passes < this.#cost.passes ||
      parallelism < this.#cost.parallelism ||
      stored.tag.length < tagBytes ||
      stored.salt.length < saltBytes
    )
  }

  async spendTime(password: string): Promise<void> {
    await this.#derive(password, this.#cost, Buffer.alloc(saltBytes), tagBytes)
  }

  #derive(password: string, cost: Argon2Cost, salt: Buffer, length: number): Promise<Buffer> {
    // The same characters typed on another keyboard may come as other code points.
    const message = password.normalize('NFKC')
    return this.#turnstile.run(() => deriveArgon2id({ message, nonce: salt, tagLength: length, ...cost }))
  }
}
