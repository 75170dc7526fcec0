import assert from 'node:assert/strict'
import { afterEach, beforeEach, it } from 'node:test'
import type { WorkNotifier } from '#ports/index.ts'

export interface WorkNotifierFixture {
  /** A bell for each process that can share it. */
  readonly bells: readonly [WorkNotifier, ...WorkNotifier[]]
  destroy(): Promise<void>
}

/** Counts what is heard, and lets a test wait for it. */
class Listener {
  heard = 0
  #onNotify: (() => void) | undefined

  readonly listen = () => {
    this.heard += 1
    this.#onNotify?.()
  }

  async hears(): Promise<void> {
    const before = this.heard
    while (this.heard === before) await new Promise<void>((resolve) => (this.#onNotify = resolve))
  }
}

/** What every bell promises, however many processes share it. */
export function testWorkNotifier(newHome: () => Promise<WorkNotifierFixture>): void {
  let home: WorkNotifierFixture
  beforeEach(async () => {
    home = await newHome()
  })
  afterEach(async () => {
    for (const bell of home.bells) await bell.stop()
    await home.destroy()
  })

  async function startAll(): Promise<Listener[]> {
    const listeners = home.bells.map(() => new Listener())
    for (const [n, bell] of home.bells.entries()) await bell.start((listeners[n] as Listener).listen)
    return listeners
  }

  it('is heard by everybody who listens, whoever rings', async () => {
    const listeners = await startAll()
    for (const bell of home.bells) {
      const all = Promise.all(listeners.map((listener) => listener.hears()))
      bell.notify()
      await all
    }
  })

  it('is heard after the call that rings, not within', async () => {
    const [listener] = await startAll()
    const heard = listener?.hears()
    home.bells[0].notify()
    assert.equal(listener?.heard, 0)
    await heard
  })

  it('is heard after the last of many rings', async () => {
    const listeners = await startAll()
    for (let burst = 0; burst < 20; burst += 1) {
      // Rings of the burst before may still be on their way; one that comes now must not be taken for one of them.
      const all = Promise.all(listeners.map((listener) => listener.hears()))
      for (const bell of home.bells) for (let n = 0; n < 50; n += 1) bell.notify()
      await all
    }
  })

  it('can be rung by somebody who does not listen: before the start, and after the stop', async () => {
    const [quiet] = home.bells
    quiet.notify()
    const listener = new Listener()
    await quiet.start(listener.listen)
    await quiet.stop()
    quiet.notify()
    const last = home.bells.at(-1) as WorkNotifier
    await last.start(listener.listen)
    const heard = listener.hears()
    quiet.notify()
    await heard
  })

  it('is not heard any more after the stop', async () => {
    const [first, ...others] = await startAll()
    await home.bells[0].stop()
    const before = first?.heard
    const all = Promise.all(others.map((listener) => listener.hears()))
    for (const bell of home.bells) bell.notify()
    await all
    await new Promise(setImmediate)
    assert.equal(first?.heard, before)
  })

  it('can be started again, and stopped without a start', async () => {
    const [bell] = home.bells
    await bell.stop()
    await bell.start(() => assert.fail('nobody listens here any more'))
    await bell.stop()
    const listener = new Listener()
    await bell.start(listener.listen)
    const heard = listener.hears()
    bell.notify()
    await heard
  })
}
