import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { type AccountId, AppError } from '#domain/index.ts'
import { migrateSqlite } from './sqlite-migrate.ts'
import { openSqlite } from './sqlite-database.ts'
import { rateCounters } from './sqlite-rate-counters.ts'

it('Rate counts that could not be written are written at the next flush', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-rates-'))
  const file = join(folder, 'millrace.db')
  migrateSqlite(file, () => 0)
  const account = '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa' as AccountId
  const database = openSqlite(file, { disk: { isLow: () => false }, onFatal: assert.fail })
  const other = new DatabaseSync(file)
  try {
    database.writer.exec(
      `insert into accounts values ('${account}', 'x', 'free', 1, 0); pragma busy_timeout = 0`,
    )
    const rates = rateCounters(database)
    await rates.add(account, 60_000)
    other.exec('begin immediate')
    await assert.rejects(rates.close(), (error) => error instanceof AppError && error.kind === 'unavailable')
    other.exec('rollback')
    await rates.close()
    const row = other.prepare('select minute_count, day_count from rate_counters').get()
    assert.deepEqual({ ...row }, { minute_count: 1, day_count: 1 })
  } finally {
    other.close()
    await database.close()
    rmSync(folder, { recursive: true })
  }
})
