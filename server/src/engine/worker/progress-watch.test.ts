import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { ProgressWatch } from './progress-watch.ts'
import { ManualTime } from '../testing/manual-time.ts'

describe('waiting for the end of an execution', () => {
  let time: ManualTime
  let watch: ProgressWatch
  beforeEach(() => {
    time = new ManualTime()
    watch = new ProgressWatch(time)
  })

  const never = new AbortController().signal

  /** Whether each of the promises is settled by now. */
  async function ended(...waits: Promise<void>[]): Promise<boolean[]> {
    const done = waits.map(() => false)
    for (const [index, wait] of waits.entries()) void wait.then(() => (done[index] = true))
    await new Promise(setImmediate)
    return done
  }

  it('ends for all who wait for it, and for nobody else', async () => {
    const waits = [watch.wait('a', 100, never), watch.wait('a', 100, never), watch.wait('b', 100, never)]
    watch.notify('a')
    assert.deepEqual(await ended(...waits), [true, true, false])
    watch.notify('b')
    assert.deepEqual(await ended(...waits), [true, true, true])
    assert.equal(time.waiting, 0)
  })

  it('ends when the time is over, for each at its own', async () => {
    const waits = [watch.wait('a', 100, never), watch.wait('a', 200, never)]
    time.pass(150)
    assert.deepEqual(await ended(...waits), [true, false])
    watch.notify('a')
    assert.deepEqual(await ended(...waits), [true, true])
    assert.equal(time.waiting, 0)
  })

  it('ends when the caller goes away', async () => {
    const gone = new AbortController()
    const wait = watch.wait('a', 100, gone.signal)
    gone.abort()
    assert.deepEqual(await ended(wait), [true])
    assert.equal(time.waiting, 0)
  })

  it('does not begin for a caller who is gone already', async () => {
    const wait = watch.wait('a', 100, AbortSignal.abort())
    assert.deepEqual(await ended(wait), [true])
    assert.equal(time.waiting, 0)
  })

  it('remembers nobody once all have given up', async () => {
    const wait = watch.wait('a', 100, never)
    assert.equal(watch.count, 1)
    time.pass(100)
    await wait
    assert.equal(watch.count, 0)
  })
})
