import assert from 'node:assert/strict'
import { UNOWNED, type OpenExecution, type Workflow } from '#domain/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
import { accept, checkpointOf, ENDED, insertWorkflow, park, sampleWait } from './execution-samples.ts'
import { sampleStep } from '../samples.ts'

const EVERY_LEASE_EXPIRED = Number.MAX_SAFE_INTEGER

/** Heartbeats, and the recovery of executions whose owner has died. */
export function testExecutionRecovery(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'Executions are recovered from owners whose lease expired, that are unknown or that have left'(
      subject,
    ) {
      const { store } = await clean(subject)
      await store.heartbeats.record('expired', 99)
      await store.heartbeats.record('alive', 100)
      await store.heartbeats.record('left', 500)
      await store.heartbeats.remove('left')
      const expired = await acceptAs(subject, 'expired')
      const alive = await acceptAs(subject, 'alive')
      const left = await acceptAs(subject, 'left')
      const unknown = await acceptAs(subject, 'unknown')
      const own = await acceptAs(subject, 'me')
      const taken = await takeOver(store, 'me', 100, 10)
      assert.deepEqual(taken.toSorted(), [expired.id, left.id, unknown.id].toSorted())
      for (const { id } of [expired, left, unknown, own]) {
        assert.equal((await store.journal.load(id, 'me'))?.owner, 'me')
      }
      assert.equal((await store.journal.load(alive.id, 'alive'))?.owner, 'alive')
      assert.deepEqual(await takeOver(store, 'me', 100, 10), [])
    },

    async 'The last heartbeat of an owner counts'(subject) {
      const { store } = await clean(subject)
      const { id } = await acceptAs(subject, 'beating')
      await store.heartbeats.record('beating', 10)
      await store.heartbeats.record('beating', 20)
      assert.deepEqual(await takeOver(store, 'me', 20, 10), [])
      assert.deepEqual(await takeOver(store, 'me', 21, 10), [id])
    },

    async 'A probe of the store counts neither as a heartbeat nor as a process'(subject) {
      const { store } = await clean(subject)
      const { id } = await acceptAs(subject, 'probe')
      await store.heartbeats.record('probe', 10)
      await store.probe()
      assert.deepEqual(await takeOver(store, 'me', 10, 10), [])
      await store.heartbeats.remove('probe')
      await store.probe()
      assert.deepEqual(await takeOver(store, 'me', 0, 10), [id])
    },

    async 'Ended executions are not recovered'(subject) {
      const { store } = await clean(subject)
      const open = await acceptAs(subject, 'gone')
      await store.journal.checkpoint(checkpointOf(open, { next: ENDED }))
      assert.deepEqual(await takeOver(store, 'me', EVERY_LEASE_EXPIRED, 10), [])
    },

    async 'Parked executions, and due executions without an owner, are not recovered'(subject) {
      const { store, ids } = await clean(subject)
      const parked = await acceptAs(subject, 'gone')
      await park(subject, parked, [sampleWait(ids)])
      await acceptAs(subject, UNOWNED)
      assert.deepEqual(await takeOver(store, 'me', EVERY_LEASE_EXPIRED, 10), [])
    },

    async 'Running executions are found in any of many workflows, among parked ones'(subject) {
      const { store, ids } = await clean(subject)
      const running: string[] = []
      for (let n = 0; n < 5; n += 1) {
        const workflow = await insertWorkflow(subject)
        await park(subject, await acceptAs(subject, 'gone', workflow), [sampleWait(ids)])
        running.push((await acceptAs(subject, 'gone', workflow)).id)
        await park(subject, await acceptAs(subject, 'gone', workflow), [sampleWait(ids)])
      }
      assert.deepEqual(await store.claims.openOf('gone', Number.MAX_SAFE_INTEGER, 10), running)
      const taken = await takeOver(store, 'me', EVERY_LEASE_EXPIRED, 10)
      assert.deepEqual(taken.toSorted(), running)
    },

    async 'The open executions of an owner that were accepted before a given time are listed oldest first'(
      subject,
    ) {
      const { store, ids } = subject
      const owner = `owner ${ids.next(0)}`
      const at = (startedAt: number) => accept(subject, undefined, { owner, startedAt })
      const [third, first, ended, parked, second] = [
        await at(3_000),
        await at(1_000),
        await at(1_001),
        await at(1_002),
        await at(2_000),
      ]
      await store.journal.checkpoint(checkpointOf(ended, { next: { ...ENDED, completedAt: 1_002 } }))
      await park(subject, parked, [sampleWait(ids)])
      await acceptAs(subject, 'another owner')
      const open = (before: number, limit: number) => store.claims.openOf(owner, before, limit)
      assert.deepEqual(await open(3_001, 10), [first.id, second.id, third.id])
      assert.deepEqual(await open(3_000, 10), [first.id, second.id])
      assert.deepEqual(await open(3_001, 1), [first.id])
    },

    async 'Recovery takes no more than the given limit'(subject) {
      const { store } = await clean(subject)
      const created = [
        await acceptAs(subject, 'gone'),
        await acceptAs(subject, 'gone'),
        await acceptAs(subject, 'gone'),
      ]
      const first = await takeOver(store, 'me', EVERY_LEASE_EXPIRED, 2)
      const second = await takeOver(store, 'me', EVERY_LEASE_EXPIRED, 2)
      assert.deepEqual([first.length, second.length], [2, 1])
      assert.deepEqual([...first, ...second].toSorted(), created.map(({ id }) => id).toSorted())
    },

    async 'Takeovers are counted from the last checkpoint on'(subject) {
      const { store } = await clean(subject)
      const open = await acceptAs(subject, 'first')
      const { id, accountId } = open
      const takenBy = async (owner: string) =>
        (await store.claims.takeOver(owner, EVERY_LEASE_EXPIRED, 1_000)).find((one) => one.id === id)
      assert.deepEqual(await takenBy('second'), { id, accountId, takeovers: 1 })
      assert.deepEqual(await takenBy('another'), { id, accountId, takeovers: 2 })
      // From here on, only a process that was computing it counts.
      assert.deepEqual(await takenBy('further'), { id, accountId, takeovers: 2 })
      await store.claims.setComputing('further', id, true)
      await store.claims.setComputing('further', id, false)
      assert.deepEqual(await takenBy('last'), { id, accountId, takeovers: 2 })
      await store.claims.setComputing('last', id, true)
      await store.claims.setComputing('second', id, false)
      assert.deepEqual(await takenBy('third'), { id, accountId, takeovers: 3 })
      await store.claims.setComputing('third', id, true)
      const advanced = checkpointOf(open, { owner: 'third', steps: [sampleStep('a')] })
      assert.equal(await store.journal.checkpoint(advanced), 'committed')
      assert.deepEqual(await takenBy('fourth'), { id, accountId, takeovers: 1 })
      assert.deepEqual(await takenBy('fifth'), { id, accountId, takeovers: 2 })
      const handedOver = checkpointOf(open, { owner: 'fifth', sequence: 1, next: { kind: 'hand-over' } })
      assert.equal(await store.journal.checkpoint(handedOver), 'committed')
      assert.ok((await store.claims.claim('sixth', 1_000)).includes(id))
      assert.deepEqual(await takenBy('seventh'), { id, accountId, takeovers: 1 })
    },

    async 'Recovery hands over everything that was recorded and fences out the former owner'(subject) {
      const { store } = await clean(subject)
      const open = await acceptAs(subject, 'former')
      await store.journal.checkpoint(checkpointOf(open, { steps: [sampleStep('a')] }))
      await takeOver(store, 'next', EVERY_LEASE_EXPIRED, 10)
      const late = checkpointOf(open, { sequence: 1, steps: [sampleStep('late')] })
      assert.equal(await store.journal.checkpoint(late), 'lost')
      assert.equal(await store.journal.load(open.id, 'former'), undefined)
      assert.deepEqual(await store.journal.load(open.id, 'next'), {
        ...open,
        owner: 'next',
        sequence: 1,
        steps: [sampleStep('a')],
      })
      assert.equal(await store.journal.checkpoint({ ...late, owner: 'next' }), 'committed')
    },

    async 'When several owners recover concurrently, each execution goes to one of them'(subject) {
      const { store } = await clean(subject)
      const workflow = await insertWorkflow(subject)
      const others = [
        await subject.fixture.open(),
        await subject.fixture.open(),
        await subject.fixture.open(),
      ]
      try {
        for (let round = 0; round < 5; round += 1) {
          const created = await Promise.all(
            Array.from({ length: 400 }, () => acceptAs(subject, `gone ${round}`, workflow)),
          )
          const taken = await Promise.all(
            others.map(async (other, n) => {
              const owner = `runner ${round} ${n}`
              await other.heartbeats.record(owner, 1_000)
              const ids: string[] = []
              for (let claimed = -1; claimed !== 0;) {
                const some = await takeOver(other, owner, 1_000, 150)
                ids.push(...some)
                claimed = some.length
              }
              return ids
            }),
          )
          assert.deepEqual(taken.flat().toSorted(), created.map(({ id }) => id).toSorted())
        }
      } finally {
        for (const other of others) await other.close()
        await store.heartbeats.record('other-tests', EVERY_LEASE_EXPIRED)
      }
    },
  })
}

/** Gives executions left by other tests to an owner whose lease never expires. */
async function clean(subject: EngineSubject): Promise<EngineSubject> {
  const { heartbeats, claims } = subject.store
  await heartbeats.record('other-tests', EVERY_LEASE_EXPIRED)
  while ((await claims.takeOver('other-tests', EVERY_LEASE_EXPIRED, 1_000)).length > 0);
  return subject
}

function acceptAs(subject: EngineSubject, owner: string, workflow?: Workflow): Promise<OpenExecution> {
  return accept(subject, workflow, { owner })
}

/** Returns the ids of what was taken over. */
async function takeOver(
  { claims }: Pick<EngineSubject['store'], 'claims'>,
  owner: string,
  expiredBefore: number,
  limit: number,
): Promise<readonly string[]> {
  return (await claims.takeOver(owner, expiredBefore, limit)).map(({ id }) => id)
}
