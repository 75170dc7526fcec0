import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { PasswordHasher } from '#ports/index.ts'
import { deriveArgon2id } from './derive-argon2id.ts'
import { type Argon2Cost, formatHash, parseHash } from './phc-string.ts'
import { HashingSemaphore } from './hashing-semaphore.ts'

/** The OWASP recommendation for Argon2id: 19 MiB, two passes, one lane. */
const defaultCost: Argon2Cost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/** Bounds the memory of concurrent sign-ins to 40 MiB and leaves threads of the pool for other work. */
const poolSlots = 2

/** Argon2id. The stored hash contains its parameters, so that they can be raised while old hashes still verify. */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #cost: Argon2Cost
  readonly #semaphore = new HashingSemaphore(poolSlots)
  readonly #deriveKey: typeof deriveArgon2id

  constructor(cost: Argon2Cost = defaultCost, deriveKey = deriveArgon2id) {
    this.#cost = cost
    this.#deriveKey = deriveKey
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
    // Another keyboard can produce different code points for the same characters.
    const message = password.normalize('NFKC')
    return this.#semaphore.run(() => this.#deriveKey({ message, nonce: salt, tagLength: length, ...cost }))
  }
}
