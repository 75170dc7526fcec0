import { createHash } from 'node:crypto'
import { redactSecrets } from '#domain/index.ts'
import type { AccessTokens, Clock, HttpAnswer, HttpClient, TokenGrant, TokenResult } from '#ports/index.ts'

const FETCH_DEADLINE_MS = 10_000
/** A token that is about to end would end under way. */
const RENEW_BEFORE_MS = 60_000
/** Of services that do not say how long a token is good for. */
const ASSUMED_LIFETIME_S = 300
const MOST_TOKENS = 1000

interface KeptToken {
  readonly token: string
  readonly renewAt: number
}

/** Tokens in memory alone, by the secret they were given for. */
export class CachedAccessTokens implements AccessTokens {
  readonly #http: HttpClient
  readonly #clock: Clock
  readonly #kept = new Map<string, KeptToken>()
  readonly #underWay = new Map<string, Promise<TokenResult>>()

  constructor(http: HttpClient, clock: Clock) {
    this.#http = http
    this.#clock = clock
  }

  async obtain(
    grant: TokenGrant,
    { signal, rejected }: { readonly signal: AbortSignal; readonly rejected?: string },
  ): Promise<TokenResult> {
    const key = keyOf(grant)
    const kept = this.#kept.get(key)
    if (kept !== undefined && kept.token !== rejected && this.#clock.now() < kept.renewAt) {
      return { ok: true, token: kept.token }
    }
    if (signal.aborted) return cancelled(grant)
    // The fetch belongs to all who wait for it: one that gives up must not take it from the others.
    const fetched = this.#underWay.get(key) ?? this.#begin(key, grant)
    const { promise: gaveUp, resolve } = Promise.withResolvers<TokenResult>()
    const giveUp = () => resolve(cancelled(grant))
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      return await Promise.race([fetched, gaveUp])
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  #begin(key: string, grant: TokenGrant): Promise<TokenResult> {
    const fetched = this.#fetch(key, grant).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, fetched)
    return fetched
  }

  async #fetch(key: string, grant: TokenGrant): Promise<TokenResult> {
    this.#kept.delete(key)
    const askedAt = this.#clock.now()
    const form = grant.form(askedAt)
    const answer = await this.#http.send({
      method: 'POST',
      url: grant.url,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...grant.headers,
      },
      body: new URLSearchParams(form).toString(),
      deadlineMs: FETCH_DEADLINE_MS,
    })
    const secrets = [...grant.secrets, ...grant.secretFields.map((name) => form[name] ?? '')]
    const { host } = new URL(grant.url)
    if (!answer.ok) {
      const message = redactSecrets(`No token could be fetched from ${host}. ${answer.message}`, secrets)
      return { ok: false, reason: answer.reason, message }
    }
    const token = readToken(answer)
    if (token === undefined) return explain(host, answer, secrets)
    this.#keep(key, token, askedAt)
    return { ok: true, token: token.token }
  }

  #keep(key: string, { token, seconds }: { token: string; seconds: number }, askedAt: number): void {
    const lifetime = seconds * 1000
    const renewAt = askedAt + lifetime - Math.min(RENEW_BEFORE_MS, lifetime / 2)
    this.#kept.set(key, { token, renewAt })
    if (this.#kept.size <= MOST_TOKENS) return
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined) this.#kept.delete(oldest)
  }
}

function keyOf({ account, identity, url }: TokenGrant): string {
  return createHash('sha256')
    .update(JSON.stringify([account, url, identity]))
    .digest('base64')
}

function readToken(answer: HttpAnswer): { token: string; seconds: number } | undefined {
  if (answer.status !== 200 && answer.status !== 201) return undefined
  const fields = readFields(answer)
  const token = fields['access_token']
  const given = Number(fields['expires_in'])
  const seconds = Number.isFinite(given) && given > 0 ? given : ASSUMED_LIFETIME_S
  // It becomes a header: what cannot stand in one is none.
  return typeof token === 'string' && /^[\u0021-\u007e]+$/.test(token) ? { token, seconds } : undefined
}

function explain(host: string, answer: HttpAnswer, secrets: readonly string[]): TokenResult {
  const { error, error_description: description, access_token: token } = readFields(answer)
  const said = [error, description]
    .filter((part) => typeof part === 'string' && part.length <= 200)
    .join(': ')
  const passes = answer.status === 429 || answer.status >= 500
  const message = `${host} answered ${answer.status} and gave no token${said === '' ? '.' : ` (${said}).`}`
  return {
    ok: false,
    reason: passes ? 'protocol' : 'turned_down',
    // A token that could not be used is one all the same.
    message: redactSecrets(message, typeof token === 'string' ? [...secrets, token] : secrets),
  }
}

function readFields(answer: HttpAnswer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(answer.body))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function cancelled({ url }: TokenGrant): TokenResult {
  return {
    ok: false,
    reason: 'aborted',
    message: `The call was cancelled while a token was fetched from ${new URL(url).host}.`,
  }
}
