import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, it } from 'node:test'
import { type DataFolder, newDataFolder } from '../testing/data-folder.ts'
import { runProgram, ServiceProcess, type Settings } from '../testing/program.ts'

const KEY = 'test-'.repeat(6)

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
