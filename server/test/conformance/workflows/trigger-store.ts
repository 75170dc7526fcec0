import assert from 'node:assert/strict'
import type { Trigger } from '#domain/index.ts'
import type { UpcomingPosition } from '#ports/index.ts'
import { AWKWARD_DOCUMENTS } from '../awkward-json.ts'
import { type ConformanceOptions, testPromises } from '../conformance-suite.ts'
import { insertWorkflow, sampleTrigger, saveTrigger } from './trigger-samples.ts'

export function testTriggerStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'Triggers are read back as they were saved, in the order of their creation'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      const first = sampleTrigger(subject, workflow)
      const bare = { credentialId: null, topic: null, inboundKey: null, nextRun: null, fireAt: null }
      const second = sampleTrigger(subject, workflow, {
        ...bare,
        nodeId: 'a\u0000b "\ud83d\ude00',
        state: 'inactive',
      })
      await store.write((tx) => store.triggers.save(tx, [second, first]))
      const listed = await store.triggers.list(workflow.accountId, workflow.id)
      assert.deepEqual(listed, [first, second])
    },

    async 'The data of a trigger is read back unchanged, including the order of its keys'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      for (const [what, data] of Object.entries(AWKWARD_DOCUMENTS)) {
        const { id } = await saveTrigger(subject, sampleTrigger(subject, workflow, { data, fireAt: null }))
        const found = (await store.triggers.list(workflow.accountId, workflow.id)).find(
          (one) => one.id === id,
        )
        assert.equal(JSON.stringify(found?.data), JSON.stringify(data), what)
      }
    },

    async 'A trigger that is saved again is updated, and a trigger can be deleted'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      const trigger = await saveTrigger(subject, sampleTrigger(subject, workflow))
      const other = await saveTrigger(subject, sampleTrigger(subject, workflow, { fireAt: null }))
      const changed = { ...trigger, state: 'inactive', nextRun: null, fireAt: null, data: {} } as const
      await saveTrigger(subject, changed)
      assert.deepEqual(await store.triggers.list(workflow.accountId, workflow.id), [changed, other])
      await store.write((tx) => store.triggers.delete(tx, workflow.accountId, [other.id]))
      assert.deepEqual(await store.triggers.list(workflow.accountId, workflow.id), [changed])
    },

    async 'Scheduled triggers are returned in pages, in the order of their ids'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      const one = await saveTrigger(subject, sampleTrigger(subject, workflow, { fireAt: 5_000 }))
      await saveTrigger(subject, sampleTrigger(subject, workflow, { nextRun: null, fireAt: null }))
      const two = await saveTrigger(subject, sampleTrigger(subject, workflow, { fireAt: 4_000 }))
      const before = '00000000-0000-0000-0000-000000000000'
      const page = (afterId: string, limit: number) =>
        store.write((tx) => store.triggers.listScheduled(tx, afterId, limit))
      // Other triggers in this store may be scheduled, too.
      const all = await page(before, 10_000)
      assert.deepEqual(
        all.filter(({ workflowId }) => workflowId === workflow.id),
        [one, two],
      )
      assert.deepEqual(
        (await page(one.id, 10_000)).find(({ workflowId }) => workflowId === workflow.id),
        two,
      )
      assert.equal((await page(before, 1)).length, 1)
    },

    async 'Due triggers are returned longest waiting first, with the time of the next one'(subject) {
      const { store } = subject
      const { accountId } = await insertWorkflow(subject, await subject.newAccount())
      const workflow = await insertWorkflow(subject, accountId)
      // Other triggers in this store may be due too; only these are due in the distant past.
      const at = (ms: number) => ({ nextRun: ms - 10, fireAt: ms })
      const late = await saveTrigger(subject, sampleTrigger(subject, workflow, at(-500)))
      const later = await saveTrigger(subject, sampleTrigger(subject, workflow, at(-900)))
      const future = await saveTrigger(subject, sampleTrigger(subject, workflow, at(-100)))
      await saveTrigger(subject, sampleTrigger(subject, workflow, { nextRun: null, fireAt: null }))
      const due = (now: number, limit: number) => store.write((tx) => store.triggers.takeDue(tx, now, limit))
      assert.deepEqual(await due(-500, 10), [later, late])
      assert.deepEqual(await due(-500, 1), [later])
      assert.deepEqual(await due(-901, 10), [])
      assert.equal(await store.triggers.nextDue(), -900)
      await store.write(async (tx) => {
        await store.triggers.save(tx, [
          { ...later, nextRun: 50, fireAt: 60 },
          { ...late, nextRun: null, fireAt: null },
        ])
      })
      assert.deepEqual(await due(-100, 10), [future])
      const listed = await store.triggers.list(accountId, workflow.id)
      assert.deepEqual(
        listed.slice(0, 2).map(({ nextRun, fireAt }) => [nextRun, fireAt]),
        [
          [null, null],
          [50, 60],
        ],
      )
      await store.write((tx) =>
        store.triggers.delete(
          tx,
          accountId,
          listed.map(({ id }) => id),
        ),
      )
    },

    async 'Upcoming schedules are returned soonest first, page by page, without polls and those that do not run'(
      subject,
    ) {
      const { store } = subject
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      const { accountId } = workflow
      // Far in the future: other tests take what is due.
      const base = 1e14
      const at = (fireAt: number) => ({ nextRun: base + fireAt - 1, fireAt: base + fireAt })
      const save = (changes: Parameters<typeof sampleTrigger>[2]) =>
        saveTrigger(subject, sampleTrigger(subject, workflow, changes))
      const third = await save(at(20))
      const first = await save(at(5))
      const second = [await save(at(10)), await save(at(10)), await save(at(10))]
      await save({ ...at(7), kind: 'poll' })
      await save({ nextRun: null, fireAt: null })
      await saveTrigger(
        subject,
        sampleTrigger(subject, await insertWorkflow(subject, await subject.newAccount()), at(6)),
      )
      const pages: Trigger[][] = []
      let after: UpcomingPosition | undefined
      for (;;) {
        const rows = await store.triggers.listUpcoming(accountId, { after, limit: 2 })
        if (rows.length === 0) break
        pages.push(rows.map(({ trigger }) => trigger))
        after = rows.at(-1)?.position
        for (const { trigger, run, workflowName } of rows)
          assert.deepEqual([run, workflowName], [trigger.nextRun, workflow.name])
        // One that runs meanwhile moves to its next time, and the cursor stays valid.
        if (pages.length === 1) await saveTrigger(subject, { ...first, ...at(30) })
      }
      assert.deepEqual(pages, [
        [first, second[0]],
        [second[1], second[2]],
        [third, { ...first, ...at(30) }],
      ])
    },

    async 'Of many concurrent claims of a due trigger, exactly one succeeds'(subject) {
      const { store, fixture } = subject
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      const triggers = Array.from({ length: 20 }, (_, n) =>
        sampleTrigger(subject, workflow, { nodeId: `n${n}`, nextRun: -10_000, fireAt: -10_000 }),
      )
      await store.write((tx) => store.triggers.save(tx, triggers))
      const other = await fixture.open()
      try {
        const take = (one: typeof store) =>
          one.write(async (tx) => {
            const taken = await one.triggers.takeDue(tx, -10_000, 5)
            await one.triggers.save(
              tx,
              taken.map((trigger) => ({ ...trigger, fireAt: null })),
            )
            return taken.map(({ id }) => id)
          })
        const taken = (await Promise.all([store, other, store, other, store, other].map(take))).flat()
        const rest = await take(store)
        assert.deepEqual([...taken, ...rest].sort(), triggers.map(({ id }) => id).sort())
      } finally {
        await other.close()
      }
    },

    async 'A run is recorded once, and old records are pruned'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      const [one, two] = [
        await saveTrigger(subject, sampleTrigger(subject, workflow, { fireAt: null })),
        await saveTrigger(subject, sampleTrigger(subject, workflow, { fireAt: null })),
      ]
      const note = async (trigger: typeof one, run: number, at: number) =>
        (await store.write((tx) => store.triggers.recordRuns(tx, [{ trigger, run }], at)))[0]
      assert.equal(await note(one, 5_000, 100), true)
      assert.equal(await note(one, 5_000, 200), false)
      assert.equal(await note(one, 6_000, 200), true)
      const both = [6_000, 7_000].map((run) => ({ trigger: one, run }))
      assert.deepEqual(await store.write((tx) => store.triggers.recordRuns(tx, both, 300)), [false, true])
      assert.equal(await note(two, 5_000, 300), true)
      assert.equal(await store.triggers.pruneRuns(200, 10), 1)
      assert.equal(await note(one, 5_000, 400), true)
      assert.equal(await note(one, 6_000, 400), false)
      assert.equal(await store.triggers.pruneRuns(500, 3), 3)
      assert.equal(await store.triggers.pruneRuns(500, 3), 1)
    },

    async 'A trigger is found by the key of its URL, and by nothing else'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      const trigger = await saveTrigger(subject, sampleTrigger(subject, workflow, { fireAt: null }))
      assert.deepEqual(await store.triggers.findInbound(trigger.inboundKey ?? ''), {
        ...trigger,
        isAccountPaused: false,
      })
      assert.equal(await store.triggers.findInbound(ids.secret(24)), undefined)
      assert.equal(await store.triggers.findInbound(''), undefined)
    },

    async 'The triggers of an account that wait for an event are listed'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      const other = await insertWorkflow(subject, await subject.newAccount())
      const on = (topic: string | null, of = workflow) =>
        saveTrigger(subject, sampleTrigger(subject, of, { topic, fireAt: null }))
      const [a, b] = [await on('form a'), await on('form.submitted')]
      await on('form b')
      await on(null)
      await on('form a', other)
      const list = (...topics: string[]) =>
        store.write((tx) => store.triggers.listWaiting(tx, workflow.accountId, topics))
      assert.deepEqual(await list('form a', 'form.submitted'), [a, b])
      assert.deepEqual(await list('form c'), [])
    },

    async 'A delivery is recorded once until its record is old, and old records are pruned'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      const trigger = await saveTrigger(subject, sampleTrigger(subject, workflow, { fireAt: null }))
      const other = await saveTrigger(subject, sampleTrigger(subject, workflow, { fireAt: null }))
      const [first, second, third] = [ids.next(1), ids.next(2), ids.next(3)]
      const note = (executionId: string, at: number, since: number, of = trigger) =>
        store.write((tx) =>
          store.triggers.recordDelivery(tx, { trigger: of, key: 'k', executionId, at }, since),
        )
      assert.equal(await note(first, 1_000, 0), undefined)
      assert.deepEqual(await note(second, 2_000, 1_000), { executionId: first, at: 1_000 })
      assert.equal(await note(second, 2_000, 0, other), undefined)
      assert.equal(await note(third, 3_000, 1_001), undefined)
      assert.deepEqual(await note(second, 3_000, 1_001), { executionId: third, at: 3_000 })
      assert.equal(await store.triggers.pruneDeliveries(2_000, 10), 0)
      assert.equal(await store.triggers.pruneDeliveries(3_001, 1), 1)
      assert.equal(await store.triggers.pruneDeliveries(3_001, 10), 1)
      assert.equal(await note(second, 4_000, 0), undefined)
    },

    async 'Of many concurrent identical deliveries, exactly one is the first'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      const trigger = await saveTrigger(subject, sampleTrigger(subject, workflow, { fireAt: null }))
      const note = (_: unknown, n: number) =>
        store.write((tx) =>
          store.triggers.recordDelivery(tx, { trigger, key: 'same', executionId: ids.next(n), at: 5 }, 0),
        )
      const results = await Promise.all(Array.from({ length: 20 }, note))
      assert.equal(results.filter((first) => first === undefined).length, 1)
      const known = results.filter((first) => first !== undefined)
      assert.equal(new Set(known.map(({ executionId }) => executionId)).size, 1)
    },

    async 'What a transaction recorded is rolled back with it'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      const trigger = await saveTrigger(subject, sampleTrigger(subject, workflow, { fireAt: null }))
      const failing = store.write(async (tx) => {
        await store.triggers.recordRuns(tx, [{ trigger, run: 7_000 }], 1)
        await store.triggers.save(tx, [{ ...trigger, nextRun: 8_000 }])
        throw new Error('not today')
      })
      await assert.rejects(failing, /not today/)
      assert.deepEqual(await store.triggers.list(workflow.accountId, workflow.id), [trigger])
      const again = store.write((tx) => store.triggers.recordRuns(tx, [{ trigger, run: 7_000 }], 1))
      assert.deepEqual(await again, [true])
    },

    async 'The triggers of another account are neither visible nor changeable'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      const trigger = await saveTrigger(subject, sampleTrigger(subject, workflow, { fireAt: null }))
      const foreign = {
        ...trigger,
        accountId: await subject.newAccount(),
        state: 'gone',
        nextRun: 1,
      } as const
      assert.deepEqual(await store.triggers.list(foreign.accountId, workflow.id), [])
      await store.write(async (tx) => {
        await store.triggers.save(tx, [foreign])
        await store.triggers.delete(tx, foreign.accountId, [trigger.id])
      })
      assert.deepEqual(await store.triggers.list(workflow.accountId, workflow.id), [trigger])
    },
  })
}
