import type { AccountId, WindowCounts } from '#domain/index.ts'

export interface CountedRequest extends WindowCounts {
  /**
   * The access version of the account, as of at most `ACCESS_DELAY_MS` ago. When it changes, cached keys must be looked up again.
   */
  readonly accessVersion: number
}

/**
 * Counts requests per account in the current UTC minute and day. All processes on one database share the counters, and the
 * counters survive a restart.
 */
export interface RateCounters {
  /**
   * Counts a request and returns the counts including it: synchronously if they are in memory, since every request waits
   * for it.
   */
  add(account: AccountId, now: number): CountedRequest | Promise<CountedRequest>
  /** Returns the counts without counting a request. */
  read(account: AccountId, now: number): Promise<WindowCounts>
  /** Writes counts that are only in memory. */
  close(): Promise<void>
}
