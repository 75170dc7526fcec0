import assert from 'node:assert/strict'
import type { Trigger } from '#domain/index.ts'
import { type ConformanceOptions, testPromises } from '../conformance-suite.ts'
import { accept, checkpointOf, ENDED, insertWorkflow } from '../executions/execution-samples.ts'
import { sampleTrigger, saveTrigger } from './trigger-samples.ts'

const PAUSED: Partial<Trigger> = { pausedAt: 7, pausedBy: 'Ada', fireAt: null, topic: null }

export function testTriggerOverviewStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'Triggers are listed by name of the workflow, page by page, without those whose node is gone'(
      subject,
    ) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const later = await insertWorkflow(subject, { accountId, name: 'öffnen' })
      const first = await insertWorkflow(subject, { accountId, name: 'ALPHA' })
      const b = await saveTrigger(subject, sampleTrigger(subject, later))
      const a1 = await saveTrigger(subject, sampleTrigger(subject, first))
      const a2 = await saveTrigger(subject, sampleTrigger(subject, first, { kind: 'webhook' }))
      await saveTrigger(subject, sampleTrigger(subject, first, { state: 'gone' }))
      const page = await store.triggerOverview.list(accountId, {}, { after: undefined, limit: 2 })
      assert.deepEqual(
        page.map(({ trigger, workflowName }) => [trigger, workflowName]),
        [
          [a1, 'ALPHA'],
          [a2, 'ALPHA'],
        ],
      )
      const after = page.at(-1)?.position
      const rest = await store.triggerOverview.list(accountId, {}, { after, limit: 2 })
      assert.deepEqual(
        rest.map(({ trigger }) => trigger),
        [b],
      )
      const other = await subject.newAccount()
      assert.deepEqual(await store.triggerOverview.list(other, {}, { after: undefined, limit: 2 }), [])
    },

    async 'Triggers are filtered by kind, state, workflow and part of the name, and counted'(subject) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const orders = await insertWorkflow(subject, { accountId, name: 'Order intake' })
      const mails = await insertWorkflow(subject, { accountId, name: 'Mails' })
      const active = await saveTrigger(subject, sampleTrigger(subject, orders))
      const paused = await saveTrigger(subject, sampleTrigger(subject, orders, { kind: 'form', ...PAUSED }))
      const inactive = await saveTrigger(
        subject,
        sampleTrigger(subject, mails, { kind: 'webhook', state: 'inactive', fireAt: null }),
      )
      const found = async (filter: Parameters<typeof store.triggerOverview.list>[1]) =>
        (await store.triggerOverview.list(accountId, filter, { after: undefined, limit: 9 })).map(
          ({ trigger }) => trigger,
        )
      assert.deepEqual(await found({ state: 'active' }), [active])
      assert.deepEqual(await found({ state: 'paused' }), [paused])
      assert.deepEqual(await found({ state: 'inactive' }), [inactive])
      assert.deepEqual(await found({ kinds: ['webhook', 'form'] }), [inactive, paused])
      assert.deepEqual(await found({ search: 'ORDER' }), [active, paused])
      assert.deepEqual(await found({ search: '%' }), [])
      assert.deepEqual(await found({ workflowId: mails.id }), [inactive])
      assert.deepEqual(await store.triggerOverview.count(accountId), { active: 1, paused: 1, inactive: 1 })
      assert.deepEqual(await store.triggerOverview.activeSchedules(accountId, 9), [active])
    },

    async 'A paused trigger is found for a change, and is never due'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const trigger = await saveTrigger(subject, sampleTrigger(subject, workflow, PAUSED))
      const { accountId, workflowId, nodeId } = trigger
      const find = (account: typeof accountId, node: string) =>
        store.write((tx) => store.triggers.findForChange(tx, account, workflowId, node))
      assert.deepEqual(await find(accountId, nodeId), trigger)
      assert.equal(await find(accountId, 'other'), undefined)
      assert.equal(await find(await subject.newAccount(), nodeId), undefined)
      const due = await store.write((tx) => store.triggers.takeDue(tx, trigger.nextRun ?? 0, 1_000))
      assert.ok(due.every(({ id }) => id !== trigger.id))
    },

    async 'The newest runs of a trigger are those that its node started, newest first'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const { accountId } = workflow
      const one = await saveTrigger(
        subject,
        sampleTrigger(subject, workflow, { kind: 'webhook', nodeId: 'a\u0000"' }),
      )
      const two = await saveTrigger(
        subject,
        sampleTrigger(subject, workflow, { kind: 'webhook', nodeId: 'b' }),
      )
      const start = async (triggerNodeId: string, at: number, status?: 'completed' | 'failed') => {
        const id = subject.ids.next(at)
        const open = await accept(subject, workflow, {
          id,
          startedAt: at,
          trigger: 'webhook',
          triggerNodeId,
        })
        if (status === undefined) return id
        const error = status === 'failed' ? { code: 'X', message: 'x', node_id: null } : null
        await store.journal.checkpoint(checkpointOf(open, { next: { ...ENDED, status, error } }))
        return id
      }
      const first = await start('a\u0000"', 1_000, 'completed')
      const second = await start('a\u0000"', 2_000, 'failed')
      const third = await start('a\u0000"', 3_000)
      const other = await start('b', 4_000, 'completed')
      const ids = [one.id, two.id]
      const last = await store.triggerOverview.lastRuns(accountId, ids, 2)
      assert.deepEqual(
        last.get(one.id)?.map(({ id, status }) => [id, status]),
        [
          [third, 'running'],
          [second, 'failed'],
        ],
      )
      assert.deepEqual(
        last.get(two.id)?.map(({ id }) => id),
        [other],
      )
      assert.ok(first < second)
      const counted = (since: number, max: number) =>
        store.triggerOverview.countRuns(accountId, ids, { since, max })
      assert.deepEqual((await counted(0, 10)).get(one.id), { total: 3, failed: 1 })
      assert.deepEqual((await counted(2_000, 10)).get(one.id), { total: 2, failed: 1 })
      assert.deepEqual((await counted(0, 1)).get(one.id), { total: 1, failed: 1 })
      assert.deepEqual((await counted(0, 10)).get(two.id), { total: 1, failed: 0 })
      assert.equal((await store.triggerOverview.lastRuns(await subject.newAccount(), ids, 2)).size, 0)
    },

    async 'The last refused call is kept when the trigger is saved again'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const trigger = await saveTrigger(subject, sampleTrigger(subject, workflow, { kind: 'webhook' }))
      await store.triggerOverview.recordRefusal(trigger.id, { at: 5, reason: 'method' })
      await store.triggerOverview.recordRefusal(trigger.id, { at: 9, reason: 'unauthorized' })
      await saveTrigger(subject, { ...trigger, nextRun: 1 })
      const [listed] = await store.triggerOverview.list(
        workflow.accountId,
        {},
        { after: undefined, limit: 1 },
      )
      assert.deepEqual(listed?.refused, { at: 9, reason: 'unauthorized' })
    },
  })
}
