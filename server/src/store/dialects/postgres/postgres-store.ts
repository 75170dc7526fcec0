import { sql } from 'kysely'
import type pg from 'pg'
import type { FileStore, WorkNotifier, Store } from '#ports/index.ts'
import { composeStore } from '../../stores/compose-store.ts'
import { deliveryStore } from '../../deliveries/sql-delivery-store.ts'
import { executionStores } from '../../executions/sql-execution-store.ts'
import { postgresFileStore } from './postgres-file-store.ts'
import { hotWrites } from './postgres-hot-writes.ts'
import { asAppError, openPool, openPostgres, type PostgresSettings, STAY_OPEN } from './postgres-database.ts'
import { PostgresWorkNotifier } from './postgres-work-notifier.ts'
import { rateCounters } from './postgres-rate-counters.ts'
import { postgresStorageEstimates } from './postgres-storage-estimates.ts'

const ASYNC_CONNECTIONS = 2

/**
 * A connection can be lost without a word, and is noticed many minutes later. The pool closes one on which a statement took too
 * long, so that the next probe opens another: a database that is back must not be reported as down until then.
 */
const PROBE: pg.QueryConfig & pg.ClientConfig = {
  text: 'insert into probes (id, written) values (1, 1) on conflict (id) do update set written = probes.written + 1',
  query_timeout: 5_000,
}

/** A store that several processes can share, with a work notifier and one clock for all of them. */
export interface SharedStore extends Store {
  readonly workNotifier: WorkNotifier
  /** Contents of files, in the database. */
  readonly fileStore: FileStore
  /** Returns the database time, in milliseconds since the epoch. */
  time(): Promise<number>
  /** Opens the connections that the first requests need. Never rejects. */
  warmUp(): Promise<void>
}

export function openPostgresStore(settings: PostgresSettings): SharedStore {
  const database = openPostgres(settings)
  // For data that has no value after a crash: commits do not wait for the disk.
  const asyncCommitPool = openPool(settings, {
    max: ASYNC_CONNECTIONS,
    options: '-c synchronous_commit=off',
    ...STAY_OPEN,
  })
  const store = composeStore(database, {
    executions: executionStores(database, hotWrites(database)),
    deliveries: deliveryStore(database),
    rates: rateCounters(asyncCommitPool),
    storage: postgresStorageEstimates(database.read),
    async probe() {
      await database.pool.query(PROBE).catch((error: unknown) => {
        throw asAppError(error)
      })
    },
    async close() {
      await asyncCommitPool.end()
      await database.close()
    },
  })
  const { url, onIdleError: onLoss } = settings
  return {
    ...store,
    fileStore: postgresFileStore(database.pool),
    async warmUp() {
      const asyncOnes = Array.from({ length: ASYNC_CONNECTIONS }, () => asyncCommitPool.query('select 1'))
      await Promise.allSettled([database.warmUp(), ...asyncOnes])
    },
    workNotifier: new PostgresWorkNotifier({ url, pool: asyncCommitPool, onLoss }),
    async time() {
      const { rows } = await sql<{
        ms: number
      }>`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(database.read)
      return rows[0]?.ms ?? Number.NaN
    },
  }
}
