import type { Store } from '#ports/store.ts'
import { composeStore } from '../../compose-store.ts'
import { executionWrites } from './execution-writes.ts'
import { openSqlite, type SqliteOptions } from './open-database.ts'
import { rateCounters } from './rate-counters.ts'

export function openSqliteStore(file: string, options: SqliteOptions): Store {
  const database = openSqlite(file, options)
  const beat = database.writer.prepare(
    "insert into runners (owner, seen_at) values ('probe', 0) on conflict (owner) do update set seen_at = 0",
  )
  return composeStore(database, {
    executions: executionWrites(database),
    rates: rateCounters(database),
    async probe() {
      await database.commits.submit(() => beat.run(), { durable: false })
    },
    close: () => database.close(),
  })
}
