import assert from 'node:assert/strict'
import { afterEach, beforeEach, it } from 'node:test'
import type { WorkNotifier } from '#ports/index.ts'

export interface WorkNotifierFixture {
  /** A work notifier for each process that can share one. */
  readonly notifiers: readonly [WorkNotifier, ...WorkNotifier[]]
  destroy(): Promise<void>
}

/** Counts notifications and lets a test wait for them. */
class Listener {
  received = 0
  #onNotify: (() => void) | undefined

  readonly listen = () => {
    this.received += 1
    this.#onNotify?.()
  }

  async nextNotification(): Promise<void> {
    const before = this.received
    while (this.received === before) await new Promise<void>((resolve) => (this.#onNotify = resolve))
  }
}

/** What every work notifier promises, however many processes share it. */
export function testWorkNotifier(newFixture: () => Promise<WorkNotifierFixture>): void {
  let fixture: WorkNotifierFixture
  beforeEach(async () => {
    fixture = await newFixture()
  })
  afterEach(async () => {
    for (const notifier of fixture.notifiers) await notifier.stop()
    await fixture.destroy()
  })

  async function startAll(): Promise<Listener[]> {
    const listeners = fixture.notifiers.map(() => new Listener())
    for (const [n, notifier] of fixture.notifiers.entries())
      await notifier.start((listeners[n] as Listener).listen)
    return listeners
  }

  it('A notification reaches every listener, whichever process sends it', async () => {
    const listeners = await startAll()
    for (const notifier of fixture.notifiers) {
      const all = Promise.all(listeners.map((listener) => listener.nextNotification()))
      notifier.notify()
      await all
    }
  })

  it('A notification is delivered after the call that sends it, not within it', async () => {
    const [listener] = await startAll()
    const received = listener?.nextNotification()
    fixture.notifiers[0].notify()
    assert.equal(listener?.received, 0)
    await received
  })

  it('Of many notifications, the last one is followed by a delivery', async () => {
    const listeners = await startAll()
    for (let burst = 0; burst < 20; burst += 1) {
      // Notifications of the previous burst may still be in flight; a new one must not be mistaken for one of them.
      const all = Promise.all(listeners.map((listener) => listener.nextNotification()))
      for (const notifier of fixture.notifiers) for (let n = 0; n < 50; n += 1) notifier.notify()
      await all
    }
  })

  it('A process that does not listen can notify, before it starts and after it stops', async () => {
    const [quiet] = fixture.notifiers
    quiet.notify()
    const listener = new Listener()
    await quiet.start(listener.listen)
    await quiet.stop()
    quiet.notify()
    const last = fixture.notifiers.at(-1) as WorkNotifier
    await last.start(listener.listen)
    const received = listener.nextNotification()
    quiet.notify()
    await received
  })

  it('No notification is delivered after the stop', async () => {
    const [first, ...others] = await startAll()
    await fixture.notifiers[0].stop()
    const before = first?.received
    const all = Promise.all(others.map((listener) => listener.nextNotification()))
    for (const notifier of fixture.notifiers) notifier.notify()
    await all
    await new Promise(setImmediate)
    assert.equal(first?.received, before)
  })

  it('A notifier can be started again, and stopped without a start', async () => {
    const [notifier] = fixture.notifiers
    await notifier.stop()
    await notifier.start(() => assert.fail('no listener here any more'))
    await notifier.stop()
    const listener = new Listener()
    await notifier.start(listener.listen)
    const received = listener.nextNotification()
    notifier.notify()
    await received
  })
}
