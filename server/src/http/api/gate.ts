import { PLANS } from '@millrace/contract/plans.ts'
import { type ApiKey, AppError, type Caller, decideRate, keyState, type RateDecision } from '#domain/index.ts'
import type { Clock, CountedRequest, KeyHolder, KeyStore, RateCounters } from '#ports/index.ts'

export interface Admission {
  readonly caller: Caller
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

/** Made once per key, not per request. */
interface CachedKey {
  readonly key: ApiKey
  readonly caller: Caller
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
  readonly #cache = new Map<string, CachedKey>()
  #uses = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: GateOptions) {
    this.#options = options
  }

  /** Synchronous if the key is cached and the counters are in memory: nearly always, on SQLite. */
  admit(authorization: string | undefined): Admission | Promise<Admission> {
    const header = authorization ?? ''
    const cached = this.#cache.get(header)
    return cached === undefined
      ? this.#lookUp(header).then((found) => this.#count(header, found))
      : this.#count(header, cached)
  }

  /** The sender of an earlier request, as it is stored now. Counts nothing. */
  async readmit(authorization: string): Promise<Caller> {
    const { key, caller } = await this.#lookUp(authorization)
    refuseUnusable(key, this.#options.clock.now())
    return caller
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

  #count(header: string, cached: CachedKey): Admission | Promise<Admission> {
    const { rates, clock } = this.#options
    const now = clock.now()
    refuseUnusable(cached.key, now)
    const counted = rates.add(cached.caller.account.id, now)
    return counted instanceof Promise
      ? counted.then((resolved) => this.#decide(header, cached, resolved, now))
      : this.#decide(header, cached, counted, now)
  }

  #decide(
    header: string,
    cached: CachedKey,
    counted: CountedRequest,
    now: number,
  ): Admission | Promise<Admission> {
    return counted.accessVersion === cached.caller.account.accessVersion
      ? this.#toAdmission(cached, counted, now)
      : this.#lookUpAgain(header, counted, now)
  }

  async #lookUpAgain(header: string, counted: CountedRequest, now: number): Promise<Admission> {
    this.#cache.delete(header)
    const cached = await this.#lookUp(header)
    refuseUnusable(cached.key, now)
    return this.#toAdmission(cached, counted, now)
  }

  #toAdmission({ key, caller }: CachedKey, counted: CountedRequest, now: number): Admission {
    this.#noteUse(key.id, now)
    return { caller, rate: decideRate(PLANS[caller.account.plan], counted, now) }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#flushUses()
  }

  async #lookUp(header: string): Promise<CachedKey> {
    const holder = await this.#options.keys.findByDigest(this.#options.digest(readBearer(header)))
    if (holder === undefined) throw unauthorized('The API key is not valid.')
    if (this.#cache.size >= MAX_CACHED_KEYS) this.#cache.clear()
    const cached = { key: holder.key, caller: callerOf(holder) }
    this.#cache.set(header, cached)
    return cached
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

function callerOf({ key, account }: KeyHolder): Caller {
  const { id, name, scopes, expiresAt } = key
  return { account, scopes, actor: { kind: 'key', id, name }, expiresAt }
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
