import { UNOWNED, type OpenExecution } from '#domain/index.ts'
import assert from 'node:assert/strict'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
import {
  accept,
  checkpointOf,
  ENDED,
  insertWorkflow,
  park,
  sampleSignal,
  sampleWait,
  signal,
} from './execution-samples.ts'

const END_OF_TIME = Number.MAX_SAFE_INTEGER

/** How due executions get an owner, exactly one each. */
export function testExecutionClaims(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'Parked executions are woken when they are due, not earlier'(subject) {
      const { store } = await clean(subject)
      const early = await parkUntil(subject, 100)
      const late = await parkUntil(subject, 101)
      const never = await parkUntil(subject, null)
      assert.deepEqual(await store.claims.wakeDue('me', 99, 10), [])
      assert.deepEqual(await store.claims.wakeDue('me', 100, 10), [early.id])
      assert.deepEqual(await store.claims.wakeDue('me', 100, 10), [])
      assert.equal((await store.journal.load(early.id, 'me'))?.sequence, 1)
      assert.equal((await store.executions.find(early.accountId, early.id))?.status, 'running')
      assert.deepEqual(await store.claims.wakeDue('me', END_OF_TIME, 10), [late.id])
      assert.equal((await store.executions.find(never.accountId, never.id))?.status, 'pending')
    },

    async 'Executions that have been due longest are woken first, up to the given limit'(subject) {
      const { store } = await clean(subject)
      const third = await parkUntil(subject, 30)
      const first = await parkUntil(subject, 10)
      const second = await parkUntil(subject, 20)
      const woken = await store.claims.wakeDue('me', 100, 2)
      assert.deepEqual(woken.toSorted(), [first.id, second.id].toSorted())
      assert.deepEqual(await store.claims.wakeDue('me', 100, 2), [third.id])
    },

    async 'An execution is woken once, however many of its waits are due'(subject) {
      const { store, ids } = await clean(subject)
      const open = await accept(subject)
      const waits = [10, 20, 30].map((dueAt) => sampleWait(ids, { kind: 'timer', dueAt }))
      await park(subject, open, waits)
      assert.deepEqual(await store.claims.wakeDue('me', 20, 10), [open.id])
      assert.deepEqual(await store.claims.wakeDue('me', 100, 10), [])
    },

    async 'Parked executions are woken by the beginning of their waits'(subject) {
      const { store, ids } = await clean(subject)
      // Later than any wait of other tests.
      const base = 10_000_000_000
      const parkBegun = async (begunAt: number | null) =>
        park(subject, await accept(subject), [sampleWait(ids, { kind: 'timer', dueAt: base, begunAt })])
      await parkBegun(base)
      const [second, third] = [await parkBegun(base + 1), await parkBegun(base + 2)]
      await parkBegun(base + 3)
      await parkBegun(null)
      assert.equal(await store.claims.latestBegun(), base + 3)
      const range = { after: base, until: base + 2 }
      assert.deepEqual(await store.claims.wakeBegun('me', range, 1), [second.id])
      assert.deepEqual(await store.claims.wakeBegun('me', range, 10), [third.id])
      assert.deepEqual(await store.claims.wakeBegun('me', range, 10), [])
      assert.equal((await store.journal.load(third.id, 'me'))?.sequence, 1)
    },

    async 'Executions that run or have ended are not woken'(subject) {
      const { store, ids } = await clean(subject)
      const waits = [sampleWait(ids, { dueAt: 10 })]
      const running = await accept(subject)
      await store.journal.checkpoint(checkpointOf(running, { waits }))
      const signalled = await parkUntil(subject, 10)
      await signal(subject, signalled, sampleSignal(ids))
      const ended = await accept(subject)
      await store.journal.checkpoint(
        checkpointOf(ended, { waits: [sampleWait(ids, { dueAt: 10 })], next: ENDED }),
      )
      assert.deepEqual(await store.claims.wakeDue('me', 100, 10), [])
      assert.equal(await store.claims.nextDue(), undefined)
    },

    async 'The store reports when the next parked execution is due'(subject) {
      const { store } = await clean(subject)
      assert.equal(await store.claims.nextDue(), undefined)
      await parkUntil(subject, null)
      assert.equal(await store.claims.nextDue(), undefined)
      await parkUntil(subject, 300)
      await parkUntil(subject, 200)
      assert.equal(await store.claims.nextDue(), 200)
      await store.claims.wakeDue('me', 200, 10)
      assert.equal(await store.claims.nextDue(), 300)
    },

    async 'An owner claims due, unowned executions oldest first, up to the given limit'(subject) {
      const { store } = await clean(subject)
      const at = (startedAt: number) => accept(subject, undefined, { owner: UNOWNED, startedAt })
      const [second, third, first] = [await at(2_000), await at(3_000), await at(1_000)]
      await accept(subject)
      await parkUntil(subject, 1)
      const claimed = await store.claims.claim('me', 2)
      assert.deepEqual(claimed.toSorted(), [first.id, second.id])
      assert.equal((await store.journal.load(first.id, 'me'))?.owner, 'me')
      assert.deepEqual(await store.claims.claim('me', 2), [third.id])
      assert.deepEqual(await store.claims.claim('me', 2), [])
    },

    async 'Ended executions are not claimed'(subject) {
      const { store } = await clean(subject)
      const open = await accept(subject, undefined, { owner: UNOWNED })
      await store.journal.checkpoint(checkpointOf(open, { next: ENDED }))
      assert.deepEqual(await store.claims.claim('me', 10), [])
    },

    async 'When several owners wake and claim concurrently, each execution goes to one of them'(subject) {
      await clean(subject)
      const workflow = await insertWorkflow(subject)
      const others = [
        await subject.fixture.open(),
        await subject.fixture.open(),
        await subject.fixture.open(),
      ]
      try {
        for (let round = 0; round < 3; round += 1) {
          const created = await Promise.all(
            Array.from({ length: 300 }, async (_, n) => {
              const owner = n % 2 === 0 ? UNOWNED : 'runner-1'
              const open = await accept(subject, workflow, { owner })
              if (owner !== UNOWNED) await park(subject, open, [sampleWait(subject.ids, { dueAt: n })])
              return open.id
            }),
          )
          const got = await Promise.all(others.map((other, n) => takeAll(other, `runner ${round} ${n}`)))
          assert.deepEqual(got.flat().toSorted(), created.toSorted())
        }
      } finally {
        for (const other of others) await other.close()
      }
    },

    async 'An owner learns which executions it still owns, with their signal counts'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const created = await Promise.all(Array.from({ length: 250 }, () => accept(subject, workflow)))
      const [ended, parked, signalled, lost] = created as [
        OpenExecution,
        OpenExecution,
        OpenExecution,
        OpenExecution,
      ]
      await store.journal.checkpoint(checkpointOf(ended, { next: ENDED }))
      await park(subject, parked, [sampleWait(ids)])
      await signal(subject, signalled, sampleSignal(ids))
      await store.journal.checkpoint(checkpointOf(lost, { next: { kind: 'hand-over' } }))
      const asked = created.slice(0, 249).map(({ id }) => id)
      const expected = new Map(
        created.slice(2, 249).map(({ id }) => [id, id === signalled.id ? 1 : 0] as const),
      )
      expected.delete(lost.id)
      assert.deepEqual(await store.claims.findOwned('runner-1', [...asked, ids.next(0)]), expected)
      assert.deepEqual(await store.claims.findOwned('runner-2', asked), new Map())
      assert.deepEqual(await store.claims.findOwned('runner-1', []), new Map())
    },
  })
}

/** Gives executions left by other tests to an owner whose lease never expires. */
async function clean(subject: EngineSubject): Promise<EngineSubject> {
  await takeAll(subject.store, 'other-tests')
  return subject
}

async function takeAll({ claims }: EngineSubject['store'], owner: string): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const some = [...(await claims.claim(owner, 40)), ...(await claims.wakeDue(owner, END_OF_TIME, 40))]
    if (some.length === 0) return ids
    ids.push(...some)
  }
}

async function parkUntil(subject: EngineSubject, dueAt: number | null): Promise<OpenExecution> {
  return park(subject, await accept(subject), [sampleWait(subject.ids, { kind: 'timer', dueAt })])
}
