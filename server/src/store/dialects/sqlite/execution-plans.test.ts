import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import type { CompiledQuery } from 'kysely'
import type { AccountId } from '#domain/index.ts'
import { selectNewest } from '../../executions/list-executions.ts'
import { selectOldestEnded } from '../../executions/sql-execution-retention.ts'
import { selectRunningOf } from '../../executions/running-executions.ts'
import { selectRecentRuns } from '../../workflows/recent-runs.ts'
import { migrateSqlite } from './sqlite-migrate.ts'
import { openSqlite, type SqliteDatabase } from './sqlite-database.ts'

describe('query plans for executions in SQLite', () => {
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

  it('executions to delete are found with a search for the oldest ids', () => {
    const plan = explain(selectOldestEnded(database.read, 1_000, 5).compile())
    assert.deepEqual(plan, ['SEARCH executions USING INDEX sqlite_autoindex_executions_1 (id<?)'])
  })

  it('the newest executions of many workflows are found in the indexes, without sorting all of a workflow', () => {
    const account = '018f0000-0000-7000-8000-000000000000' as AccountId
    const plan = explain(selectRecentRuns(database, account, ['a', 'b'], 20).compile(database.read))
    const searches = plan.filter((step) => /^(?:SEARCH|SCAN) (?:executions|run|workflows) /.test(step))
    assert.deepEqual(
      [...new Set(searches)],
      [
        'SEARCH workflows USING INDEX sqlite_autoindex_workflows_1 (id=?)',
        'SEARCH run USING INDEX sqlite_autoindex_executions_1 (id=?)',
        'SEARCH executions USING INDEX executions_open (workflow_id=? AND status=?)',
        'SEARCH executions USING INDEX executions_ended (workflow_id=? AND trigger_kind=? AND status=?)',
      ],
    )
  })

  it('every list of executions reads an index in the order of ids, whatever the filter', () => {
    const account = '00000000-0000-0000-0000-000000000001' as AccountId
    for (const workflowId of [undefined, '00000000-0000-0000-0000-000000000002']) {
      for (const status of [undefined, 'failed', 'pending'] as const) {
        for (const trigger of [undefined, 'manual'] as const) {
          for (const errorCode of [undefined, 'HTTP_404']) {
            const filter = { status, trigger, errorCode, from: 1_000, to: 2_000 }
            const cursor = { before: account, limit: 51 }
            const query = selectNewest({ account, workflowId, filter, cursor })
            const plan = explain(query.compile(database.read)).filter((step) => step.includes('executions'))
            assert.ok(plan.length > 0)
            for (const step of plan) {
              assert.match(
                step,
                /^SEARCH executions USING (COVERING )?INDEX executions_\w+ \(.*id>\? AND id<\?\)$/,
              )
            }
          }
        }
      }
    }
  })

  it('running executions are found workflow by workflow in the index, without scanning parked ones', () => {
    const plan = explain(selectRunningOf('me', 1, 5).compile(database.read))
    assert.ok(plan.includes('SEARCH executions USING INDEX executions_open (workflow_id=? AND status=?)'))
    assert.ok(plan.includes('SEARCH executions USING INDEX executions_open (workflow_id>?)'))
    assert.deepEqual(
      plan.filter((step) => step.startsWith('SCAN executions')),
      // Finds the first workflow: one row.
      ['SCAN executions USING INDEX executions_open'],
    )
  })
})
