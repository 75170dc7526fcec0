import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { FolderFileStore, randomIds } from '#adapters/index.ts'
import type { AccountId } from '#domain/index.ts'
import type { Store } from '#ports/index.ts'
import { accept, checkpointOf, ENDED } from '#test/conformance/executions/execution-samples.ts'
import { insertWorkflow, numbersOf, saveVersion } from '#test/conformance/workflows/saved-versions.ts'
import { PollMemory } from '#test/conformance/workflows/poll-samples.ts'
import { sampleEndpoint } from '#test/conformance/samples.ts'
import { STORE_ADAPTERS } from '#test/conformance/store-fixture.ts'
import { ManualTime } from '#engine/testing/manual-time.ts'
import { Housekeeping } from './housekeeping.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** No test here has files. */
const fileStore = new FolderFileStore('no-such-folder')

for (const adapter of STORE_ADAPTERS) {
  describe(`housekeeping on ${adapter.name}`, () => {
    it('Housekeeping keeps the newest 50 versions and those of the last 30 days, and deletes the others in batches', async () => {
      const fixture = await adapter.newFixture()
      const store = await fixture.open()
      const time = new ManualTime()
      const log = pino({ level: 'silent' })
      const deps = {
        store,
        fileStore,
        clock: time,
        scheduler: time,
        log,
        retentionDays: 30,
        auditRetentionDays: 0,
      }
      const ids = randomIds()
      const subject = {
        store,
        fixture,
        ids,
        newAccount: () => insertAccount(store, ids.next(0) as AccountId),
      }
      try {
        let workflow = await insertWorkflow(subject, { createdAt: time.now(), updatedAt: time.now() })
        for (let count = 0; count < 60; count += 1) workflow = await saveVersion(subject, workflow)
        assert.equal(await afterMinutes(deps, 10, 0), 61)
        assert.equal(await afterMinutes(deps, 10, 29 * DAY_MS), 61)
        assert.equal(await afterMinutes(deps, 10, DAY_MS), 50)
        await store.write((tx) =>
          store.workflows.delete(tx, workflow.accountId, workflow.id, time.now() - DAY_MS - 1),
        )
        await afterMinutes(deps, 10, 0)
        const version = await store.workflows.findVersion(workflow.accountId, workflow.versionId)
        assert.equal(version, undefined)

        async function afterMinutes(given: typeof deps, minutes: number, laterMs: number): Promise<number> {
          time.advance(laterMs)
          const housekeeping = new Housekeeping(given)
          housekeeping.start()
          for (let count = 0; count < minutes; count += 1) time.advance(MINUTE_MS)
          await housekeeping.stop()
          return (await numbersOf(subject, workflow)).length
        }
      } finally {
        await store.close()
        await fixture.destroy()
      }
    })

    it('Housekeeping deletes executions that ended before the retention period, and never open ones', async () => {
      const fixture = await adapter.newFixture()
      const store = await fixture.open()
      const time = new ManualTime()
      const ids = randomIds()
      const subject = {
        store,
        fixture,
        ids,
        newAccount: () => insertAccount(store, ids.next(0) as AccountId),
      }
      try {
        const workflow = await insertWorkflow(subject)
        const executionAt = async (startedAt: number, isEnded: boolean) => {
          const open = await accept(subject, workflow, { id: ids.next(startedAt), startedAt })
          const next = { ...ENDED, completedAt: startedAt + 1 }
          if (isEnded) await store.journal.checkpoint(checkpointOf(open, { next }))
          return open.id
        }
        const now = time.now()
        const old = await executionAt(now - 31 * DAY_MS, true)
        const open = await executionAt(now - 31 * DAY_MS, false)
        const young = await executionAt(now - 29 * DAY_MS, true)
        const left = async (retentionDays: number) => {
          const log = pino({ level: 'silent' })
          const housekeeping = new Housekeeping({
            store,
            fileStore,
            clock: time,
            scheduler: time,
            log,
            retentionDays,
            auditRetentionDays: 0,
          })
          housekeeping.start()
          time.advance(MINUTE_MS)
          await housekeeping.stop()
          const found = [old, open, young].map((id) => store.executions.find(workflow.accountId, id))
          return (await Promise.all(found)).map((execution) => execution?.id)
        }
        assert.deepEqual(await left(0), [old, open, young])
        assert.deepEqual(await left(30), [undefined, open, young])
      } finally {
        await store.close()
        await fixture.destroy()
      }
    })

    it('Housekeeping deletes the other kinds although some of them fail, and logs which failed', async () => {
      const fixture = await adapter.newFixture()
      const store = await fixture.open()
      const time = new ManualTime()
      const ids = randomIds()
      const accountId = await insertAccount(store, ids.next(0) as AccountId)
      const endpoint = sampleEndpoint(ids, accountId)
      const lines: string[] = []
      const refuse = () => Promise.reject(new Error('The disk is full.'))
      const failing: Store = {
        ...store,
        invitations: { ...store.invitations, prune: refuse },
        sessions: { ...store.sessions, prune: refuse },
        retention: { ...store.retention, deleteEnded: refuse },
      }
      const housekeeping = new Housekeeping({
        store: failing,
        fileStore,
        clock: time,
        scheduler: time,
        log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
        retentionDays: 1,
        auditRetentionDays: 0,
      })
      try {
        const at = time.now() - 31 * DAY_MS
        const event = { id: ids.next(at), accountId, kind: 'form.submitted', at, body: '{}' } as const
        await store.write(async (tx) => {
          await store.webhookEndpoints.insert(tx, endpoint)
          await store.deliveries.publish(tx, event)
        })
        housekeeping.start()
        time.advance(MINUTE_MS)
        await housekeeping.stop()
        assert.equal(await store.deliveries.find(accountId, endpoint.id, event.id), undefined)
        const logged = lines.map((line) => (JSON.parse(line) as { kinds: readonly string[] }).kinds)
        assert.deepEqual(logged, [['executions', 'sessions', 'invitations']])
      } finally {
        await store.close()
        await fixture.destroy()
      }
    })

    it('Housekeeping tries nothing else after a deletion that the database did not answer', async () => {
      const fixture = await adapter.newFixture()
      const store = await fixture.open()
      const time = new ManualTime()
      const lines: string[] = []
      const hang = () => {
        time.advance(10_000)
        return Promise.reject(new Error('timeout exceeded when trying to connect'))
      }
      const housekeeping = new Housekeeping({
        store: {
          ...store,
          sessions: { ...store.sessions, prune: hang },
          invitations: { ...store.invitations, prune: hang },
        },
        fileStore,
        clock: time,
        scheduler: time,
        log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
        retentionDays: 0,
        auditRetentionDays: 0,
      })
      try {
        housekeeping.start()
        time.advance(MINUTE_MS)
        await housekeeping.stop()
        const logged = lines.map((line) => (JSON.parse(line) as { kinds: readonly string[] }).kinds)
        assert.deepEqual(logged, [['sessions']])
      } finally {
        await store.close()
        await fixture.destroy()
      }
    })

    it('Housekeeping goes on after a deletion that was refused at once, however long those before it took', async () => {
      const fixture = await adapter.newFixture()
      const store = await fixture.open()
      const time = new ManualTime()
      const lines: string[] = []
      /** Batches that take long, and then one that is refused. */
      const backlogOf = <Full>(full: Full) => {
        let batches = 0
        return async () => {
          batches += 1
          if (batches > 3) throw new Error('The disk is full.')
          time.advance(2_000)
          return full
        }
      }
      const refuse = () => Promise.reject(new Error('The disk is full.'))
      const housekeeping = new Housekeeping({
        store: {
          ...store,
          retention: { ...store.retention, deleteEnded: backlogOf(500) },
          deliveries: { ...store.deliveries, prune: backlogOf(200) },
          rememberedItems: { ...store.rememberedItems, deleteForgotten: backlogOf(true) },
          sessions: { ...store.sessions, prune: refuse },
        },
        fileStore,
        clock: time,
        scheduler: time,
        log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
        retentionDays: 1,
        auditRetentionDays: 0,
      })
      try {
        housekeeping.start()
        time.advance(MINUTE_MS)
        await housekeeping.stop()
        const logged = lines.map((line) => (JSON.parse(line) as { kinds: readonly string[] }).kinds)
        assert.deepEqual(logged, [['executions', 'events', 'sessions', 'remembered items']])
      } finally {
        await store.close()
        await fixture.destroy()
      }
    })

    it('Housekeeping deletes all items of memories that were forgotten', async () => {
      const fixture = await adapter.newFixture()
      const store = await fixture.open()
      const time = new ManualTime()
      const ids = randomIds()
      const newAccount = () => insertAccount(store, ids.next(0) as AccountId)
      const housekeeping = new Housekeeping({
        store,
        fileStore,
        clock: time,
        scheduler: time,
        log: pino({ level: 'silent' }),
        retentionDays: 0,
        auditRetentionDays: 0,
      })
      try {
        const memory = await PollMemory.open({ store, fixture, ids, newAccount })
        const keys = Array.from({ length: 2_500 }, (_, n) => `key ${n}`)
        await memory.remember(keys, [], 5_000)
        await memory.reset()
        await memory.remember(['key 1'])
        housekeeping.start()
        time.advance(MINUTE_MS)
        await housekeeping.stop()
        assert.equal(await store.rememberedItems.deleteForgotten(1), false)
        assert.deepEqual(await memory.seen('key 1', 'key 2'), ['key 1'])
      } finally {
        await store.close()
        await fixture.destroy()
      }
    })

    it('Housekeeping keeps events and their deliveries for 30 days', async () => {
      const fixture = await adapter.newFixture()
      const store = await fixture.open()
      const time = new ManualTime()
      const ids = randomIds()
      const accountId = await insertAccount(store, ids.next(0) as AccountId)
      const webhook = sampleEndpoint(ids, accountId)
      const log = pino({ level: 'silent' })
      const housekeeping = new Housekeeping({
        store,
        fileStore,
        clock: time,
        scheduler: time,
        log,
        retentionDays: 0,
        auditRetentionDays: 0,
      })
      try {
        const at = time.now()
        const event = { id: ids.next(at), accountId, kind: 'form.submitted', at, body: '{}' } as const
        await store.write(async (tx) => {
          await store.webhookEndpoints.insert(tx, webhook)
          await store.deliveries.publish(tx, event)
        })
        const isKeptAfter = async (ms: number) => {
          time.advance(ms)
          housekeeping.start()
          time.advance(MINUTE_MS)
          await housekeeping.stop()
          return (await store.deliveries.find(accountId, webhook.id, event.id)) !== undefined
        }
        assert.equal(await isKeptAfter(30 * DAY_MS - MINUTE_MS), true)
        assert.equal(await isKeptAfter(0), false)
      } finally {
        await store.close()
        await fixture.destroy()
      }
    })
  })
}

async function insertAccount(store: Store, id: AccountId): Promise<AccountId> {
  const account = { id, name: 'Test', plan: 'free', accessVersion: 1, createdAt: 0 } as const
  await store.write((tx) => store.accounts.insert(tx, account))
  return id
}
