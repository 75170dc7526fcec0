import type { Kysely, RawBuilder } from 'kysely'
import type { Transaction } from '#ports/index.ts'
import type { DeliveryNotifier, UnownedNotifier } from './commit-notifiers.ts'
import type { Tables } from './tables.ts'

export type Queries = Kysely<Tables>

/** The database as the stores see it, identical for both dialects. */
export interface Database {
  /** For reads: sees committed data only. */
  readonly read: Queries
  /**
   * Makes a read cheap that requests repeat all the time, each with one key. SQLite remembers what was found until something other
   * than executions is written; it knows of a write of another process within `ACCESS_DELAY_MS`. PostgreSQL, where other processes
   * write at any time, reads with a prepared statement; callers that arrive during a read of their key share the next one.
   */
  frequentRead<V extends object>(read: FrequentRead<V>): (key: string) => Promise<V | undefined>
  /** True when transactions run concurrently, so that a row must be locked when it is read in order to change it. */
  readonly locksRows: boolean
  /** True when a subquery in FROM may refer to the tables before it. */
  readonly hasLateral: boolean
  /**
   * A list of texts as rows `(item, place)`, with places from 1, for a FROM clause. It is one parameter, however long the list is:
   * a parameter for each text costs more than the work on its row.
   */
  textRows(texts: readonly string[]): RawBuilder<unknown>
  /** See `Transactions.write`. */
  write<T>(work: (tx: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>
  /** See `Transactions.afterCommit`. */
  afterCommit(tx: Transaction, callback: () => void): void
  /** Notified after commits of this process that made deliveries due. */
  readonly deliveryNotifier: DeliveryNotifier
  /** Notified after commits of this process that made executions due without an owner. */
  readonly unownedNotifier: UnownedNotifier
  /** The address of a run in the web app, for events; null while the address of the service is not known. */
  readonly runUrl: RunUrl
  /** Returns the space that deletes freed to the file system, in steps that block writers only briefly. */
  releaseSpace(): Promise<void>
}

export type FrequentRead<V> = (queries: Queries, key: string) => Promise<V | undefined>

export type RunUrl = (executionId: string) => string | null

export interface WriteOptions {
  /**
   * False for bookkeeping that may be lost in a power failure, though not in a process crash. Such writes are accepted even
   * when disk space is low.
   */
  readonly durable: boolean
}

/**
 * For deletions of what has expired: rows that reappear after a power failure are deleted again, and deleting must also work when
 * the disk is full.
 */
export const EXPIRED_ROWS: WriteOptions = { durable: false }

/** A transaction is the query builder of its dialect. Only the store knows this. */
export function asTransaction(queries: Queries): Transaction {
  return queries as unknown as Transaction
}

export function queriesOf(tx: Transaction): Queries {
  return tx as unknown as Queries
}
