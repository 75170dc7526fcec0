import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import type { CompiledQuery } from 'kysely'
import { selectDue } from '../../deliveries/claim-deliveries.ts'
import { walkEndpoints } from '../../deliveries/due-endpoints.ts'
import { migrateSqlite } from './sqlite-migrate.ts'
import { openSqlite, type SqliteDatabase } from './sqlite-database.ts'

describe('query plans for deliveries in SQLite', () => {
  let folder: string
  let database: SqliteDatabase
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-plans-'))
    const file = join(folder, 'millrace.db')
    migrateSqlite(file, () => 0)
    database = openSqlite(file, { disk: { isLow: () => false }, onFatal: assert.fail })
  })
  after(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })

  function explain({ sql, parameters }: CompiledQuery): string[] {
    const steps = database.reader.prepare(`explain query plan ${sql}`)
    return steps.all(...(parameters as SQLInputValue[])).map(({ detail }) => String(detail))
  }

  it('endpoints with due deliveries are found with one index search each', () => {
    const plan = explain(walkEndpoints(1_000, undefined, 5).compile(database.read))
    const touched = plan.filter((step) => step.includes(' deliveries'))
    assert.deepEqual(touched, [
      'SEARCH deliveries USING COVERING INDEX deliveries_due (endpoint_id>?)',
      'SEARCH deliveries USING COVERING INDEX deliveries_due (endpoint_id>?)',
      'SEARCH deliveries USING COVERING INDEX deliveries_due (endpoint_id=? AND due_at<?)',
    ])
  })

  it('due deliveries of an endpoint are read from the index in their order', () => {
    const plan = explain(selectDue('00000000-0000-0000-0000-000000000000', 1_000, 5).compile(database.read))
    assert.deepEqual(plan, ['SEARCH deliveries USING INDEX deliveries_due (endpoint_id=? AND due_at<?)'])
  })
})
