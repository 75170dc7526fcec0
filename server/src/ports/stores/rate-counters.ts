import type { AccountId, WindowCounts } from '#domain/index.ts'

export interface CountedRequest extends WindowCounts {
  /** The account's current access version; another one than remembered means: look the key up again. */
  readonly accessVersion: number
}

/**
 * Counts requests per account in the current UTC minute and day. All processes on one database count together, and the
 * counts outlive a process.
 */
export interface RateCounters {
  /** Adds this request and tells the sums with it; at once where they are in memory, since every request waits for it. */
  add(account: AccountId, now: number): CountedRequest | Promise<CountedRequest>
  /** The sums without adding. */
  read(account: AccountId, now: number): Promise<WindowCounts>
  /** Writes out what is still only remembered. */
  close(): Promise<void>
}
