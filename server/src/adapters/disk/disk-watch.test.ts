import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Log, Scheduler } from '#ports/index.ts'
import { DiskWatch } from './disk-watch.ts'

function makeParts() {
  const lines: string[] = []
  const write = (level: string) => (_fields: object, message: string) =>
    void lines.push(`${level}: ${message}`)
  const log: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  let look: (() => void) | undefined
  const scheduler: Scheduler = {
    after: () => assert.fail('not needed'),
    every(_ms, callback) {
      look = callback
      return () => (look = undefined)
    },
  }
  return { lines, log, scheduler, look: () => look?.(), isLooking: () => look !== undefined }
}

describe('the watch over the disk', () => {
  it('finds the disk low below the floor and says so once', async () => {
    const { log, lines, scheduler, isLooking } = makeParts()
    const watch = new DiskWatch(tmpdir(), Number.MAX_SAFE_INTEGER, log)
    assert.equal(watch.isLow(), false)
    await watch.start(scheduler)
    assert.equal(watch.isLow(), true)
    assert.deepEqual(lines, ['error: disk space is low: writes are refused'])
    assert.ok(isLooking())
    watch.stop()
    assert.ok(!isLooking())
  })

  it('is content with any disk when there is no floor', async () => {
    const { log, lines, scheduler } = makeParts()
    const watch = new DiskWatch(tmpdir(), 0, log)
    await watch.start(scheduler)
    assert.equal(watch.isLow(), false)
    assert.deepEqual(lines, [])
    watch.stop()
  })

  it('keeps its last opinion when it cannot look, and says why', async () => {
    const { log, lines, scheduler, look } = makeParts()
    const folder = mkdtempSync(join(tmpdir(), 'millrace-disk-'))
    const watch = new DiskWatch(folder, Number.MAX_SAFE_INTEGER, log)
    await watch.start(scheduler)
    rmSync(folder, { recursive: true })
    look()
    while (lines.length < 2) await new Promise(setImmediate)
    assert.equal(watch.isLow(), true)
    assert.equal(lines[1], 'warn: the free disk space cannot be read')
    watch.stop()
  })
})
