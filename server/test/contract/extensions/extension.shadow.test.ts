import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Execution } from '@millrace/contract/execution.ts'
import type { ExecutionOverview } from '@millrace/contract/execution-list.ts'
import type { ShadowReport, ShadowRun } from '@millrace/contract/workflow-shadow.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const START = { id: 'start', type: 'start', data: {} }
const set = (id: string, values: object) => ({ id, type: 'set', data: { values } })
const edge = (source: string, target: string) => ({ source, target })
const PRICE = {
  nodes: [START, set('price', { total: '{{ input.amount * 2 }}' })],
  edges: [edge('start', 'price')],
}
const ABSENT = '018f0000-0000-7000-8000-000000000000'

interface Meta {
  readonly limit: number
  readonly next_cursor: string | null
  readonly has_more: boolean
}

async function shadow(client: Client, id: string, body?: object): Promise<ShadowReport & { meta: Meta }> {
  const response = (await client.post(`/workflows/${id}/draft/shadow`, body)).expect(200)
  return { ...response.data<ShadowReport>(), meta: response.cursorMeta }
}

async function saveDraft(client: Client, id: string, draft: object): Promise<void> {
  ;(await client.put(`/workflows/${id}/draft`, { edges: [], ...draft })).expect(200)
}

async function publish(client: Client, graph: object): Promise<string> {
  return (await client.createWorkflow({ status: 'published', ...graph })).id
}

const summaryOf = ({ execution_id: id, result }: ShadowRun) => [id, result]

describeOnEveryStore('Extension: try the working copy on past runs', (shared) => {
  it('A report says for each run what would change, newest first, with totals', async () => {
    const client = await shared.client()
    const id = await publish(client, PRICE)
    const runs: Execution[] = []
    for (const amount of [1, 5, 10]) runs.push(await client.run({ id }, { amount }))
    const draft = {
      ...PRICE,
      nodes: [START, set('price', { total: '{{ Math.min(input.amount * 2, 10) }}' })],
    }
    await saveDraft(client, id, draft)
    const { runs: tried, totals, meta } = await shadow(client, id)
    assert.deepEqual(tried.map(summaryOf), [
      [runs[2]?.id, 'changed'],
      [runs[1]?.id, 'same'],
      [runs[0]?.id, 'same'],
    ])
    assert.deepEqual(totals, { same: 2, changed: 1, unknown: 0, failed: 0 })
    assert.deepEqual(meta, { limit: 10, next_cursor: null, has_more: false })
    const { started_at: startedAt, ...changed } = tried[0] ?? assert.fail('no run')
    assert.equal(startedAt, runs[2]?.started_at)
    const change = { pointer: '/total', before: '20', after: '10' }
    assert.deepEqual(changed, {
      execution_id: runs[2]?.id,
      version_number: 1,
      result: 'changed',
      message: null,
      before: { status: 'completed', error: null },
      after: { status: 'completed', error: null },
      changes: [change],
      differences: [
        {
          node_id: 'price',
          iteration: null,
          before: { status: 'completed', handle: 'main', error: null },
          after: { status: 'completed', handle: 'main', error: null },
          changes: [change],
        },
      ],
      difference_count: 1,
      unanswered: [],
      unanswered_count: 0,
    })
  })

  it('One run can be tried with its data, and large outputs are left out', async () => {
    const client = await shared.client()
    const id = await publish(client, PRICE)
    const run = await client.run({ id }, { amount: 3 })
    await saveDraft(client, id, {
      ...PRICE,
      nodes: [START, set('price', { total: '{{ "x".repeat(70000) }}' })],
    })
    const { runs } = await shadow(client, id, { execution_ids: [run.id.toUpperCase()], data: true })
    assert.deepEqual(runs[0]?.before.output, { total: 6 })
    assert.deepEqual([runs[0]?.after?.status, runs[0]?.after?.output], ['completed', undefined])
    assert.equal(runs[0]?.changes[0]?.after?.length, 121)
  })

  it('Portions go from the newest run to older ones until the count is reached', async () => {
    const client = await shared.client()
    const id = await publish(client, PRICE)
    const ids: string[] = []
    for (let amount = 0; amount < 13; amount += 1) ids.unshift((await client.run({ id }, { amount })).id)
    const first = await shadow(client, id, { count: 12 })
    assert.deepEqual(
      first.runs.map(({ execution_id: one }) => one),
      ids.slice(0, 10),
    )
    const second = await shadow(client, id, { count: 2, cursor: first.meta.next_cursor })
    assert.deepEqual(
      second.runs.map(({ execution_id: one }) => one),
      ids.slice(10, 12),
    )
    assert.equal(second.meta.next_cursor, null)
    const all = await shadow(client, id, { count: 100, cursor: first.meta.next_cursor })
    assert.deepEqual([all.runs.length, all.meta.next_cursor], [3, null])
  })

  it('Test runs and runs that have not ended are not tried', async () => {
    const client = await shared.client()
    const wait = { id: 'wait', type: 'wait', data: { for: 'event', event: 'go' } }
    const id = await publish(client, { nodes: [START, wait], edges: [edge('start', 'wait')] })
    const open = await client.accept({ id })
    const test = await client.post(`/workflows/${id}/execute`, { draft: true })
    const { runs } = await shadow(client, id)
    assert.deepEqual(runs, [])
    for (const one of [open.execution_id, test.expect(202).data<{ execution_id: string }>().execution_id]) {
      const refused = await client.post(`/workflows/${id}/draft/shadow`, { execution_ids: [one] })
      refused.error(404, 'NOT_FOUND')
    }
  })

  it('A run whose trigger is gone would not start', async () => {
    const client = await shared.client()
    const form = await client.createForm()
    const trigger = { id: 'form', type: 'form', data: { form_id: form.id } }
    const id = await publish(client, { nodes: [trigger, START] })
    const submission = await client.post(`/forms/${form.id}/submissions`, {
      data: { email: 'a@example.com' },
    })
    submission.expect(201)
    await saveDraft(client, id, { nodes: [START] })
    for (;;) {
      const { runs } = await shadow(client, id)
      const [run] = runs
      if (run === undefined) continue
      assert.deepEqual([run.result, run.after], ['changed', null])
      assert.match(run.message ?? '', /does not have the trigger "form"/)
      return
    }
  })

  it('Requests without a recorded answer are listed with their reason', async () => {
    const client = await shared.client()
    const call = (path: string) => ({
      id: 'call',
      type: 'http',
      data: { url: `${client.service.url}${path}`, fail_on_status: false },
    })
    const id = await publish(client, { nodes: [START, call('/livez')], edges: [edge('start', 'call')] })
    const run = await client.run({ id })
    assert.equal(run.status, 'completed', JSON.stringify(run.error))
    assert.equal((await shadow(client, id)).runs[0]?.result, 'same')
    await saveDraft(client, id, { nodes: [START, call('/readyz')], edges: [edge('start', 'call')] })
    const { runs, totals } = await shadow(client, id)
    assert.deepEqual(totals, { same: 0, changed: 0, unknown: 1, failed: 0 })
    assert.deepEqual(runs[0]?.unanswered, [
      { node_id: 'call', iteration: null, reason: 'changed_request', parameters: ['url'] },
    ])
    assert.equal(runs[0]?.after, null)
  })

  it('Trying leaves no execution, no audit entry and no change of the original run', async () => {
    const { owner, browser } = await shared.person('owner')
    const id = await publish(owner, PRICE)
    const run = await owner.run({ id }, { amount: 1 })
    const read = async () => [
      (await owner.get('/executions')).expect(200).data<ExecutionOverview[]>(),
      (await owner.get(`/executions/${run.id}`)).expect(200).data<Execution>(),
      (await browser.send('GET', '/audit')).body,
    ]
    const before = await read()
    await shadow(owner, id)
    assert.deepEqual(await read(), before)
  })

  it('An unpublished workflow is tried on the runs it had, and an account sees only its own', async () => {
    const [client, stranger] = [await shared.client(), await shared.client()]
    const { id } = await client.createWorkflow(PRICE)
    const run = await client.run({ id }, { amount: 1 })
    assert.deepEqual((await shadow(client, id)).runs.map(summaryOf), [[run.id, 'same']])
    ;(await stranger.post(`/workflows/${id}/draft/shadow`)).error(404, 'NOT_FOUND')
    const own = (await stranger.createWorkflow(PRICE)).id
    const refused = await stranger.post(`/workflows/${own}/draft/shadow`, { execution_ids: [run.id] })
    refused.error(404, 'NOT_FOUND')
    ;(await client.post(`/workflows/${ABSENT}/draft/shadow`)).error(404, 'NOT_FOUND')
  })

  it('Requests that make no sense are refused with every issue', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const issuesOf = async (body: object) =>
      issuePaths((await client.post(`/workflows/${id}/draft/shadow`, body)).error(400, 'VALIDATION_ERROR'))
    assert.deepEqual(await issuesOf({ count: 101 }), ['count'])
    assert.deepEqual(await issuesOf({ count: 0, cursor: 'x' }), ['count', 'cursor'])
    assert.deepEqual(await issuesOf({ data: true }), ['data'])
    assert.deepEqual(await issuesOf({ execution_ids: [ABSENT], count: 5 }), ['count'])
    assert.deepEqual(await issuesOf({ execution_ids: [] }), ['execution_ids'])
  })

  it('A viewer may not try a working copy', async () => {
    const { owner, browser } = await shared.person('viewer')
    const { id } = await owner.createWorkflow()
    const answer = await browser.send('POST', `/v1/workflows/${id}/draft/shadow`)
    assert.equal(answer.status, 403)
  })
})
