import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Log } from '#ports/index.ts'
import { DiskReserve } from './disk-reserve.ts'
import { DiskWatch } from './disk-watch.ts'

const MIB = 1024 * 1024

/** A small file system of its own, or undefined if this user cannot mount one. */
function mountSmallDisk(megabytes: number): { folder: string; end: () => void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-small-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const end = () => {
    spawnSync('umount', [folder])
    rmSync(folder, { recursive: true })
  }
  if (mounted.status === 0) return { folder, end }
  rmSync(folder, { recursive: true })
  return undefined
}

function recordLog(): { lines: string[]; log: Log } {
  const lines: string[] = []
  const write = (_fields: object, message: string) => void lines.push(message)
  return { lines, log: { debug: write, info: write, warn: write, error: write } }
}

const isFull = (folder: string) => statfsSync(folder).bavail === 0

describe('disk reserve', () => {
  it('A folder that cannot be read is no failure', async () => {
    const { lines, log } = recordLog()
    await new DiskReserve('x'.repeat(300), log).keep()
    assert.deepEqual(lines, [])
  })

  it('A start on a full disk uses the reserve, and it is kept again when there is space', async (t) => {
    const disk = mountSmallDisk(8)
    if (disk === undefined) return t.skip('mounting a small disk needs root')
    const { lines, log } = recordLog()
    try {
      const reserve = new DiskReserve(disk.folder, log)
      await reserve.keep()
      const file = join(disk.folder, 'disk-reserve')
      assert.equal(statSync(file).size, 4 * MIB)
      reserve.release()
      assert.ok(existsSync(file), 'there was enough space')

      assert.throws(() => writeFileSync(join(disk.folder, 'filler'), Buffer.alloc(8 * MIB)), /ENOSPC/)
      assert.ok(isFull(disk.folder))
      reserve.release()
      assert.equal(existsSync(file), false)
      assert.deepEqual(lines, ['the disk is full, using the reserve to start; free some disk space'])
      writeFileSync(join(disk.folder, 'opened'), Buffer.alloc(MIB))

      rmSync(join(disk.folder, 'filler'))
      await reserve.keep()
      assert.equal(statSync(file).size, 4 * MIB)
    } finally {
      disk.end()
    }
  })

  it('Bytes that are written between two regular checks count', async (t) => {
    const disk = mountSmallDisk(8)
    if (disk === undefined) return t.skip('mounting a small disk needs root')
    const { lines, log } = recordLog()
    const watch = new DiskWatch(disk.folder, 4 * MIB, log)
    try {
      // The regular check never runs again in this test.
      await watch.start({ after: () => assert.fail('not needed'), every: () => () => undefined })
      assert.equal(watch.isLow(), false)
      writeFileSync(join(disk.folder, 'written'), Buffer.alloc(6 * MIB))
      while (!watch.isLow()) await new Promise((resolve) => setTimeout(resolve, 5))
      assert.deepEqual(lines, ['disk space is low, refusing writes'])
      rmSync(join(disk.folder, 'written'))
      while (watch.isLow()) await new Promise((resolve) => setTimeout(resolve, 5))
    } finally {
      watch.stop()
      disk.end()
    }
  })
})
