import type { Store } from '#ports/index.ts'
import type { BackgroundCheck } from './background-check.ts'
import { composeStore } from '../../stores/compose-store.ts'
import { deliveryStore } from '../../deliveries/sql-delivery-store.ts'
import { executionStores } from '../../executions/sql-execution-store.ts'
import { hotWrites } from './sqlite-hot-writes.ts'
import { openSqlite, type SqliteOptions } from './sqlite-database.ts'
import { rateCounters } from './sqlite-rate-counters.ts'
import { sqliteStorageEstimates } from './sqlite-storage-estimates.ts'

interface SqliteStore extends Store {
  readonly backgroundCheck: BackgroundCheck
}

export function openSqliteStore(file: string, options: SqliteOptions): SqliteStore {
  const database = openSqlite(file, options)
  const probe = database.writer.prepare(
    'insert into probes (id, written) values (1, 1) on conflict (id) do update set written = written + 1',
  )
  const store = composeStore(database, {
    executions: executionStores(database, hotWrites(database)),
    deliveries: deliveryStore(database),
    rates: rateCounters(database),
    storage: sqliteStorageEstimates(database.reader),
    async probe() {
      await database.commits.submit(() => probe.run(), { durable: false })
    },
    close: () => database.close(),
  })
  return { ...store, backgroundCheck: database.backgroundCheck }
}
