import type { AccountId } from '#domain/index.ts'
import type { OutgoingFailure } from './http-client.ts'

/** How a token is asked for: RFC 6749, client credentials, or another grant that is a form sent to an address. */
export interface TokenGrant {
  readonly account: AccountId
  /** The same text for the same secret and the same rights, and never the same for two secrets. It is only hashed. */
  readonly identity: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Made when a token is really asked for: some grants hold the time. */
  form(now: number): Readonly<Record<string, string>>
  /** Which fields of the form hold a secret. */
  readonly secretFields: readonly string[]
  /** Further texts that must not be part of a failure's message. */
  readonly secrets: readonly string[]
}

export type TokenResult =
  | { readonly ok: true; readonly token: string }
  /** `turned_down`: the service answered, and gave none. */
  | {
      readonly ok: false
      readonly reason: OutgoingFailure['reason'] | 'turned_down'
      readonly message: string
    }

/**
 * Tokens that services hand out for a time. They are kept in memory alone, renewed before they end, and asked for once
 * however many wait for the same one.
 */
export interface AccessTokens {
  /** `rejected`: a token that was turned down; another one is given. */
  obtain(
    grant: TokenGrant,
    options: { readonly signal: AbortSignal; readonly rejected?: string },
  ): Promise<TokenResult>
}
