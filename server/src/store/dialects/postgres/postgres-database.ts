import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { AppError } from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import { asTransaction, type Database, type Queries, type RunUrl } from '../../database.ts'
import { DeliveryNotifier, UnownedNotifier } from '../../commit-notifiers.ts'
import type { Tables } from '../../tables.ts'
import { shareReads } from './share-reads.ts'

export interface PostgresDatabase extends Database {
  readonly pool: pg.Pool
  /** Connections for the short writes of executions, which do not wait for other queries. */
  readonly hot: Queries
  /** Opens connections: the first requests after a start are often those that waited for it. Never rejects. */
  warmUp(): Promise<void>
  close(): Promise<void>
}

const INT8 = 20
const HOT_CONNECTIONS = 4
const MAX_ATTEMPTS = 3
/** Whoever runs a workflow now and then should not wait for a new connection each time, which takes many messages. */
export const STAY_OPEN: pg.PoolConfig = { idleTimeoutMillis: 0 }

/** Times and counters are int8. All values fit into a JavaScript number. */
export const integersAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    oid === INT8 && format !== 'binary' ? Number : (pg.types.getTypeParser(oid, format as 'text') as unknown),
}

export interface PostgresSettings {
  /** See `Database.runUrl`; by default, no address is known. */
  readonly runUrl?: RunUrl
  readonly url: string
  readonly connections: number
  /** Called when an idle connection breaks. The pool replaces it. */
  onIdleError(error: Error): void
}

export function openPool(settings: PostgresSettings, overrides: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.connections,
    types: integersAsNumbers,
    application_name: 'millrace',
    connectionTimeoutMillis: 10_000,
    // A process that stopped in the middle of a transaction must not keep others from its runs: its locks are gone before its
    // lease expires.
    idle_in_transaction_session_timeout: 10_000,
    ...overrides,
  })
  pool.on('error', (error) => {
    // The pool attaches the client: kilobytes of state, and the key with which anybody can cancel queries. None of it belongs in a log.
    Reflect.deleteProperty(error, 'client')
    settings.onIdleError(error)
  })
  // The pool handles errors of idle connections only. A connection that breaks while in use rejects its query and then emits
  // `error` as well, which would end the process without a listener.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export function openPostgres(settings: PostgresSettings): PostgresDatabase {
  const pool = openPool(settings)
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: explainErrors(pool) }) })
  // Plans are kept: one that was made while a table was empty must not read all of it later.
  const options = '-c enable_seqscan=off'
  const hotPool = openPool(settings, { max: HOT_CONNECTIONS, options, ...STAY_OPEN })
  const hot = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: explainErrors(hotPool, { isPrepared: true }) }),
  })

  const callbacks = new WeakMap<Transaction, (() => void)[]>()

  async function write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        let committed: Transaction | undefined
        const result = await queries.transaction().execute((trx) => {
          committed = asTransaction(trx)
          return work(committed)
        })
        for (const callback of (committed && callbacks.get(committed)) ?? []) callback()
        return result
      } catch (error) {
        if (attempt < MAX_ATTEMPTS && isConflict(error)) continue
        throw asAppError(error)
      }
    }
  }

  return {
    pool,
    read: queries,
    hot,
    frequentRead: (read) => shareReads((key) => read(hot, key)),
    locksRows: true,
    hasLateral: true,
    textRows: (texts) =>
      sql`jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as listed (item, place)`,
    write,
    afterCommit(tx, callback) {
      callbacks.set(tx, [...(callbacks.get(tx) ?? []), callback])
    },
    deliveryNotifier: new DeliveryNotifier(),
    unownedNotifier: new UnownedNotifier(),
    runUrl: settings.runUrl ?? (() => null),
    // Autovacuum handles this.
    releaseSpace: async () => undefined,
    async warmUp() {
      const wanted = [...Array.from({ length: HOT_CONNECTIONS }, () => hot), queries, queries, queries]
      await Promise.allSettled(wanted.map((pool) => sql`select 1`.execute(pool)))
    },
    async close() {
      await hot.destroy()
      await queries.destroy()
    },
  }
}

const names = new Map<string, string>()

/** A name for a statement that is executed again and again: the server plans a named one once per connection. */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Wraps a pool so that its errors tell transient conditions apart. `isPrepared`: for a few statements that differ in values only. */
function explainErrors(pool: pg.Pool, { isPrepared = false } = {}): PostgresPool {
  const rethrow = (error: unknown): never => {
    throw asAppError(error)
  }
  return {
    async connect() {
      const client = await pool.connect().catch(rethrow)
      return {
        query: ((text: string, values: readonly unknown[]) =>
          client
            .query({ text, values: [...values], ...(isPrepared && { name: nameOf(text) }) })
            .catch(rethrow)) as unknown as PostgresPoolClient['query'],
        release: () => client.release(),
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

const CONFLICTS = new Set(['40001', '40P01'])

/** Serialisation failures and deadlocks: the transaction was rolled back and can run again. */
function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONFLICTS.has(error.code ?? '')
}

const UNAVAILABLE = /^(08|53|57P)/
const SOCKET_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND'])
/** Messages of the driver's own errors, which have no codes. */
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/

/** Converts errors of an unreachable, overloaded or stopping server, which are transient, to `unavailable`. */
export function asAppError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const isTransient =
    (typeof code === 'string' && (UNAVAILABLE.test(code) || SOCKET_ERRORS.has(code))) ||
    (code === undefined && typeof message === 'string' && CONNECTION_LOST.test(message))
  if (!isTransient) return error
  return new AppError(
    'INTERNAL_ERROR',
    // Not "nothing was written": if the connection breaks during COMMIT, the outcome is unknown.
    'The database cannot be reached right now. Try again in a moment.',
    {},
    {
      kind: 'unavailable',
      cause: error,
    },
  )
}
