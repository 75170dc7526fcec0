import type { AccountId, JournalEntry, StateAddress, StateChange, StateEntry } from '#domain/index.ts'
import type { CursorRequest } from '../shared/paging.ts'
import type { Transaction } from '../shared/transaction.ts'

/** What the store holds at an address. Expired entries and items count as absent. */
export interface FoundState {
  readonly entry: StateEntry | undefined
  /** Those of the items asked for that are remembered. */
  readonly seen: ReadonlySet<string>
}

/** Reads an entry and changes it, without any other change in between. */
export interface StateUse {
  readonly address: StateAddress
  /** The items of which it has to be known whether they are remembered. */
  readonly items: readonly string[]
  readonly at: number
  /** The id of the entry if it does not exist yet. */
  readonly newId: string
  /** Decides what to write. Called within the transaction, again if the transaction is repeated: it only computes. */
  settle(found: FoundState): StateOutcome
}

export interface StateOutcome {
  readonly change: StateChange | undefined
  /** Journal entries that are recorded together with the change. */
  readonly steps: readonly JournalEntry[]
}

export interface StateFilter {
  readonly scope: string | undefined
  readonly prefix: string | undefined
  /** Entries that have expired by then are left out. */
  readonly at: number
}

/** An entry in a list: with the beginning of its value as JSON text. */
export interface StateSummary extends Omit<StateEntry, 'value'> {
  readonly preview: string
}

export interface StateStore {
  use(tx: Transaction, use: StateUse): Promise<void>
  /** Of an entry of the kind `seen`, also the number of items. */
  find(
    address: StateAddress,
    at: number,
  ): Promise<{ readonly entry: StateEntry; readonly remembered: number } | undefined>
  list(account: AccountId, filter: StateFilter, page: CursorRequest): Promise<readonly StateSummary[]>
  /** Deletes expired entries and items. Returns how many, at most `limit`. */
  deleteExpired(before: number, limit: number): Promise<number>
}
