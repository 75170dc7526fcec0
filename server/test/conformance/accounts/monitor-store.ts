import assert from 'node:assert/strict'
import { UNOWNED } from '#domain/index.ts'
import { type ConformanceOptions, testPromises } from '../conformance-suite.ts'
import { accept, insertWorkflow } from '../executions/execution-samples.ts'

export function testMonitorStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'The size of every kind of data is estimated'(subject) {
      const { store } = subject
      const before = await store.monitor.storage()
      assert.ok(before.totalBytes > 0)
      assert.deepEqual(before.kinds.map(({ kind }) => kind).toSorted(), [
        'audit',
        'deliveries',
        'executions',
        'integrations',
        'journals',
        'submissions',
        'workflows',
      ])
      for (const { rows, bytes } of before.kinds) assert.ok(rows >= 0 && bytes >= 0)
    },

    async 'Unowned executions are counted up to the limit, and the oldest is known'(subject) {
      const { store } = subject
      assert.deepEqual(await store.monitor.queue(1_000, 10), {
        running: 0,
        unowned: 0,
        dueTimers: 0,
        dueDeliveries: 0,
        oldestDueAt: undefined,
      })
      const workflow = await insertWorkflow(subject)
      for (const startedAt of [500, 501, 502]) {
        await accept(subject, workflow, { id: subject.ids.next(startedAt), startedAt, owner: UNOWNED })
      }
      const { unowned, oldestDueAt } = await store.monitor.queue(1_000, 10)
      assert.deepEqual([unowned, oldestDueAt], [3, 500])
      assert.equal((await store.monitor.queue(1_000, 2)).unowned, 2)
    },

    async 'Processes are listed with what they said about themselves, as long as they have a heartbeat'(
      subject,
    ) {
      const { store, ids } = subject
      const [gone, living, silent] = [ids.next(1), ids.next(2), ids.next(3)]
      const description = { role: 'all', host: 'host-1', version: '1.0.0', startedAt: 5 } as const
      await store.heartbeats.record(gone, 10)
      await store.monitor.describeProcess({ id: gone, ...description })
      await store.heartbeats.remove(gone)
      await store.heartbeats.record(living, 20)
      await store.monitor.describeProcess({ id: living, ...description, role: 'worker' })
      await store.heartbeats.record(silent, 30)
      assert.deepEqual(await store.monitor.processes(), [
        { id: living, lastHeartbeatAt: 20, ...description, role: 'worker' },
        { id: silent, lastHeartbeatAt: 30 },
      ])
    },
  })
}
