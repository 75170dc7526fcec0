import { sql } from 'kysely'
import type { WorkNotifier, Store } from '#ports/index.ts'
import { composeStore } from '../../stores/compose-store.ts'
import { deliveryStore } from '../../deliveries/sql-delivery-store.ts'
import { executionStores } from '../../executions/sql-execution-store.ts'
import { hotWrites } from './postgres-hot-writes.ts'
import { openPool, openPostgres, type PostgresSettings } from './postgres-database.ts'
import { PostgresWorkNotifier } from './postgres-work-notifier.ts'
import { rateCounters } from './postgres-rate-counters.ts'

/** A store that other processes may have open too, with the bell by which they call each other, and one clock for all. */
export interface SharedStore extends Store {
  readonly workNotifier: WorkNotifier
  /** What the database's clock shows, in milliseconds since the epoch. */
  time(): Promise<number>
}

export function openPostgresStore(settings: PostgresSettings): SharedStore {
  const database = openPostgres(settings)
  // For what is worth nothing after a crash: it does not wait for the disk.
  const hastyPool = openPool(settings, { max: 2, options: '-c synchronous_commit=off' })
  const store = composeStore(database, {
    executions: executionStores(database, hotWrites(database)),
    deliveries: deliveryStore(database),
    rates: rateCounters(hastyPool),
    async probe() {
      await sql`insert into probes (id, written) values (1, 1) on conflict (id) do update set written = probes.written + 1`.execute(
        database.read,
      )
    },
    async close() {
      await hastyPool.end()
      await database.close()
    },
  })
  const { url, onIdleError: onLoss } = settings
  return {
    ...store,
    workNotifier: new PostgresWorkNotifier({ url, pool: hastyPool, onLoss }),
    async time() {
      const { rows } = await sql<{
        ms: number
      }>`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(database.read)
      return rows[0]?.ms ?? Number.NaN
    },
  }
}
