import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { Log } from '#ports/index.ts'
import { FileKeyRing } from './key-ring.ts'
import { openMasterKeyFile } from './master-key.ts'

async function openRing(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-ring-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'master.key')
  const { keys } = await openMasterKeyFile(path)
  const logged: string[] = []
  const note = (level: string) => () => void logged.push(level)
  const log: Log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') }
  return { path, keys, logged, ring: new FileKeyRing(path, keys, log) }
}

describe('key ring of a file', () => {
  it('A ring has the same keys until the file changes, and then the new ones', async (t) => {
    const { path, keys, ring, logged } = await openRing(t)
    assert.equal(ring.keys(), ring.keys())
    const next = randomBytes(32)
    writeFileSync(path, `${next.toString('base64')}\n${keys[0].toString('base64')}\n`)
    assert.deepEqual(ring.keys(), [next, ...keys])
    assert.deepEqual(logged, [])
  })

  it('A file that could not be used is read again until it can, also if nothing that a stat shows has changed', async (t) => {
    const { path, keys, ring, logged } = await openRing(t)
    const next = `${randomBytes(32).toString('base64')}\n`
    writeFileSync(path, 'x'.repeat(next.length))
    // Where times are coarse, the file could look as it did before.
    utimesSync(path, 1, 1)
    const { atime, mtime } = statSync(path)
    for (let count = 0; count < 3; count += 1) assert.deepEqual(ring.keys(), keys)
    assert.deepEqual(logged, ['error'])
    writeFileSync(path, next)
    utimesSync(path, atime, mtime)
    assert.deepEqual(ring.keys(), [Buffer.from(next, 'base64')])
    assert.deepEqual(logged, ['error', 'info'])
  })

  it('A file that is missing for a while keeps the loaded keys, and is used when it is back', async (t) => {
    const { path, keys, ring, logged } = await openRing(t)
    rmSync(path)
    assert.deepEqual(ring.keys(), keys)
    assert.deepEqual(ring.keys(), keys)
    assert.deepEqual(logged, ['error'])
    const next = randomBytes(32)
    writeFileSync(path, next.toString('hex'))
    assert.deepEqual(ring.keys(), [next])
  })
})
