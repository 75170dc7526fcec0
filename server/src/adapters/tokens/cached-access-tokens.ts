import { createHash } from 'node:crypto'
import { redactSecrets } from '#domain/index.ts'
import type { AccessTokens, Clock, HttpAnswer, HttpClient, TokenGrant, TokenResult } from '#ports/index.ts'

const FETCH_DEADLINE_MS = 10_000
/** A token that is about to expire could expire during the request. */
const RENEW_BEFORE_MS = 60_000
/** Used if the service does not return `expires_in`. */
const DEFAULT_LIFETIME_S = 300
const MAX_TOKENS = 1000

interface CachedToken {
  readonly token: string
  readonly renewAt: number
}

/** Caches tokens in memory only, keyed by the secret that obtained them. */
export class CachedAccessTokens implements AccessTokens {
  readonly #http: HttpClient
  readonly #clock: Clock
  readonly #tokens = new Map<string, CachedToken>()
  readonly #pending = new Map<string, Promise<TokenResult>>()

  constructor(http: HttpClient, clock: Clock) {
    this.#http = http
    this.#clock = clock
  }

  async obtain(
    grant: TokenGrant,
    { signal, rejected }: { readonly signal: AbortSignal; readonly rejected?: string },
  ): Promise<TokenResult> {
    const key = keyOf(grant)
    const cached = this.#tokens.get(key)
    if (cached !== undefined && cached.token !== rejected && this.#clock.now() < cached.renewAt) {
      return { ok: true, token: cached.token }
    }
    if (signal.aborted) return cancelled(grant)
    // All waiting callers share the fetch: one that cancels must not cancel it for the others.
    const fetched = this.#pending.get(key) ?? this.#startFetch(key, grant)
    const { promise: abandoned, resolve } = Promise.withResolvers<TokenResult>()
    const abandon = () => resolve(cancelled(grant))
    signal.addEventListener('abort', abandon, { once: true })
    try {
      return await Promise.race([fetched, abandoned])
    } finally {
      signal.removeEventListener('abort', abandon)
    }
  }

  #startFetch(key: string, grant: TokenGrant): Promise<TokenResult> {
    const fetched = this.#fetch(key, grant).finally(() => this.#pending.delete(key))
    this.#pending.set(key, fetched)
    return fetched
  }

  async #fetch(key: string, grant: TokenGrant): Promise<TokenResult> {
    this.#tokens.delete(key)
    const requestedAt = this.#clock.now()
    const form = grant.form(requestedAt)
    const answer = await this.#http.send({
      account: grant.account,
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
      const message = redactSecrets(
        `Could not fetch an access token from ${host}. ${answer.message}`,
        secrets,
      )
      return { ok: false, reason: answer.reason, message }
    }
    const token = readToken(answer)
    if (token === undefined) return explain(host, answer, secrets)
    this.#store(key, token, requestedAt)
    return { ok: true, token: token.token }
  }

  #store(key: string, { token, seconds }: { token: string; seconds: number }, requestedAt: number): void {
    const lifetime = seconds * 1000
    const renewAt = requestedAt + lifetime - Math.min(RENEW_BEFORE_MS, lifetime / 2)
    this.#tokens.set(key, { token, renewAt })
    if (this.#tokens.size <= MAX_TOKENS) return
    const [oldest] = this.#tokens.keys()
    if (oldest !== undefined) this.#tokens.delete(oldest)
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
  const expiresIn = Number(fields['expires_in'])
  const seconds = Number.isFinite(expiresIn) && expiresIn > 0 ? expiresIn : DEFAULT_LIFETIME_S
  // The token becomes a header value: one with other characters is unusable.
  return typeof token === 'string' && /^[\u0021-\u007e]+$/.test(token) ? { token, seconds } : undefined
}

function explain(host: string, answer: HttpAnswer, secrets: readonly string[]): TokenResult {
  const { error, error_description: description, access_token: token } = readFields(answer)
  const reported = [error, description]
    .filter((part) => typeof part === 'string' && part.length <= 200)
    .join(': ')
  const isTemporary = answer.status === 429 || answer.status >= 500
  const message = `${host} responded with status ${answer.status} and no access token${reported === '' ? '.' : ` (${reported}).`}`
  return {
    ok: false,
    reason: isTemporary ? 'protocol' : 'turned_down',
    // An unusable token is still a secret.
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
    message: `The call was cancelled while fetching an access token from ${new URL(url).host}.`,
  }
}
