import { randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError, FairQueue, type SlotRefusal } from '#domain/index.ts'
import type { HashingClient, PasswordHasher } from '#ports/index.ts'
import { deriveArgon2id } from './derive-argon2id.ts'
import { type Argon2Cost, formatHash, parseHash } from './phc-string.ts'

/** The OWASP recommendation for Argon2id: 19 MiB, two passes, one lane. */
const defaultCost: Argon2Cost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/**
 * One hash at a time for people who are known, and one for everybody else. That bounds the memory of concurrent sign-ins to 40 MiB and
 * leaves threads of the pool for other work. However many strangers there are, people who are known do not wait for them.
 */
const slots = 1
/** A queue that takes a few seconds: people who have to wait longer try again. */
const maxWaiting = 32

/** Argon2id. The stored hash contains its parameters, so that they can be raised while old hashes still verify. */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #cost: Argon2Cost
  readonly #known = new FairQueue({ slots, maxWaiting })
  readonly #strangers = new FairQueue({ slots, maxWaiting })
  readonly #deriveKey: typeof deriveArgon2id

  constructor(cost: Argon2Cost = defaultCost, deriveKey = deriveArgon2id) {
    this.#cost = cost
    this.#deriveKey = deriveKey
  }

  async hash(password: string, client: HashingClient): Promise<string> {
    const salt = randomBytes(saltBytes)
    const tag = await this.#derive(password, { cost: this.#cost, salt, length: tagBytes }, client)
    return formatHash({ cost: this.#cost, salt, tag })
  }

  async verify(password: string, hash: string, client: HashingClient): Promise<boolean> {
    const stored = parseHash(hash)
    if (stored === null) return false
    const { cost, salt } = stored
    const tag = await this.#derive(password, { cost, salt, length: stored.tag.length }, client)
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

  async spendTime(password: string, client: HashingClient): Promise<void> {
    await this.#derive(
      password,
      { cost: this.#cost, salt: Buffer.alloc(saltBytes), length: tagBytes },
      client,
    )
  }

  async #derive(
    password: string,
    { cost, salt, length }: Derivation,
    { owner, isKnown, signal }: HashingClient,
  ): Promise<Buffer> {
    const queue = isKnown === true ? this.#known : this.#strangers
    const turn = await queue.acquire(owner, signal)
    if (!turn.ok) throw refuse(turn.reason)
    try {
      // Another keyboard can produce different code points for the same characters.
      const message = password.normalize('NFKC')
      return await this.#deriveKey({ message, nonce: salt, tagLength: length, ...cost })
    } finally {
      turn.release()
    }
  }
}

interface Derivation {
  readonly cost: Argon2Cost
  readonly salt: Buffer
  readonly length: number
}

function refuse(reason: SlotRefusal): AppError {
  const message =
    reason === 'full'
      ? 'Too many passwords are being checked at the moment. Try again in a few seconds.'
      : 'The client disconnected before its password was checked.'
  return new AppError('INTERNAL_ERROR', message, {}, { kind: 'unavailable' })
}
