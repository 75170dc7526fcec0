import assert from 'node:assert/strict'
import type { OpenExecution, Workflow } from '#domain/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
import {
  accept,
  checkpointOf,
  ENDED,
  insertWorkflow,
  park,
  readAll,
  sampleWait,
} from './execution-samples.ts'
import { sampleStep } from '../samples.ts'

const LOGS = [{ at: 1, level: 'info' as const, message: 'm', node_id: null }]

/** What is deleted once it is old enough, and what is kept. */
export function testExecutionRetention(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'Executions that ended before a given time are deleted with all their rows'(subject) {
      const { store } = await clean(subject)
      const workflow = await insertWorkflow(subject)
      const old = await end(subject, workflow, 1_000, 1_999)
      const recent = await end(subject, workflow, 1_001, 2_000)
      const before = await readAll(subject, recent)
      assert.equal(await store.retention.deleteEnded(2_000, 100), 1)
      assert.equal(await store.executions.find(old.accountId, old.id), undefined)
      assert.deepEqual(await store.executions.logs(old.accountId, old.id), [])
      assert.deepEqual(await store.executions.journal(old.accountId, old.id, -1), [])
      assert.deepEqual(await readAll(subject, recent), before)
      assert.equal(await store.retention.deleteEnded(2_000, 100), 0)
      assert.equal(await store.retention.deleteEnded(2_001, 100), 1)
    },

    async 'Open executions are kept, however old they are'(subject) {
      const { store, ids } = await clean(subject)
      const workflow = await insertWorkflow(subject)
      const running = await accept(subject, workflow, { startedAt: 1 })
      const wait = sampleWait(ids)
      const parked = await park(subject, await accept(subject, workflow, { startedAt: 2 }), [wait])
      await end(subject, workflow, 3, 4)
      assert.equal(await store.retention.deleteEnded(Date.UTC(2026, 0), 100), 1)
      assert.equal((await store.journal.load(running.id, running.owner))?.id, running.id)
      assert.equal((await store.executions.find(parked.accountId, parked.id))?.status, 'pending')
      assert.equal((await store.executions.findWait(wait.id))?.executionId, parked.id)
    },

    async 'The oldest executions are deleted first, up to the given limit'(subject) {
      const { store } = await clean(subject)
      const workflow = await insertWorkflow(subject)
      const created: OpenExecution[] = []
      for (const startedAt of [3_000, 1_000, 5_000, 2_000, 4_000]) {
        created.push(await end(subject, workflow, startedAt, startedAt + 1))
      }
      const left = async () => {
        const found = await Promise.all(
          created.map(({ accountId, id }) => store.executions.find(accountId, id)),
        )
        return found.flatMap((one) => (one === undefined ? [] : [one.startedAt]))
      }
      assert.equal(await store.retention.deleteEnded(10_000, 2), 2)
      assert.deepEqual(await left(), [3_000, 5_000, 4_000])
      assert.equal(await store.retention.deleteEnded(10_000, 2), 2)
      assert.deepEqual(await left(), [5_000])
      assert.equal(await store.retention.deleteEnded(10_000, 2), 1)
    },

    async 'Concurrent deletions delete each execution once'(subject) {
      await clean(subject)
      const workflow = await insertWorkflow(subject)
      await Promise.all(Array.from({ length: 200 }, (_, n) => end(subject, workflow, n, n + 1)))
      const stores = [await subject.fixture.open(), await subject.fixture.open()]
      try {
        const counts = await Promise.all(
          stores.map(async ({ retention }) => {
            let count = 0
            for (let last = -1; last !== 0; count += last) last = await retention.deleteEnded(10_000, 30)
            return count
          }),
        )
        assert.equal((counts[0] as number) + (counts[1] as number), 200)
      } finally {
        for (const store of stores) await store.close()
      }
    },
  })
}

async function clean(subject: EngineSubject): Promise<EngineSubject> {
  while ((await subject.store.retention.deleteEnded(Number.MAX_SAFE_INTEGER, 1_000)) > 0);
  return subject
}

async function end(subject: EngineSubject, workflow: Workflow, startedAt: number, completedAt: number) {
  const open = await accept(subject, workflow, { startedAt })
  const next = { ...ENDED, completedAt }
  const last = checkpointOf(open, { steps: [sampleStep('a')], logs: LOGS, next })
  assert.equal(await subject.store.journal.checkpoint(last), 'committed')
  return open
}
