import type { Kysely } from 'kysely'
import type { Transaction } from '#ports/index.ts'
import type { DeliveryNotifier, UnownedNotifier } from './commit-notifiers.ts'
import type { Tables } from './tables.ts'

export type Queries = Kysely<Tables>

/** One database, as the store files see it: the same for both dialects. */
export interface Database {
  /** For reads: sees what is committed, and nothing else. */
  readonly read: Queries
  /** Whether transactions run side by side, so that a row that is read in order to be changed has to be locked. */
  readonly locksRows: boolean
  /** See `Transactions.write`. */
  write<T>(work: (tx: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>
  /** See `Transactions.afterCommit`. */
  afterCommit(tx: Transaction, callback: () => void): void
  /** Notified after commits of this process that made deliveries due. */
  readonly deliveryNotifier: DeliveryNotifier
  /** Notified after commits of this process that made executions due without an owner. */
  readonly unownedNotifier: UnownedNotifier
  /** Gives the space that deletes left free back to the disk, in pieces that nobody has to wait for long. */
  giveBackSpace(): Promise<void>
}

export interface WriteOptions {
  /**
   * False for bookkeeping: it may be lost with the power, though not with the process, and is written also when disk
   * space is low.
   */
  readonly durable: boolean
}

/** The dialects make transactions out of their query builders; only the store knows. */
export function asTransaction(queries: Queries): Transaction {
  return queries as unknown as Transaction
}

export function queriesOf(tx: Transaction): Queries {
  return tx as unknown as Queries
}
