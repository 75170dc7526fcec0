import type { Store } from '#ports/store.ts'
import { composeStore } from '../../compose-store.ts'
import { deliveryStore } from '../../deliveries/delivery-store.ts'
import { executionStore } from '../../executions/execution-store.ts'
import { hotWrites } from './hot-writes.ts'
import { openSqlite, type SqliteOptions } from './open-database.ts'
import { rateCounters } from './rate-counters.ts'

export function openSqliteStore(file: string, options: SqliteOptions): Store {
  const database = openSqlite(file, options)
  const probe = database.writer.prepare(
    'insert into probes (id, written) values (1, 1) on conflict (id) do update set written = written + 1',
  )
  return composeStore(database, {
    executions: executionStore(database, hotWrites(database)),
    deliveries: deliveryStore(database),
    rates: rateCounters(database),
    async probe() {
      await database.commits.submit(() => probe.run(), { durable: false })
    },
    close: () => database.close(),
  })
}
