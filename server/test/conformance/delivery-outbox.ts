import assert from 'node:assert/strict'
import type { Webhook, Workflow } from '#domain/index.ts'
import { testPromises } from './conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from './engine-store.ts'
import { AT, insertEndpoint, publish, sampleEvent } from './delivery-samples.ts'
import {
  accept,
  checkpointOf,
  ENDED,
  endingOf,
  insertWorkflow,
  park,
  sampleWait,
  startChild,
} from './execution-samples.ts'
import { sampleExecution, sampleStep } from './samples.ts'

const LONGEST_OUTPUT = 16 * 1024 - '{"text":""}'.length

export function testDeliveryOutbox(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'writes one delivery for each webhook that is active and asked for the kind'(subject) {
      const accountId = await subject.newAccount()
      const told = await insertEndpoint(subject, { accountId, events: ['form.submitted'] })
      const also = await insertEndpoint(subject, { accountId })
      const silent = [
        await insertEndpoint(subject, { accountId, events: ['workflow.executed'] }),
        await insertEndpoint(subject, { accountId, status: 'disabled' }),
        await insertEndpoint(subject),
      ]
      const id = await publish(subject, accountId)
      for (const webhook of [told, also]) assert.deepEqual(await idsOf(subject, webhook), [id])
      for (const webhook of silent) assert.deepEqual(await idsOf(subject, webhook), [])
      const delivery = await subject.store.deliveries.find(accountId, told.id, id)
      assert.deepEqual(delivery, {
        id,
        kind: 'form.submitted',
        status: 'pending',
        attemptCount: 0,
        createdAt: AT,
        dueAt: AT,
        completedAt: null,
        responseStatus: null,
        error: null,
        body: '{"n":1}',
        attempts: [],
      })
    },

    async 'a transaction that fails takes its events with it, and nobody is told'(subject) {
      const { store, ids } = subject
      const webhook = await insertEndpoint(subject)
      const rings = listen(subject)
      const failing = store.write(async (tx) => {
        await store.deliveries.publish(tx, sampleEvent(ids, webhook.accountId))
        throw new Error('no')
      })
      await assert.rejects(failing, /no/)
      assert.deepEqual(await idsOf(subject, webhook), [])
      assert.deepEqual(rings.heard, [])
      rings.end()
    },

    async 'tells after the commit which webhooks have something to be sent'(subject) {
      const webhook = await insertEndpoint(subject)
      const rings = listen(subject)
      const id = await publish(subject, webhook.accountId)
      await publish(subject, await subject.newAccount())
      assert.deepEqual(rings.heard, [[webhook.id]])
      rings.end()
      await publish(subject, webhook.accountId)
      assert.equal(rings.heard.length, 1)
      assert.ok((await idsOf(subject, webhook)).includes(id))
    },

    async 'the end of an execution is told with all of it, in order of time'(subject) {
      const { workflow, webhook } = await withEndpoint(subject)
      const rings = listen(subject)
      const open = await accept(subject, workflow, { startedAt: AT })
      const error = { code: 'NODE_FAILED', message: 'No.', node_id: 'a' }
      const next = {
        ...ENDED,
        completedAt: AT + 90_000,
        output: { text: 'é' },
        error,
        status: 'failed' as const,
      }
      assert.equal(await subject.store.journal.checkpoint(checkpointOf(open, { next })), 'committed')
      const [delivery] = await read(subject, webhook)
      const body = JSON.parse(delivery?.body ?? '') as { id: string }
      assert.deepEqual(body, {
        id: delivery?.id,
        type: 'workflow.executed',
        timestamp: '2026-01-31T08:31:30.000Z',
        data: {
          execution_id: open.id,
          workflow_id: workflow.id,
          workflow_name: workflow.name,
          status: 'failed',
          started_at: '2026-01-31T08:30:00.000Z',
          completed_at: '2026-01-31T08:31:30.000Z',
          output: { text: 'é' },
          error,
        },
      })
      assert.deepEqual(rings.heard, [[webhook.id]])
      rings.end()
      const later = await publish(subject, workflow.accountId, { at: AT + 90_001 })
      const earlier = await publish(subject, workflow.accountId, { at: AT + 89_999 })
      assert.deepEqual(await idsOf(subject, webhook), [later, body.id, earlier])
    },

    async 'the end of an execution that was accepted with it is told as any other'(subject) {
      const { workflow, webhook } = await withEndpoint(subject)
      const { intake } = subject.store
      const rings = listen(subject)
      const wanted = sampleExecution(subject.ids, workflow, { startedAt: AT })
      const next = { ...ENDED, completedAt: AT, output: { text: 'é' } }
      const ending = endingOf(wanted, workflow, { steps: [sampleStep('a')], next })
      assert.equal(await intake.acceptEnded(wanted, workflow.versionId, ending), 'ended')
      const told = (await read(subject, webhook)).map(
        ({ body }) => JSON.parse(body) as { data: { execution_id: string; status: string; output: unknown } },
      )
      assert.deepEqual(
        told.map(({ data }) => [data.execution_id, data.status, data.output]),
        [[wanted.id, 'completed', { text: 'é' }]],
      )
      assert.deepEqual(rings.heard, [[webhook.id]])
      rings.end()
      const journal = await subject.store.executions.journal(wanted.accountId, wanted.id, -1)
      assert.deepEqual(journal, [{ sequence: 0, steps: [sampleStep('a')], logs: [] }])
    },

    async 'an output of 16 KiB is told, one byte more is left out and marked'(subject) {
      const { workflow, webhook } = await withEndpoint(subject)
      for (const length of [LONGEST_OUTPUT, LONGEST_OUTPUT + 1]) {
        const open = await accept(subject, workflow)
        const next = { ...ENDED, output: { text: `${'x'.repeat(length - 2)}é` } }
        await subject.store.journal.checkpoint(checkpointOf(open, { next }))
      }
      const told = (await read(subject, webhook)).map(({ body }) => {
        const { data } = JSON.parse(body) as {
          data: { output?: { text: string }; output_truncated?: boolean }
        }
        return `${data.output?.text.length} ${data.output_truncated}`
      })
      assert.deepEqual(told.toSorted(), [`${LONGEST_OUTPUT - 1} undefined`, 'undefined true'])
    },

    async 'an execution that waited, one that was cancelled and its children are told too, each once'(
      subject,
    ) {
      const { store } = subject
      const { workflow, webhook } = await withEndpoint(subject)
      const waited = await park(subject, await accept(subject, workflow), [
        sampleWait(subject.ids, { dueAt: 1 }),
      ])
      await store.claims.wakeDue('runner-2', AT, 100)
      const woken = (await store.journal.load(waited.id, 'runner-2')) ?? assert.fail('not woken')
      await store.journal.checkpoint(checkpointOf(woken, { next: ENDED }))
      const { parent, child } = await startChild(subject, await accept(subject, workflow))
      const request = {
        account: workflow.accountId,
        id: parent.id,
        at: AT,
        error: { code: 'CANCELLED', message: 'Cancelled.', node_id: null },
        log: { at: AT, level: 'warn' as const, message: 'Cancelled.', node_id: null },
      }
      for (const expected of [true, false]) {
        assert.equal(await store.write((tx) => store.intake.cancel(tx, request)), expected)
      }
      const told = (await read(subject, webhook)).map(({ body }) => {
        const { data } = JSON.parse(body) as {
          data: { execution_id: string; error: { code: string } | null }
        }
        return `${data.execution_id} ${data.error?.code ?? 'ended'}`
      })
      const expected = [`${waited.id} ended`, `${parent.id} CANCELLED`, `${child.id} CANCELLED`]
      assert.deepEqual(told.toSorted(), expected.toSorted())
    },

    async 'a checkpoint that goes on, is lost, or ends an execution of another account tells nothing'(
      subject,
    ) {
      const { store } = subject
      const { workflow, webhook } = await withEndpoint(subject)
      const open = await accept(subject, workflow)
      await store.journal.checkpoint(checkpointOf(open))
      assert.equal(await store.journal.checkpoint(checkpointOf(open, { next: ENDED })), 'lost')
      const other = await accept(subject)
      assert.equal(await store.journal.checkpoint(checkpointOf(other, { next: ENDED })), 'committed')
      assert.deepEqual(await idsOf(subject, webhook), [])
    },

    async 'ends of many executions at once are each told to each webhook'(subject) {
      const { store } = subject
      const { workflow, webhook } = await withEndpoint(subject)
      const second = await insertEndpoint(subject, { accountId: workflow.accountId })
      const open = await Promise.all(Array.from({ length: 30 }, () => accept(subject, workflow)))
      const strangers = await Promise.all(Array.from({ length: 5 }, () => accept(subject)))
      const results = await Promise.all(
        [...open, ...strangers].map((one) => store.journal.checkpoint(checkpointOf(one, { next: ENDED }))),
      )
      assert.ok(results.every((result) => result === 'committed'))
      for (const one of [webhook, second]) assert.equal((await idsOf(subject, one)).length, 30)
    },
  })
}

async function withEndpoint(subject: EngineSubject): Promise<{ workflow: Workflow; webhook: Webhook }> {
  const workflow = await insertWorkflow(subject)
  return { workflow, webhook: await insertEndpoint(subject, { accountId: workflow.accountId }) }
}

async function idsOf({ store }: EngineSubject, { accountId, id }: Webhook): Promise<string[]> {
  const cursor = { before: undefined, limit: 100 }
  return (await store.deliveries.list(accountId, id, undefined, cursor)).map((delivery) => delivery.id)
}

async function read(subject: EngineSubject, webhook: Webhook) {
  const ids = await idsOf(subject, webhook)
  const found = await Promise.all(
    ids.map((id) => subject.store.deliveries.find(webhook.accountId, webhook.id, id)),
  )
  return found.map((delivery) => delivery ?? assert.fail('not found'))
}

function listen({ store }: EngineSubject): { heard: string[][]; end(): void } {
  const heard: string[][] = []
  return { heard, end: store.deliveries.watch((endpointIds) => heard.push([...endpointIds])) }
}
