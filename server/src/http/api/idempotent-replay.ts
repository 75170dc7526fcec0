import { type AccountId, AppError, invalid } from '#domain/index.ts'
import type {
  Clock,
  IdempotencyStore,
  RememberedAnswer,
  SealContext,
  Transaction,
  Vault,
} from '#ports/index.ts'

const MAX_KEY_LENGTH = 255
export const IDEMPOTENCY_RETENTION_MS = 24 * 60 * 60 * 1000

/** One request that carries an `Idempotency-Key`. */
export interface IdempotentRequest {
  readonly account: AccountId
  readonly key: string
  /** See `describeRequest`. */
  readonly description: string
}

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = Array.isArray(header) ? header.join(', ') : header
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) {
    throw invalid([{ path: 'Idempotency-Key', message: `must have 1 to ${MAX_KEY_LENGTH} characters` }])
  }
  return key
}

/** Method, path and body as one text that does not depend on the order of members. */
export function describeRequest(method: string, path: string, body: unknown): string {
  return `${method}\n${path}\n${canonical(body)}`
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/**
 * Stores the first answer in the transaction that does the work: both happen, or neither. Requests and answers may contain
 * secrets (such as a new webhook secret), so a request is stored as a keyed digest and an answer is encrypted.
 */
export class Idempotency {
  readonly #store: IdempotencyStore
  readonly #clock: Clock
  readonly #vault: Vault
  /** By account and key: the end of the request in progress. */
  readonly #turns = new Map<string, Promise<void>>()

  constructor(store: IdempotencyStore, clock: Clock, vault: Vault) {
    this.#store = store
    this.#clock = clock
    this.#vault = vault
  }

  /** Returns the stored answer, or undefined if the request has to be handled now. */
  async claim(tx: Transaction, request: IdempotentRequest): Promise<RememberedAnswer | undefined> {
    const now = this.#clock.now()
    const { account, key } = request
    const claim = { account, key, at: now, notBefore: now - IDEMPOTENCY_RETENTION_MS }
    return this.#open(request, await this.#store.claim(tx, claim))
  }

  /**
   * For work that cannot be part of the transaction that claims its key: this process handles requests with the same key one
   * after the other, so the second one finds the answer of the first.
   */
  async inTurn<T>({ account, key }: IdempotentRequest, work: () => Promise<T>): Promise<T> {
    const name = `${account} ${key}`
    for (let before = this.#turns.get(name); before !== undefined; before = this.#turns.get(name)) {
      await before
    }
    let end: () => void = () => undefined
    this.#turns.set(name, new Promise((resolve) => (end = resolve)))
    try {
      return await work()
    } finally {
      this.#turns.delete(name)
      end()
    }
  }

  async find(request: IdempotentRequest): Promise<RememberedAnswer | undefined> {
    const notBefore = this.#clock.now() - IDEMPOTENCY_RETENTION_MS
    return this.#open(request, await this.#store.find(request.account, request.key, notBefore))
  }

  async remember(
    tx: Transaction,
    request: IdempotentRequest,
    answer: Omit<RememberedAnswer, 'request'>,
  ): Promise<void> {
    await this.#store.remember(tx, request.account, request.key, {
      ...answer,
      request: this.#fingerprint(request),
      body: this.#vault.seal(sealContext(request), answer.body),
    })
  }

  #open(request: IdempotentRequest, answer: RememberedAnswer | undefined): RememberedAnswer | undefined {
    if (answer === undefined) return undefined
    if (answer.request !== this.#fingerprint(request)) throw usedForAnother()
    return { ...answer, body: this.#vault.open(sealContext(request), answer.body) }
  }

  #fingerprint(request: IdempotentRequest): string {
    return this.#vault.digest('idempotency', request.description)
  }
}

function sealContext({ account, key }: IdempotentRequest): SealContext {
  return { purpose: 'idempotency', accountId: account, recordId: key }
}

function usedForAnother(): AppError {
  return new AppError(
    'VALIDATION_ERROR',
    'This Idempotency-Key was used for another request. Send a new key with each new request.',
    { issues: [{ path: 'Idempotency-Key', message: 'was used for another request' }] },
    { kind: 'conflict' },
  )
}
