import assert from 'node:assert/strict'
import type { Trigger } from '#domain/index.ts'
import type { TriggerListener } from '#ports/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { insertWorkflow, sampleTrigger, saveTrigger } from './trigger-samples.ts'

export function testListenerStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A listener is active until it expires, and can be renewed and removed'(subject) {
      const { listeners } = subject.store
      const listener = listenerOf(subject, await newTrigger(subject))
      await listeners.save(listener)
      assert.deepEqual(await listeners.findActive(listener.triggerId, 99), listener)
      assert.equal(await listeners.findActive(listener.triggerId, 100), undefined)
      await listeners.save({ ...listener, expiresAt: 200 })
      assert.equal((await listeners.findActive(listener.triggerId, 150))?.expiresAt, 200)
      assert.equal(await listeners.findActive((await newTrigger(subject)).id, 50), undefined)
      await listeners.remove(listener.id)
      assert.equal(await listeners.findActive(listener.triggerId, 50), undefined)
    },

    async 'A captured request is taken once, the oldest first, however many ask for it'(subject) {
      const { store, ids } = subject
      const { id: triggerId } = await newTrigger(subject)
      for (const at of [1, 2]) {
        const event = { id: ids.next(at), triggerId, at, input: { at, text: '\0"' } }
        assert.equal(await store.listeners.capture(event, 2), true)
      }
      assert.equal(await store.listeners.capture({ id: ids.next(3), triggerId, at: 3, input: {} }, 2), false)
      assert.equal((await store.listeners.take(triggerId, 2))?.at, 2, 'earlier ones are ignored')
      const taken = await Promise.all(Array.from({ length: 4 }, () => store.listeners.take(triggerId, 0)))
      assert.deepEqual(
        taken.filter((event) => event !== undefined),
        [{ at: 1, input: { at: 1, text: '\0"' } }],
      )
    },

    async 'Expired listeners and requests that nobody took are deleted, also together with their trigger'(
      subject,
    ) {
      const { store, ids } = subject
      const trigger = await newTrigger(subject)
      const { id: triggerId } = trigger
      await store.listeners.save(listenerOf(subject, trigger))
      await store.listeners.capture({ id: ids.next(1), triggerId, at: 1, input: {} }, 5)
      await store.listeners.capture({ id: ids.next(9), triggerId, at: 9, input: {} }, 5)
      await store.listeners.prune(100, 5)
      assert.equal(await store.listeners.findActive(triggerId, 0), undefined)
      assert.equal((await store.listeners.take(triggerId, 0))?.at, 9)
      await store.listeners.save(listenerOf(subject, trigger))
      await store.write((tx) => store.triggers.delete(tx, trigger.accountId, [triggerId]))
      assert.equal(await store.listeners.findActive(triggerId, 0), undefined)
    },
  })
}

async function newTrigger(subject: Subject): Promise<Trigger> {
  const workflow = await insertWorkflow(subject, await subject.newAccount())
  return saveTrigger(subject, sampleTrigger(subject, workflow, { kind: 'webhook' }))
}

function listenerOf({ ids }: Subject, { id: triggerId, accountId }: Trigger): TriggerListener {
  const data = { method: 'PUT', text: '\0' }
  return { id: ids.next(1), accountId, triggerId, data, credentialId: 'a \0 credential', expiresAt: 100 }
}
