import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { ProgressWatch } from './progress-watch.ts'
import { ManualTime } from '../testing/manual-time.ts'

describe('ProgressWatch', () => {
  let time: ManualTime
  let watch: ProgressWatch
  beforeEach(() => {
    time = new ManualTime()
    watch = new ProgressWatch(time)
  })

  const never = new AbortController().signal

  /** Whether each of the promises is settled by now. */
  async function whichAreSettled(...waits: Promise<void>[]): Promise<boolean[]> {
    const settled = waits.map(() => false)
    for (const [index, wait] of waits.entries()) void wait.then(() => (settled[index] = true))
    await new Promise(setImmediate)
    return settled
  }

  it('A notification ends every wait for its execution and no other wait', async () => {
    const waits = [watch.wait('a', 100, never), watch.wait('a', 100, never), watch.wait('b', 100, never)]
    watch.notify('a')
    assert.deepEqual(await whichAreSettled(...waits), [true, true, false])
    watch.notify('b')
    assert.deepEqual(await whichAreSettled(...waits), [true, true, true])
    assert.equal(time.pendingTimers, 0)
  })

  it('Each wait ends after its own timeout', async () => {
    const waits = [watch.wait('a', 100, never), watch.wait('a', 200, never)]
    time.advance(150)
    assert.deepEqual(await whichAreSettled(...waits), [true, false])
    watch.notify('a')
    assert.deepEqual(await whichAreSettled(...waits), [true, true])
    assert.equal(time.pendingTimers, 0)
  })

  it('A wait ends when its caller aborts it', async () => {
    const controller = new AbortController()
    const wait = watch.wait('a', 100, controller.signal)
    controller.abort()
    assert.deepEqual(await whichAreSettled(wait), [true])
    assert.equal(time.pendingTimers, 0)
  })

  it('A wait that is already aborted ends immediately', async () => {
    const wait = watch.wait('a', 100, AbortSignal.abort())
    assert.deepEqual(await whichAreSettled(wait), [true])
    assert.equal(time.pendingTimers, 0)
  })

  it('The watch forgets an execution once every wait for it has ended', async () => {
    const wait = watch.wait('a', 100, never)
    assert.equal(watch.count, 1)
    time.advance(100)
    await wait
    assert.equal(watch.count, 0)
  })
})
