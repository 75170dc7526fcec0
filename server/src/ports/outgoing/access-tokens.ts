import type { AccountId } from '#domain/index.ts'
import type { OutgoingFailure } from './http-client.ts'

/** How to request a token: the client credentials grant of RFC 6749, or any other grant that posts a form to a URL. */
export interface TokenGrant {
  readonly account: AccountId
  /** Identical for the same secret with the same scopes, different for any two secrets. Only its hash is used. */
  readonly identity: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Called only when a token is actually requested, because some grants contain the current time. */
  form(now: number): Readonly<Record<string, string>>
  /** Names of the form fields that hold a secret. */
  readonly secretFields: readonly string[]
  /** Further texts that must not appear in a failure's message. */
  readonly secrets: readonly string[]
}

export type TokenResult =
  | { readonly ok: true; readonly token: string }
  /** `turned_down`: the service responded without issuing a token. */
  | {
      readonly ok: false
      readonly reason: OutgoingFailure['reason'] | 'turned_down'
      readonly message: string
    }

/**
 * Short-lived access tokens of external services. Tokens are held in memory only and renewed before they expire.
 * Concurrent callers that need the same token share one request.
 */
export interface AccessTokens {
  /**
   * Returns a cached token, or requests one. `rejected` is a token that the service no longer accepts: it is discarded, and
   * a different one is returned. Failures are returned, not thrown.
   */
  obtain(
    grant: TokenGrant,
    options: { readonly signal: AbortSignal; readonly rejected?: string },
  ): Promise<TokenResult>
}
