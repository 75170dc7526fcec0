import { PLANS } from '@millrace/contract/plans.ts'
import type { Scope } from '@millrace/contract/scopes.ts'
import {
  type Account,
  type ApiKey,
  AppError,
  decideRate,
  keyState,
  type RateDecision,
} from '#domain/index.ts'
import type { Clock, CountedRequest, KeyHolder, KeyStore, RateCounters } from '#ports/index.ts'

export interface Admission {
  readonly key: ApiKey
  readonly account: Account
  readonly rate: RateDecision
}

export interface GateOptions {
  readonly keys: KeyStore
  readonly rates: RateCounters
  readonly clock: Clock
  /** Keyed digest of the text of a key. */
  digest(key: string): string
  /** False: requests are counted and never refused. */
  readonly enforceLimits: boolean
}

const MAX_CACHED_KEYS = 10_000
const USE_FLUSH_MS = 5_000
const MAX_KEY_LENGTH = 512

/**
 * Admits requests: checks the key first, then the rate limit.
 *
 * Keys are cached, so a warm check costs neither a query nor the keyed digest. Counting the request returns the account's
 * access version. If it differs from the cached one, keys or plan have changed, perhaps in another process, and the key is
 * looked up again before anything else happens. A revoked key is therefore refused from the next request on, in every
 * process.
 */
export class Gate {
  readonly #options: GateOptions
  /** By the raw header: hashing it first would cost more than the rest of a warm check. In memory only. */
  readonly #cache = new Map<string, KeyHolder>()
  #uses = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: GateOptions) {
    this.#options = options
  }

  /** Synchronous if the key is cached and the counters are in memory: nearly always, on SQLite. */
  admit(authorization: string | undefined): Admission | Promise<Admission> {
    const header = authorization ?? ''
    const holder = this.#cache.get(header)
    return holder === undefined
      ? this.#lookUp(header).then((found) => this.#count(header, found))
      : this.#count(header, holder)
  }

  /** Refuses an admitted request that exceeds the rate limit. Apart from `admit`, so that the answer has the headers. */
  refuseExcess(rate: RateDecision): void {
    if (rate.allowed || !this.#options.enforceLimits) return
    throw new AppError(
      'RATE_LIMITED',
      `The plan allows ${rate.limit} requests in this window. Try again in ${rate.retryAfter} ${rate.retryAfter === 1 ? 'second' : 'seconds'}.`,
      { retry_after_seconds: rate.retryAfter },
    )
  }

  #count(header: string, holder: KeyHolder): Admission | Promise<Admission> {
    const { rates, clock } = this.#options
    const now = clock.now()
    refuseUnusable(holder.key, now)
    const counted = rates.add(holder.account.id, now)
    return counted instanceof Promise
      ? counted.then((resolved) => this.#decide(header, holder, resolved, now))
      : this.#decide(header, holder, counted, now)
  }

  #decide(
    header: string,
    holder: KeyHolder,
    counted: CountedRequest,
    now: number,
  ): Admission | Promise<Admission> {
    return counted.accessVersion === holder.account.accessVersion
      ? this.#toAdmission(holder, counted, now)
      : this.#lookUpAgain(header, counted, now)
  }

  async #lookUpAgain(header: string, counted: CountedRequest, now: number): Promise<Admission> {
    this.#cache.delete(header)
    const holder = await this.#lookUp(header)
    refuseUnusable(holder.key, now)
    return this.#toAdmission(holder, counted, now)
  }

  #toAdmission({ key, account }: KeyHolder, counted: CountedRequest, now: number): Admission {
    this.#noteUse(key.id, now)
    return { key, account, rate: decideRate(PLANS[account.plan], counted, now) }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#flushUses()
  }

  async #lookUp(header: string): Promise<KeyHolder> {
    const holder = await this.#options.keys.findByDigest(this.#options.digest(readBearer(header)))
    if (holder === undefined) throw unauthorized('The API key is not valid.')
    if (this.#cache.size >= MAX_CACHED_KEYS) this.#cache.clear()
    this.#cache.set(header, holder)
    return holder
  }

  #noteUse(keyId: string, now: number): void {
    this.#uses.set(keyId, now)
    this.#timer ??= setTimeout(() => void this.#flushUses().catch(() => undefined), USE_FLUSH_MS).unref()
  }

  async #flushUses(): Promise<void> {
    this.#timer = undefined
    const uses = this.#uses
    this.#uses = new Map()
    await this.#options.keys.recordUses(uses)
  }
}

export function refuseMissingScope(key: ApiKey, scope: Scope): void {
  if (key.scopes.includes(scope)) return
  throw new AppError('FORBIDDEN', `The API key does not have the scope ${scope}.`, { required_scope: scope })
}

function readBearer(authorization: string): string {
  if (authorization === '') {
    throw unauthorized('The header `Authorization: Bearer <API key>` is missing.')
  }
  const key = /^Bearer +(.+)$/i.exec(authorization)?.[1]?.trim()
  if (key === undefined || key.length > MAX_KEY_LENGTH) {
    throw unauthorized('The header `Authorization` must have the form `Bearer <API key>`.')
  }
  // Node decodes header bytes as Latin-1, and a key that the operator chose may contain any characters.
  return Buffer.from(key, 'latin1').toString('utf8')
}

function refuseUnusable(key: ApiKey, now: number): void {
  const state = keyState(key, now)
  if (state !== 'active') throw unauthorized(`The API key is ${state}.`)
}

function unauthorized(message: string): AppError {
  return new AppError('UNAUTHORIZED', message)
}
