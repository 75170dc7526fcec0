import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { ACCESS_DELAY_MS, AppError } from '#domain/index.ts'
import { CacheEpoch } from './cache-epoch.ts'
import { GroupCommit } from './group-commit.ts'

/** Counts COMMITs. */
class CountingDatabase extends DatabaseSync {
  commits = 0

  override prepare(sql: string): StatementSync {
    const statement = super.prepare(sql)
    if (sql !== 'commit') return statement
    const run = statement.run.bind(statement)
    statement.run = () => {
      this.commits += 1
      return run()
    }
    return statement
  }
}

describe('GroupCommit', () => {
  let folder: string
  let database: CountingDatabase
  let other: DatabaseSync
  let group: GroupCommit
  let epoch: CacheEpoch
  let isLow: boolean
  let now: number
  let fatal: unknown[]

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-group-'))
    const file = join(folder, 'test.db')
    database = new CountingDatabase(file, { timeout: 0, enableForeignKeyConstraints: true })
    database.exec('pragma journal_mode = wal; pragma synchronous = full')
    database.exec('create table notes (id integer primary key, text text)')
    other = new DatabaseSync(file, { timeout: 0 })
    isLow = false
    now = 0
    fatal = []
    epoch = new CacheEpoch(database)
    group = new GroupCommit(database, {
      disk: { isLow: () => isLow },
      onChange: () => epoch.advance(),
      onFatal: (error) => void fatal.push(error),
      now: () => now,
    })
  })
  afterEach(async () => {
    await group.drained()
    database.close()
    other.close()
    rmSync(folder, { recursive: true })
    assert.deepEqual(fatal, [])
  })

  const add = (id: number, text = '') =>
    database.prepare('insert into notes (id, text) values (?, ?)').run(id, text)
  const committed = () =>
    other
      .prepare('select id from notes order by id')
      .all()
      .map((row) => row['id'])
  const synchronous = () => database.prepare('pragma synchronous').get()?.['synchronous']

  it('a write resolves only after COMMIT has returned', async () => {
    const seenInside: unknown[] = []
    await group.submit(() => {
      add(1)
      seenInside.push(...committed())
    })
    assert.deepEqual(seenInside, [])
    assert.deepEqual(committed(), [1])
  })

  it('all writes of one turn of the event loop share one transaction', async () => {
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, id) => group.submit(() => add(id) && id)),
    )
    assert.deepEqual(results, Array.from({ length: 100 }).keys().toArray())
    assert.equal(database.commits, 1)
    await group.submit(() => add(100))
    assert.equal(database.commits, 2)
  })

  it('a few writes wait one turn for others', async () => {
    const few = group.submit(() => add(1))
    await nextTurn()
    await Promise.all([few, group.submit(() => add(2))])
    assert.equal(database.commits, 1)
  })

  it('many writes do not wait for others', async () => {
    const many = [1, 2, 3, 4, 5, 6].map((id) => group.submit(() => add(id)))
    await nextTurn()
    await Promise.all([...many, group.submit(() => add(7))])
    assert.equal(database.commits, 2)
  })

  it('a single write after a single write does not wait for others', async () => {
    await group.submit(() => add(1))
    await group.drained()
    const single = group.submit(() => add(2))
    await nextTurn()
    await Promise.all([single, group.submit(() => add(3))])
    assert.deepEqual(committed(), [1, 2, 3])
    assert.equal(database.commits, 3)
  })

  it('a few writes do not wait after a long turn', async () => {
    const few = group.submit(() => add(1))
    now += 1
    await nextTurn()
    await Promise.all([few, group.submit(() => add(2))])
    assert.equal(database.commits, 2)
  })

  it('a failing write is rolled back alone, and only its caller gets the error', async () => {
    const refused = new Error('refused')
    const outcomes = await Promise.allSettled([
      group.submit(() => add(1)),
      group.submit(async () => {
        add(2)
        await Promise.resolve()
        throw refused
      }),
      group.submit(() => {
        add(3)
        add(1)
      }),
      group.submit(() => add(4)),
    ])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    )
    assert.equal((outcomes[1] as PromiseRejectedResult).reason, refused)
    assert.match(String((outcomes[2] as PromiseRejectedResult).reason), /UNIQUE constraint/)
    assert.deepEqual(committed(), [1, 4])
    assert.equal(database.commits, 1)
  })

  it('writes run one after the other, in the order in which they were submitted', async () => {
    const events: string[] = []
    const slow = (name: string) => async () => {
      events.push(`${name} begins`)
      for (let n = 0; n < 5; n += 1) await Promise.resolve()
      events.push(`${name} ends`)
    }
    await Promise.all([group.submit(slow('a')), group.submit(slow('b')), group.submit(slow('c'))])
    assert.deepEqual(
      events,
      ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    )
  })

  it('drained resolves after writes that are submitted while a group is running', async () => {
    let late: Promise<unknown> | undefined
    const first = group.submit(async () => {
      add(1)
      late = group.submit(() => add(2))
    })
    await group.drained()
    assert.deepEqual(committed(), [1, 2])
    await Promise.all([first, late])
    await group.drained()
  })

  it('a failing COMMIT rejects every write of the group, and the next group succeeds', async () => {
    database.exec(
      `create table children (parent integer references notes (id) deferrable initially deferred)`,
    )
    const orphan = () => database.exec('insert into children values (99)')
    const outcomes = await Promise.allSettled([group.submit(() => add(1)), group.submit(orphan)])
    for (const outcome of outcomes) {
      assert.equal(outcome.status, 'rejected')
      assert.match(String(outcome.reason), /FOREIGN KEY constraint failed/)
    }
    assert.deepEqual(committed(), [])
    await group.submit(() => add(2))
    assert.deepEqual(committed(), [2])
  })

  it('writes are unavailable while another program locks the file, and succeed afterwards', async () => {
    other.exec('begin immediate')
    await assert.rejects(
      group.submit(() => add(1)),
      isUnavailable(/busy/),
    )
    other.exec('rollback')
    await group.submit(() => add(2))
    assert.deepEqual(committed(), [2])
  })

  it('a full disk rolls back the whole group as unavailable, and later writes succeed', async () => {
    const pages = database.prepare('pragma page_count').get()?.['page_count'] as number
    database.exec(`pragma max_page_count = ${pages + 2}`)
    const outcomes = await Promise.allSettled([
      group.submit(() => add(1)),
      group.submit(() => add(2, 'x'.repeat(100_000))),
      group.submit(() => add(3)),
    ])
    for (const outcome of outcomes) {
      assert.equal(outcome.status, 'rejected')
      assert.ok(isUnavailable(/disk is full/)(outcome.reason))
    }
    assert.deepEqual(committed(), [])
    database.exec('pragma max_page_count = 1000000')
    await group.submit(() => add(4, 'x'.repeat(100_000)))
    assert.deepEqual(committed(), [4])
  })

  it('a full disk is reported as unavailable when it ends only the statement', async () => {
    const pages = database.prepare('pragma page_count').get()?.['page_count'] as number
    database.exec(`pragma max_page_count = ${pages + 2}`)
    const many = `insert into notes with recursive n (i) as (select 10 union all select i + 1 from n where i < 999)
      select i, hex(zeroblob(2000)) from n`
    const full = group.submit(() => database.exec(many))
    await assert.rejects(full, isUnavailable(/disk is full/))
    await group.submit(() => add(1))
    assert.deepEqual(committed(), [1])
  })

  it('a failing atomic write rejects only its own caller', async () => {
    const runs = [0, 0, 0]
    const outcomes = await Promise.allSettled(
      [1, 1, 2].map((id, index) =>
        group.submit(
          () => {
            runs[index] = (runs[index] ?? 0) + 1
            return add(id) && id
          },
          { atomic: true },
        ),
      ),
    )
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.match(String((outcomes[1] as PromiseRejectedResult).reason), /UNIQUE constraint/)
    assert.deepEqual(committed(), [1, 2])
    assert.deepEqual(runs, [2, 2, 1])
    assert.equal(database.commits, 1)
  })

  it('a full disk is reported as unavailable to atomic writes as well', async () => {
    const pages = database.prepare('pragma page_count').get()?.['page_count'] as number
    database.exec(`pragma max_page_count = ${pages + 2}`)
    const outcomes = await Promise.allSettled([
      group.submit(() => add(1), { atomic: true }),
      group.submit(() => add(2, 'x'.repeat(100_000)), { atomic: true }),
    ])
    for (const outcome of outcomes) {
      assert.equal(outcome.status, 'rejected')
      assert.ok(isUnavailable(/disk is full/)(outcome.reason), String(outcome.reason))
    }
    await group.submit(() => add(3), { atomic: true })
    assert.deepEqual(committed(), [3])
  })

  it('every write except atomic ones advances the cache epoch, in this process and in others', async () => {
    const atFirst = epoch.recent
    await group.submit(() => add(1), { atomic: true })
    assert.equal(epoch.recent, atFirst, 'after an atomic write')

    let within = 0
    await group.submit(() => {
      add(2)
      within = epoch.recent
    })
    const written = epoch.recent
    assert.ok(within > atFirst, 'during another write')
    assert.ok(written > within, 'after it')
    assert.equal(epoch.recent, written)

    const failing = group.submit(() => {
      add(3)
      throw new Error('rolled back')
    })
    await assert.rejects(failing, { message: 'rolled back' })
    const rolledBack = epoch.recent
    assert.ok(rolledBack > written, 'after a write that is rolled back')

    other.exec(`insert into notes values (4, '')`)
    await sleep(ACCESS_DELAY_MS)
    const elsewhere = epoch.recent
    assert.ok(elsewhere > rolledBack, 'after a write of another program')
    assert.equal(epoch.recent, elsewhere)
  })

  it('writes are rejected while disk space is low, except non-durable ones', async () => {
    isLow = true
    await assert.rejects(
      group.submit(() => add(1)),
      isUnavailable(/too little disk space/),
    )
    await group.submit(() => add(2), { durable: false })
    isLow = false
    await group.submit(() => add(3))
    assert.deepEqual(committed(), [2, 3])
  })

  it('only a group of nothing but non-durable writes skips the fsync', async () => {
    assert.equal(await group.submit(synchronous, { durable: false }), 1)
    assert.equal(synchronous(), 2)
    const mixed = await Promise.all([
      group.submit(synchronous, { durable: false }),
      group.submit(synchronous),
    ])
    assert.deepEqual(mixed, [2, 2])
    assert.equal(synchronous(), 2)
  })

  it('synchronous mode is restored after a group of non-durable writes fails', async () => {
    const failing = () => {
      throw new Error('no')
    }
    await assert.rejects(group.submit(failing, { durable: false }), { message: 'no' })
    assert.equal(synchronous(), 2)
    other.exec('begin immediate')
    await assert.rejects(
      group.submit(() => add(1), { durable: false }),
      isUnavailable(/busy/),
    )
    other.exec('rollback')
    assert.equal(synchronous(), 2)
  })
})

function isUnavailable(message: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof AppError && error.kind === 'unavailable' && message.test(error.message)
}
