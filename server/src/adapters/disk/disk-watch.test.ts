import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Log, Scheduler } from '#ports/index.ts'
import { DiskWatch } from './disk-watch.ts'

function createDeps() {
  const lines: string[] = []
  const write = (level: string) => (_fields: object, message: string) =>
    void lines.push(`${level}: ${message}`)
  const log: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  let poll: (() => void) | undefined
  const scheduler: Scheduler = {
    after: () => assert.fail('not needed'),
    every(_ms, callback) {
      poll = callback
      return () => (poll = undefined)
    },
  }
  return { lines, log, scheduler, poll: () => poll?.(), isPolling: () => poll !== undefined }
}

describe('disk watch', () => {
  it('Low disk space is reported and logged once', async () => {
    const { log, lines, scheduler, isPolling } = createDeps()
    const watch = new DiskWatch(tmpdir(), Number.MAX_SAFE_INTEGER, log)
    assert.equal(watch.isLow(), false)
    await watch.start(scheduler)
    assert.equal(watch.isLow(), true)
    assert.deepEqual(lines, ['error: disk space is low, refusing writes'])
    assert.ok(isPolling())
    watch.stop()
    assert.ok(!isPolling())
  })

  it('Without a minimum, disk space is never low', async () => {
    const { log, lines, scheduler } = createDeps()
    const watch = new DiskWatch(tmpdir(), 0, log)
    await watch.start(scheduler)
    assert.equal(watch.isLow(), false)
    assert.deepEqual(lines, [])
    watch.stop()
  })

  it('A failed check keeps the previous result and is logged', async () => {
    const { log, lines, scheduler, poll } = createDeps()
    const folder = mkdtempSync(join(tmpdir(), 'millrace-disk-'))
    const watch = new DiskWatch(folder, Number.MAX_SAFE_INTEGER, log)
    await watch.start(scheduler)
    rmSync(folder, { recursive: true })
    poll()
    while (lines.length < 2) await new Promise(setImmediate)
    assert.equal(watch.isLow(), true)
    assert.equal(lines[1], 'warn: disk space check failed, keeping the previous result')
    watch.stop()
  })
})
