import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, it } from 'node:test'
import { type DataFolder, newDataFolder } from '../testing/data-folder.ts'
import { runProgram, ServiceProcess, type Settings } from '../testing/program.ts'

const KEY = 'test-'.repeat(6)
const LARGE_BYTES = 130 * 1024 * 1024

/** Adds what makes the file too large to be checked before the start. Returns where a page is that the service never reads. */
function enlarge(file: string): { readonly at: number; readonly bytes: number } {
  const database = new DatabaseSync(file)
  try {
    database.exec('create table enlarged (bytes blob)')
    database.exec(`insert into enlarged values (zeroblob(${LARGE_BYTES}))`)
    const { rootpage } = database
      .prepare("select rootpage from sqlite_schema where name = 'enlarged'")
      .get() as { rootpage: number }
    const { page_size: bytes } = database.prepare('pragma page_size').get() as { page_size: number }
    database.exec('pragma wal_checkpoint(truncate)')
    return { at: (rootpage - 1) * bytes, bytes }
  } finally {
    database.close()
  }
}

describe('A start on damaged or incomplete data', { timeout: 120_000 }, () => {
  let dataFolder: DataFolder | undefined
  let service: ServiceProcess | undefined
  afterEach(async () => {
    await service?.end()
    await dataFolder?.destroy()
  })

  async function startOnce(settings: Settings): Promise<void> {
    service = await ServiceProcess.start({ ...settings, MILLRACE_API_KEY: KEY })
    service.signal('SIGTERM')
    assert.equal((await service.finished).code, 0)
  }

  for (const store of ['SQLite', 'PostgreSQL'] as const) {
    it(`creates no master key for a database that has one, in one line [${store}]`, async () => {
      dataFolder = await newDataFolder(store)
      await startOnce(dataFolder.settings)
      const file = join(dataFolder.folder, 'master.key')
      rmSync(file)
      const { code, stderr } = await runProgram(['serve'], { ...dataFolder.settings, PORT: '0' })
      assert.equal(code, 1)
      assert.equal(
        stderr.trim(),
        `The master key file ${file} is missing, but the database already has secrets, which only that key can open. Restore it from your backup, or set MILLRACE_MASTER_KEY. A new key is created only for an empty database.`,
      )
      assert.equal(existsSync(file), false)
    })
  }

  it('refuses a database that was cut off, with advice, and leaves it as it is', async () => {
    dataFolder = await newDataFolder()
    await startOnce(dataFolder.settings)
    const file = join(dataFolder.folder, 'millrace.db')
    truncateSync(file, Math.floor(statSync(file).size / 2))
    const bytes = readFileSync(file)
    const { code, stderr } = await runProgram(['serve'], { ...dataFolder.settings, PORT: '0' })
    assert.equal(code, 1)
    assert.match(stderr.trim(), /^The database \S+ is damaged: .* restore your latest backup, .*\.$/)
    assert.ok(readFileSync(file).equals(bytes))

    const command = await runProgram(['keys', 'list'], dataFolder.settings)
    assert.equal(command.code, 1)
    assert.equal(command.stderr, stderr)
    assert.ok(readFileSync(file).equals(bytes))
  })

  it('says in every command that the folder cannot be read, not that there is no installation', async () => {
    dataFolder = await newDataFolder()
    const loop = join(dataFolder.folder, 'loop')
    symlinkSync(loop, loop)
    const { code, stderr } = await runProgram(['keys', 'list'], {
      ...dataFolder.settings,
      MILLRACE_DATA: loop,
    })
    assert.equal(code, 1)
    assert.match(stderr, /^ELOOP: /)
  })

  it('finds damage in a large database after the start, is not ready from then on, and refuses writes only', async () => {
    dataFolder = await newDataFolder()
    await startOnce(dataFolder.settings)
    const file = join(dataFolder.folder, 'millrace.db')
    const damaged = enlarge(file)
    const descriptor = openSync(file, 'r+')
    writeSync(descriptor, Buffer.alloc(damaged.bytes, 0xee), 0, damaged.bytes, damaged.at)
    closeSync(descriptor)

    service = await ServiceProcess.start(dataFolder.settings)
    await service.logged('the database is damaged, refusing writes')
    const ready = await service.request('GET', '/readyz')
    assert.equal(ready.status, 503)
    assert.deepEqual(ready.body.problems, ['the database is damaged; restore a backup'])
    assert.equal((await service.request('GET', '/livez')).status, 200)
    assert.equal((await service.request('GET', '/v1/workflows', { key: KEY })).status, 200)
    const refused = await service.request('POST', '/v1/workflows', { key: KEY, body: { name: 'x' } })
    assert.equal(refused.status, 503)
  })

  it('starts on a full disk, says so, and answers reads', async (t) => {
    dataFolder = await newDataFolder()
    const disk = join(dataFolder.folder, 'disk')
    mkdirSync(disk)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk]).status !== 0) {
      return t.skip('mounting a small disk needs root')
    }
    try {
      const settings = { MILLRACE_DATA: disk, MILLRACE_DISK_FLOOR_MB: '6' }
      await startOnce(settings)
      assert.throws(() => writeFileSync(join(disk, 'filler'), Buffer.alloc(16 * 1024 * 1024)), /ENOSPC/)
      service = await ServiceProcess.start(settings)
      assert.match(service.stdout, /^Disk space is low: reads are answered and writes are refused until/m)
      await service.logged('the disk is full, using the reserve to start')
      assert.equal((await service.request('GET', '/v1/workflows', { key: KEY })).status, 200)
      const refused = await service.request('POST', '/v1/workflows', { key: KEY, body: { name: 'x' } })
      assert.equal(refused.status, 503)
      assert.deepEqual((await service.request('GET', '/readyz')).body.problems, ['disk space is low'])

      rmSync(join(disk, 'filler'))
      const written = async () =>
        (await service?.request('POST', '/v1/workflows', { key: KEY, body: { name: 'x' } }))?.status
      while ((await written()) !== 201) await new Promise((resolve) => setTimeout(resolve, 20))
    } finally {
      await service?.end()
      spawnSync('umount', [disk])
    }
  })
})
