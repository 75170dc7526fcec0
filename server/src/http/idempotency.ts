import { createHash } from 'node:crypto'
import type { AccountId } from '#domain/account.ts'
import { AppError, invalid } from '#domain/app-error.ts'
import type { Clock } from '#ports/clock.ts'
import type { IdempotencyStore, RememberedAnswer } from '#ports/idempotency-store.ts'
import type { Transaction } from '#ports/transaction.ts'

export const MAX_KEY_LENGTH = 255
export const KEPT_MS = 24 * 60 * 60 * 1000

/** One request that carries an `Idempotency-Key`. */
export interface IdempotentRequest {
  readonly account: AccountId
  readonly key: string
  readonly fingerprint: string
}

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = Array.isArray(header) ? header.join(', ') : header
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) {
    throw invalid([{ path: 'Idempotency-Key', message: `must have 1 to ${MAX_KEY_LENGTH} characters` }])
  }
  return key
}

/** Same method, path and body, whatever the order of the members. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method}\n${path}\n${canonical(body)}`)
    .digest('hex')
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** Remembers the first answer in the transaction that does the work: both happen, or neither. */
export class Idempotency {
  readonly #store: IdempotencyStore
  readonly #clock: Clock

  constructor(store: IdempotencyStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** The remembered answer, or undefined when the request has to be done now. */
  async claim(tx: Transaction, request: IdempotentRequest): Promise<RememberedAnswer | undefined> {
    const now = this.#clock.now()
    const answer = await this.#store.claim(tx, request.account, request.key, now, now - KEPT_MS)
    return answer && sameRequest(request, answer)
  }

  async find(request: IdempotentRequest): Promise<RememberedAnswer | undefined> {
    const answer = await this.#store.find(request.account, request.key, this.#clock.now() - KEPT_MS)
    return answer && sameRequest(request, answer)
  }

  async remember(
    tx: Transaction,
    request: IdempotentRequest,
    answer: Omit<RememberedAnswer, 'request'>,
  ): Promise<void> {
    await this.#store.remember(tx, request.account, request.key, { ...answer, request: request.fingerprint })
  }
}

function sameRequest(request: IdempotentRequest, answer: RememberedAnswer): RememberedAnswer {
  if (answer.request === request.fingerprint) return answer
  throw new AppError(
    'VALIDATION_ERROR',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
    { issues: [{ path: 'Idempotency-Key', message: 'was used for another request' }] },
    { kind: 'conflict' },
  )
}
