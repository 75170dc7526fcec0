import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'

/**
 * A file size limit makes the operating system fail the write with an error other than "no space left", which SQLite treats
 * like a broken disk.
 */
const BLOCKS_OF_512_BYTES = 400

const program = `
  import { DatabaseSync } from 'node:sqlite'
  import { GroupCommit } from ${JSON.stringify(import.meta.resolve('./group-commit.ts'))}
  const [, file, kind] = process.argv
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table notes (id integer, text text)')
  const add = database.prepare('insert into notes values (?, ?)')
  const report = { acknowledged: 0, refused: [], fatal: [] }
  const group = new GroupCommit(database, {
    disk: { isLow: () => false },
    onChange: () => undefined,
    onFatal: (error) => report.fatal.push(error.errcode & 0xff),
  })
  for (let id = 1; id < 100 && report.fatal.length === 0; id += 1) {
    await group.submit(() => add.run(id, 'x'.repeat(10_000)), { atomic: kind === 'atomic' }).then(
      () => (report.acknowledged = id),
      (error) => report.refused.push(error.errcode & 0xff),
    )
  }
  console.log(JSON.stringify(report))
  // Like the service: exits without closing anything.
  process.exit(0)
`

const options = { skip: process.platform === 'win32' ? 'Windows has no file size limit' : false }

for (const kind of ['atomic', 'guarded']) {
  const name = `A failed ${kind} write to the disk is fatal, and all writes acknowledged before it are durable`
  it(name, options, () => failOnPurpose(kind))
}

function failOnPurpose(kind: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-group-'))
  try {
    const file = join(folder, 'test.db')
    const limited = `ulimit -f ${BLOCKS_OF_512_BYTES} && exec "$0" "$@"`
    const output = execFileSync(
      'sh',
      ['-c', limited, process.execPath, '--input-type=module', '-e', program, file, kind],
      { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: '' } },
    )
    const report = JSON.parse(output) as { acknowledged: number; refused: number[]; fatal: number[] }
    const SQLITE_IOERR = 10
    assert.ok(report.acknowledged > 0)
    assert.deepEqual(report.refused, [SQLITE_IOERR])
    assert.deepEqual(report.fatal, [SQLITE_IOERR])

    const reopened = new DatabaseSync(file)
    const count = reopened.prepare('select count(*) as n, max(id) as last from notes').get()
    reopened.close()
    assert.deepEqual({ ...count }, { n: report.acknowledged, last: report.acknowledged })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
