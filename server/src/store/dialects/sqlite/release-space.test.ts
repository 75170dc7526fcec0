import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { firstIdAt } from '#domain/index.ts'
import { migrateSqlite } from './sqlite-migrate.ts'
import { openSqliteStore } from './sqlite-store.ts'

const COUNT = 3_000
const INPUT = JSON.stringify({ text: 'x'.repeat(6_000) })

describe('releaseSpace', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-space-'))
    file = join(folder, 'millrace.db')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('a SQLite file shrinks after deletes, keeps a reserve and passes the integrity check', async () => {
    migrateSqlite(file, () => 0)
    fill(file)
    const before = statSync(file).size
    assert.equal(await deleteAll(file), COUNT)
    const after = statSync(file).size
    assert.ok(before > COUNT * INPUT.length, String(before))
    assert.ok(after < before / 3, `${before} → ${after}`)
    assert.ok(after > 1_000 * 4_096, String(after))
    assert.deepEqual(queryOne(file, 'pragma integrity_check'), { integrity_check: 'ok' })
    assert.deepEqual(queryOne(file, 'select count(*) as left from executions'), { left: 0 })
  })

  it('a SQLite file created without incremental vacuum keeps its size', async () => {
    const old = new DatabaseSync(file)
    old.exec('create table something (id integer)')
    old.close()
    migrateSqlite(file, () => 0)
    fill(file)
    const before = statSync(file).size
    assert.equal(await deleteAll(file), COUNT)
    assert.equal(statSync(file).size, before)
  })
})

/** Inserts executions that started one second apart and ended a millisecond later. */
function fill(file: string): void {
  const database = new DatabaseSync(file)
  const insert = database.prepare(
    `insert into executions
       (id, account_id, workflow_id, version_id, status, started_at, completed_at, owner, sequence, input)
     values (?, 'a', 'w', 'v', 'completed', ?, ?, '', 0, ?)`,
  )
  database.exec('begin')
  for (let n = 1; n <= COUNT; n += 1) insert.run(firstIdAt(n * 1_000), n * 1_000, n * 1_000 + 1, INPUT)
  database.exec('commit')
  database.close()
}

async function deleteAll(file: string): Promise<number> {
  const store = openSqliteStore(file, { disk: { isLow: () => true }, onFatal: assert.fail })
  let deleted = 0
  for (let last = -1; last !== 0; deleted += last) {
    last = await store.retention.deleteEnded(Date.UTC(2026, 0), 500)
  }
  await store.close()
  return deleted
}

function queryOne(file: string, query: string): Record<string, unknown> | undefined {
  const database = new DatabaseSync(file)
  try {
    const row = database.prepare(query).get()
    return row && { ...row }
  } finally {
    database.close()
  }
}
