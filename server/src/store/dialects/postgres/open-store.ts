import { sql } from 'kysely'
import type { Store } from '#ports/store.ts'
import { composeStore } from '../../compose-store.ts'
import { deliveryStore } from '../../deliveries/delivery-store.ts'
import { executionStore } from '../../executions/execution-store.ts'
import { hotWrites } from './hot-writes.ts'
import { openPool, openPostgres, type PostgresSettings } from './open-database.ts'
import { rateCounters } from './rate-counters.ts'

export function openPostgresStore(settings: PostgresSettings): Store {
  const database = openPostgres(settings)
  const countingPool = openPool(settings, { max: 1, options: '-c synchronous_commit=off' })
  return composeStore(database, {
    executions: executionStore(database, hotWrites(database)),
    deliveries: deliveryStore(database),
    rates: rateCounters(countingPool),
    async probe() {
      await sql`insert into probes (id, written) values (1, 1) on conflict (id) do update set written = probes.written + 1`.execute(
        database.read,
      )
    },
    close: () => database.close(),
  })
}
