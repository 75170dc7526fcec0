import assert from 'node:assert/strict'
import type { Webhook, Workflow } from '#domain/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
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
} from '../executions/execution-samples.ts'
import { sampleExecution, sampleStep } from '../samples.ts'

const LONGEST_OUTPUT = 16 * 1024 - '{"text":""}'.length

export function testDeliveryOutbox(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'An event creates one delivery for each active webhook endpoint that subscribed to its kind'(
      subject,
    ) {
      const accountId = await subject.newAccount()
      const published = await insertEndpoint(subject, { accountId, events: ['form.submitted'] })
      const also = await insertEndpoint(subject, { accountId })
      const unsubscribed = [
        await insertEndpoint(subject, { accountId, events: ['workflow.executed'] }),
        await insertEndpoint(subject, { accountId, status: 'disabled' }),
        await insertEndpoint(subject),
      ]
      const id = await publish(subject, accountId)
      for (const endpoint of [published, also]) assert.deepEqual(await idsOf(subject, endpoint), [id])
      for (const endpoint of unsubscribed) assert.deepEqual(await idsOf(subject, endpoint), [])
      const delivery = await subject.store.deliveries.find(accountId, published.id, id)
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

    async 'A transaction that fails rolls back its events and sends no notification'(subject) {
      const { store, ids } = subject
      const endpoint = await insertEndpoint(subject)
      const notifications = listen(subject)
      const failing = store.write(async (tx) => {
        await store.deliveries.publish(tx, sampleEvent(ids, endpoint.accountId))
        throw new Error('no')
      })
      await assert.rejects(failing, /no/)
      assert.deepEqual(await idsOf(subject, endpoint), [])
      assert.deepEqual(notifications.notified, [])
      notifications.end()
    },

    async 'After the commit, the store reports which webhook endpoints have due deliveries'(subject) {
      const endpoint = await insertEndpoint(subject)
      const notifications = listen(subject)
      const id = await publish(subject, endpoint.accountId)
      await publish(subject, await subject.newAccount())
      assert.deepEqual(notifications.notified, [[endpoint.id]])
      notifications.end()
      await publish(subject, endpoint.accountId)
      assert.equal(notifications.notified.length, 1)
      assert.ok((await idsOf(subject, endpoint)).includes(id))
    },

    async 'The end of an execution is published with all its fields, in chronological order'(subject) {
      const { workflow, endpoint } = await withEndpoint(subject)
      const notifications = listen(subject)
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
      const [delivery] = await read(subject, endpoint)
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
      assert.deepEqual(notifications.notified, [[endpoint.id]])
      notifications.end()
      const later = await publish(subject, workflow.accountId, { at: AT + 90_001 })
      const earlier = await publish(subject, workflow.accountId, { at: AT + 89_999 })
      assert.deepEqual(await idsOf(subject, endpoint), [later, body.id, earlier])
    },

    async 'The end of an execution that was accepted together with its end is published like any other'(
      subject,
    ) {
      const { workflow, endpoint } = await withEndpoint(subject)
      const { intake } = subject.store
      const notifications = listen(subject)
      const wanted = sampleExecution(subject.ids, workflow, { startedAt: AT })
      const next = { ...ENDED, completedAt: AT, output: { text: 'é' } }
      const ending = endingOf(wanted, workflow, { steps: [sampleStep('a')], next })
      assert.equal(await intake.acceptWith(wanted, workflow.versionId, ending), 'stored')
      const published = (await read(subject, endpoint)).map(
        ({ body }) => JSON.parse(body) as { data: { execution_id: string; status: string; output: unknown } },
      )
      assert.deepEqual(
        published.map(({ data }) => [data.execution_id, data.status, data.output]),
        [[wanted.id, 'completed', { text: 'é' }]],
      )
      assert.deepEqual(notifications.notified, [[endpoint.id]])
      notifications.end()
      const journal = await subject.store.executions.journal(wanted.accountId, wanted.id, -1)
      assert.deepEqual(journal, [{ sequence: 0, steps: [sampleStep('a')], logs: [] }])
    },

    async 'An output of 16 KiB is published; a larger one is omitted and marked as truncated'(subject) {
      const { workflow, endpoint } = await withEndpoint(subject)
      for (const length of [LONGEST_OUTPUT, LONGEST_OUTPUT + 1, 20 * LONGEST_OUTPUT]) {
        const open = await accept(subject, workflow)
        const next = { ...ENDED, output: { text: `${'x'.repeat(length - 2)}é` } }
        await subject.store.journal.checkpoint(checkpointOf(open, { next }))
      }
      const published = (await read(subject, endpoint)).map(({ body }) => {
        const { data } = JSON.parse(body) as {
          data: { output?: { text: string }; output_truncated?: boolean }
        }
        return `${data.output?.text.length} ${data.output_truncated}`
      })
      assert.deepEqual(published.toSorted(), [
        `${LONGEST_OUTPUT - 1} undefined`,
        'undefined true',
        'undefined true',
      ])
    },

    async 'The end of a waiting execution, of a cancelled one and of its children is published once each'(
      subject,
    ) {
      const { store } = subject
      const { workflow, endpoint } = await withEndpoint(subject)
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
      const published = (await read(subject, endpoint)).map(({ body }) => {
        const { data } = JSON.parse(body) as {
          data: { execution_id: string; error: { code: string } | null }
        }
        return `${data.execution_id} ${data.error?.code ?? 'ended'}`
      })
      const expected = [`${waited.id} ended`, `${parent.id} CANCELLED`, `${child.id} CANCELLED`]
      assert.deepEqual(published.toSorted(), expected.toSorted())
    },

    async 'A checkpoint that does not end the execution, is rejected, or belongs to another account publishes nothing'(
      subject,
    ) {
      const { store } = subject
      const { workflow, endpoint } = await withEndpoint(subject)
      const open = await accept(subject, workflow)
      await store.journal.checkpoint(checkpointOf(open))
      assert.equal(await store.journal.checkpoint(checkpointOf(open, { next: ENDED })), 'lost')
      const other = await accept(subject)
      assert.equal(await store.journal.checkpoint(checkpointOf(other, { next: ENDED })), 'committed')
      assert.deepEqual(await idsOf(subject, endpoint), [])
    },

    async 'When many executions end in one batch, each end is published to each webhook endpoint'(subject) {
      const { store } = subject
      const { workflow, endpoint } = await withEndpoint(subject)
      const second = await insertEndpoint(subject, { accountId: workflow.accountId })
      const open = await Promise.all(Array.from({ length: 30 }, () => accept(subject, workflow)))
      const otherEndpoint = await Promise.all(Array.from({ length: 5 }, () => accept(subject)))
      const results = await Promise.all(
        [...open, ...otherEndpoint].map((one) =>
          store.journal.checkpoint(checkpointOf(one, { next: ENDED })),
        ),
      )
      assert.ok(results.every((result) => result === 'committed'))
      for (const one of [endpoint, second]) assert.equal((await idsOf(subject, one)).length, 30)
    },
  })
}

async function withEndpoint(subject: EngineSubject): Promise<{ workflow: Workflow; endpoint: Webhook }> {
  const workflow = await insertWorkflow(subject)
  return { workflow, endpoint: await insertEndpoint(subject, { accountId: workflow.accountId }) }
}

async function idsOf({ store }: EngineSubject, { accountId, id }: Webhook): Promise<string[]> {
  const cursor = { before: undefined, limit: 100 }
  return (await store.deliveries.list(accountId, id, {}, cursor)).map((delivery) => delivery.id)
}

async function read(subject: EngineSubject, endpoint: Webhook) {
  const ids = await idsOf(subject, endpoint)
  const found = await Promise.all(
    ids.map((id) => subject.store.deliveries.find(endpoint.accountId, endpoint.id, id)),
  )
  return found.map((delivery) => delivery ?? assert.fail('not found'))
}

function listen({ store }: EngineSubject): { notified: string[][]; end(): void } {
  const notified: string[][] = []
  return { notified, end: store.deliveries.subscribe((endpointIds) => notified.push([...endpointIds])) }
}
