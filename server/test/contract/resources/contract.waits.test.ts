import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AcceptedExecution } from '@millrace/contract/execution.ts'
import type { Wait, WaitListMeta } from '@millrace/contract/wait.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { refusesDamaged } from '../support/damaged-cursors.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'
import { readEnd, readSteps, runToWait, untilWaiting } from '../support/waiting-run.ts'

const ABSENT = '018f0000-0000-7000-8000-000000000000'
const clock = new SettableClock('2026-03-10T12:00:00.000Z')

const FIELDS = [
  { name: 'amount', type: 'number', required: true, max: 100 },
  { name: 'reason', type: 'select', options: ['late', 'broken'] },
]

const approval = (data: object = {}) => ({
  name: 'Refunds',
  nodes: [
    { id: 'ask', name: 'Ask the boss', type: 'wait', data: { for: 'approval', message: 'Refund?', ...data } },
    { id: 'yes', type: 'set', data: { values: { paid: '{{ previous.data.amount }}' } } },
    { id: 'no', type: 'set', data: { values: { refused: '{{ previous.comment }}' } } },
  ],
  edges: [
    { source: 'ask', target: 'yes', sourceHandle: 'approved' },
    { source: 'ask', target: 'no', sourceHandle: 'rejected' },
  ],
})

describeOnEveryStore(
  'Contract: what waits for a person',
  (shared) => {
    it('The list has what the person needs to decide, and only approvals that are open', async () => {
      const client = await shared.client()
      await runToWait(client, { nodes: [{ id: 'w', type: 'wait', data: { for: 'callback' } }] })
      await runToWait(client, { nodes: [{ id: 'w', type: 'wait', data: { for: 'event', event: 'x' } }] })
      const run = await runToWait(client, approval({ fields: FIELDS, timeout_seconds: 60 }))
      const { waits, meta } = await list(client)
      assert.deepEqual(waits, [
        {
          id: waits[0]?.id,
          execution_id: run.id,
          workflow_id: run.workflowId,
          workflow_name: 'Refunds',
          is_test: false,
          key: run.step.key,
          node_id: 'ask',
          node_name: 'Ask the boss',
          message: 'Refund?',
          fields: FIELDS.map((field) => ({ required: false, ...field })),
          since: run.step.started_at,
          until: run.step.waiting?.until,
        },
      ])
      assert.deepEqual(meta, { limit: 20, next_cursor: null, has_more: false, total: 1 })
      assert.deepEqual((await list(await shared.client())).waits, [])
    })

    it('Approvals are listed newest first, page by page, and can be filtered', async () => {
      const client = await shared.client()
      const runs = []
      for (let count = 0; count < 3; count++) {
        runs.push(await runToWait(client, approval()))
        clock.advance(1_000)
      }
      const [first, second, third] = runs
      const newestFirst = [third?.id, second?.id, first?.id]
      const seen: string[] = []
      let cursor = ''
      do {
        const { waits, meta } = await list(client, `?limit=1${cursor}`)
        assert.equal(meta.total, 3)
        if (meta.next_cursor !== null) await refusesDamaged(client, '/waits?limit=1', meta.next_cursor)
        seen.push(...waits.map(({ execution_id: id }) => id))
        cursor = meta.next_cursor === null ? '' : `&cursor=${meta.next_cursor}`
      } while (cursor !== '')
      assert.deepEqual(seen, newestFirst)
      const only = async (query: string) => (await list(client, query)).waits.map((wait) => wait.execution_id)
      assert.deepEqual(await only(`?execution_id=${second?.id ?? ''}`), [second?.id])
      assert.deepEqual(await only(`?workflow_id=${third?.workflowId.toUpperCase() ?? ''}`), [third?.id])
      assert.deepEqual(await only(`?workflow_id=${ABSENT}`), [])
      assert.deepEqual(issuePaths((await client.get('/waits?cursor=abc')).error(400, 'VALIDATION_ERROR')), [
        'cursor',
      ])
    })

    it('A decision continues the run, and its output names who decided', async () => {
      const client = await shared.client()
      const { id } = await runToWait(client, approval({ fields: FIELDS }))
      const body = { approved: true, comment: ' Fine. ', data: { amount: 12, reason: 'late' } }
      const response = (await answer(client, id, body)).expect(202)
      const { wait_id: waitId, ...rest } = response.data<{ wait_id: string }>()
      assert.deepEqual(rest, { execution_id: id, status: 'accepted' })
      assert.deepEqual((await readEnd(client, id)).output, { paid: 12 })
      const [step] = await readSteps(client, id)
      assert.ok(step)
      const { answered_by: by, ...decision } = step.output as Record<string, unknown>
      assert.deepEqual(decision, { approved: true, comment: 'Fine.', data: { amount: 12, reason: 'late' } })
      assert.equal(typeof by, 'string')
      assert.deepEqual((await list(client)).waits, [])
      const again = await client.post(`/executions/${id}/waits/${waitId}/answer`, { approved: true })
      assert.match(again.error(409, 'VALIDATION_ERROR').message, /no longer waits/)
    })

    it('A person in the web app decides under their own name; a viewer sees the question and cannot decide', async () => {
      for (const [role, status] of [
        ['editor', 202],
        ['viewer', 403],
      ] as const) {
        const { owner, browser } = await shared.person(role)
        const { id } = await runToWait(owner, approval())
        assert.equal((await browser.get('/v1/waits')).data<Wait[]>().length, 1)
        const path = `/v1/executions/${id}/waits/${await waitIdOf(owner, id)}/answer`
        const sent = await browser.post(path, { approved: false, comment: 'No.' })
        assert.equal(sent.status, status)
        if (status === 202) assert.deepEqual((await readEnd(owner, id)).output, { refused: 'No.' })
      }
    })

    it('A decision is checked like a submission, and a rejection does not require answers', async () => {
      const client = await shared.client()
      const { id } = await runToWait(client, approval({ fields: FIELDS }))
      const refused = async (body: object) =>
        issuePaths((await answer(client, id, body)).error(400, 'VALIDATION_ERROR')).sort()
      assert.deepEqual(await refused({}), ['approved'])
      assert.deepEqual(await refused({ approved: 'yes', comment: 1, data: [] }), [
        'approved',
        'comment',
        'data',
      ])
      assert.deepEqual(await refused({ approved: true }), ['data.amount'])
      assert.deepEqual(await refused({ approved: true, data: { amount: 200, reason: 'x', other: 1 } }), [
        'data.amount',
        'data.other',
        'data.reason',
      ])
      assert.deepEqual(await refused({ approved: false, data: { amount: 'x' } }), ['data.amount'])
      ;(await answer(client, id, { approved: false })).expect(202)
    })

    it('Only an open approval of the execution in the path can be answered', async () => {
      const client = await shared.client()
      const one = await runToWait(client, approval())
      const other = await runToWait(client, approval())
      const event = await runToWait(client, {
        nodes: [{ id: 'w', type: 'wait', data: { for: 'event', event: 'x' } }],
      })
      const post = (execution: string, wait: string) =>
        client.post(`/executions/${execution}/waits/${wait}/answer`, { approved: true })
      const [wait, otherWait] = [await waitIdOf(client, one.id), await waitIdOf(client, other.id)]
      ;(await post(one.id, ABSENT)).error(404, 'NOT_FOUND')
      ;(await post(ABSENT, wait)).error(404, 'NOT_FOUND')
      ;(await post(one.id, otherWait)).error(404, 'NOT_FOUND')
      ;(await post(event.id, wait)).error(404, 'NOT_FOUND')
      ;(await client.post(`/executions/${one.id}/cancel`)).expect(200)
      ;(await post(one.id, wait)).error(409, 'VALIDATION_ERROR')
      assert.deepEqual(
        (await list(client)).waits.map((wait) => wait.execution_id),
        [other.id],
      )
    })

    it('An approval of a test run says so, and one of a deleted workflow has no name', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow(approval())
      const test = (await client.post(`/workflows/${id}/execute`, { draft: true })).expect(202)
      await untilWaiting(client, test.data<AcceptedExecution>().execution_id)
      const { waits } = await list(client)
      assert.deepEqual(
        waits.map(({ is_test, workflow_name }) => [is_test, workflow_name]),
        [[true, 'Refunds']],
      )
      ;(await client.delete(`/workflows/${id}`)).expect(200)
      assert.equal((await list(client)).waits[0]?.workflow_name, null)
    })
  },
  { clock },
)

async function list(client: Client, query = ''): Promise<{ waits: Wait[]; meta: WaitListMeta }> {
  const response = (await client.get(`/waits${query}`)).expect(200)
  return { waits: response.data<Wait[]>(), meta: response.body['meta'] as WaitListMeta }
}

async function waitIdOf(client: Client, executionId: string): Promise<string> {
  return (await list(client, `?execution_id=${executionId}`)).waits[0]?.id ?? ''
}

async function answer(client: Client, id: string, body: object) {
  return client.post(`/executions/${id}/waits/${await waitIdOf(client, id)}/answer`, body)
}
