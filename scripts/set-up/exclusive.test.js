import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { isStale, runExclusively } from './exclusive.js'

describe('Exclusive work', () => {
  /** @type {string} */
  let folder
  /** @type {string} */
  let lock
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-exclusive-'))
    lock = join(folder, 'lock')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const options = { onWait: () => {}, signal: new AbortController().signal }

  it('never overlaps, and every caller gets its turn', async () => {
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return 'done'
    }
    const results = await Promise.all([1, 2, 3].map(() => runExclusively(lock, options, work)))
    assert.deepEqual(results, ['done', 'done', 'done'])
    assert.equal(most, 1)
    assert.equal(existsSync(lock), false)
  })

  it('releases the lock if the work fails', async () => {
    await assert.rejects(
      runExclusively(lock, options, () => Promise.reject(new Error('no network'))),
      /no network/,
    )
    assert.equal(existsSync(lock), false)
  })

  it('takes over from a process that was killed', async () => {
    plantLock(endedProcess(), 60)
    let waited = 0
    const answer = await runExclusively(lock, { ...options, onWait: () => (waited += 1) }, async () => 'done')
    assert.equal(answer, 'done')
    assert.equal(waited, 1)
  })

  it('does not take over from a running process, nor from one that has just started', () => {
    plantLock(process.pid, 60)
    assert.equal(isStale(lock, Date.now()), false)
    rmSync(lock, { recursive: true })
    plantLock(endedProcess(), 0)
    assert.equal(isStale(lock, Date.now()), false)
  })

  it('can be cancelled while it waits', async () => {
    plantLock(process.pid, 0)
    const abort = new AbortController()
    const waiting = runExclusively(lock, { onWait: () => abort.abort(), signal: abort.signal }, () =>
      assert.fail('worked without the lock'),
    )
    await assert.rejects(waiting, { name: 'AbortError' })
    assert.equal(existsSync(lock), true)
  })

  /**
   * @param {number} pid
   * @param {number} ageInSeconds
   */
  function plantLock(pid, ageInSeconds) {
    mkdirSync(lock)
    writeFileSync(join(lock, 'pid'), String(pid))
    const then = Date.now() / 1000 - ageInSeconds
    utimesSync(lock, then, then)
  }
})

function endedProcess() {
  return spawnSync(process.execPath, ['--version']).pid
}
