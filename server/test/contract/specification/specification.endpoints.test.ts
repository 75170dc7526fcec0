import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Workflow } from '@millrace/contract/workflow.ts'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

/** Section 4, line by line. */
const SPECIFIED = [
  'GET /workflows',
  'GET /workflows/:id',
  'POST /workflows',
  'PATCH /workflows/:id',
  'DELETE /workflows/:id',
  'POST /workflows/:id/execute',
  'GET /executions/:id',
  'GET /workflows/:id/executions',
  'GET /forms',
  'GET /forms/:id',
  'POST /forms',
  'POST /forms/:id/submissions',
  'GET /forms/:id/submissions',
  'GET /credentials',
  'POST /credentials',
  'DELETE /credentials/:id',
  'GET /integrations',
  'POST /integrations/:id/test',
  'POST /webhooks',
  'GET /webhooks',
  'DELETE /webhooks/:id',
]

type Named = { id: string; name: string; status: string }

describeOnEveryStore('Specification 3 and 4: states, transitions and endpoints', (shared) => {
  it('Every endpoint of section 4 is an operation, and every other operation is marked as an extension', () => {
    const operations = OPERATIONS.filter((operation) => operation.extension !== true)
    assert.deepEqual(operations.map(({ method, path }) => `${method} ${path}`).sort(), [...SPECIFIED].sort())
  })

  it('PATCH sets either workflow status from either state, together with other fields', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ name: 'Old' })
    const moves = ['published', 'published', 'draft', 'draft', 'published']
    for (const [index, status] of moves.entries()) {
      const name = `Name ${index}`
      const changed = (await client.patch(`/workflows/${id}`, { status, name })).expect(200).data<Workflow>()
      assert.deepEqual([changed.status, changed.name], [status, name])
      assert.deepEqual((await client.get(`/workflows/${id}`)).data<Workflow>(), changed)
    }
  })

  it('A PATCH with an unknown workflow status is rejected and changes nothing', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ name: 'Old' })
    ;(await client.patch(`/workflows/${id}`, { status: 'live', name: 'New' })).error(400, 'VALIDATION_ERROR')
    const { status, name } = (await client.get(`/workflows/${id}`)).data<Workflow>()
    assert.deepEqual([status, name], ['draft', 'Old'])
  })

  it('POST /workflows/:id/execute is accepted with the status `running` and responds with `execution_id`, `status` and `started_at`', async () => {
    const client = await shared.client()
    const accepted = await client.accept(await client.createWorkflow(), {})
    assert.equal(accepted.status, 'running')
    ;(await client.get(`/executions/${accepted.execution_id}`)).expect(200)
  })

  it('Completion of an execution sets `completed_at` and `output`', async () => {
    const client = await shared.client()
    const nodes = [{ id: 'out', type: 'return', data: { value: { total: 3 } } }]
    const run = await client.run(await client.createWorkflow({ nodes }))
    assert.equal(run.status, 'completed')
    assert.ok(run.completed_at !== null)
    assert.deepEqual(run.output, { total: 3 })
  })

  it('GET /workflows filters by `status`, and `meta.total` counts the result', async () => {
    const client = await shared.client()
    await client.createWorkflow({ name: 'D1' })
    await client.createWorkflow({ name: 'P1', status: 'published' })
    await client.createWorkflow({ name: 'D2' })
    for (const [status, names] of [
      ['draft', ['D2', 'D1']],
      ['published', ['P1']],
    ] as const) {
      const listed = (await client.get(`/workflows?status=${status}`)).expect(200)
      assert.deepEqual(
        listed.data<Named[]>().map(({ name }) => name),
        names,
      )
      assert.equal(listed.pageMeta.total, names.length)
    }
    ;(await client.get('/workflows?status=archived')).error(400, 'VALIDATION_ERROR')
  })

  it('GET /workflows searches by name with `search`, combined with `status` when both are given', async () => {
    const client = await shared.client()
    await client.createWorkflow({ name: 'Welcome mail' })
    await client.createWorkflow({ name: 'Mail digest', status: 'published' })
    await client.createWorkflow({ name: 'Report', description: 'mail' })
    const found = (await client.get('/workflows?search=mail')).expect(200)
    assert.equal(found.pageMeta.total, 2)
    const both = (await client.get('/workflows?search=mail&status=published')).data<Named[]>()
    assert.deepEqual(
      both.map(({ name }) => name),
      ['Mail digest'],
    )
  })

  it('POST /workflows accepts `name`, `description`, `nodes` and `edges`', async () => {
    const client = await shared.client()
    const body = { name: 'N', description: 'D', nodes: [{ id: 'a' }], edges: [{ source: 'a', target: 'a' }] }
    const { name, description, nodes, edges } = await client.createWorkflow(body)
    assert.deepEqual({ name, description, nodes, edges }, body)
  })

  it('PATCH /workflows/:id accepts `name` or `status` and leaves the other unchanged', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ name: 'A' })
    const named = (await client.patch(`/workflows/${id}`, { name: 'B' })).expect(200).data<Workflow>()
    assert.deepEqual([named.name, named.status], ['B', 'draft'])
    const moved = (await client.patch(`/workflows/${id}`, { status: 'published' })).data<Workflow>()
    assert.deepEqual([moved.name, moved.status], ['B', 'published'])
  })

  it('DELETE removes a workflow, a credential and a webhook; a second DELETE finds nothing', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const credential = await client.post('/credentials', { name: 'K', type: 'api_key', value: 'v-1234' })
    const webhook = await client.post('/webhooks', {
      url: 'https://example.com/',
      events: ['form.submitted'],
    })
    const paths = [
      `/workflows/${id}`,
      `/webhooks/${webhook.data<{ id: string }>().id}`,
      `/credentials/${credential.data<{ id: string }>().id}`,
    ]
    for (const path of paths) {
      ;(await client.delete(path)).expect(200)
      ;(await client.delete(path)).error(404, 'NOT_FOUND')
    }
  })

  it('POST /workflows/:id/execute accepts an `input` object with free-form keys', async () => {
    const client = await shared.client()
    const nodes = [{ id: 'start', type: 'start' }]
    const input = { 'any key at all': [1, 'two', { three: null }], ключ: true, '': 0 }
    assert.deepEqual((await client.run(await client.createWorkflow({ nodes }), input)).output, input)
  })

  it('GET /workflows/:id/executions filters by one of the four values of `status`', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({
      nodes: [{ id: 'f', type: 'fail', data: { message: 'no' } }],
    })
    await client.run({ id })
    for (const status of ['pending', 'running', 'completed', 'failed']) {
      const listed = (await client.get(`/workflows/${id}/executions?status=${status}`)).expect(200)
      assert.equal(listed.data<unknown[]>().length, status === 'failed' ? 1 : 0, status)
    }
    ;(await client.get(`/workflows/${id}/executions?status=done`)).error(400, 'VALIDATION_ERROR')
  })

  it('GET /workflows/:id/executions accepts ISO 8601 dates as `from` and `to`', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const { started_at: started } = await client.run({ id })
    const today = started.slice(0, 10)
    const count = async (query: string) =>
      (await client.get(`/workflows/${id}/executions?${query}`)).expect(200).data<unknown[]>().length
    assert.equal(await count(`from=${today}&to=${today}`), 1)
    assert.equal(await count('to=2001-01-01'), 0)
    assert.equal(await count('from=2999-01-01'), 0)
    ;(await client.get(`/workflows/${id}/executions?from=yesterday`)).error(400, 'VALIDATION_ERROR')
  })

  it('Page-numbered pagination takes `page` (default 1) and `limit` (default 20) and returns `page`, `limit` and `total`', async () => {
    const client = await shared.client()
    await Promise.all(Array.from({ length: 23 }, (_, index) => client.createWorkflow({ name: `W${index}` })))
    const first = (await client.get('/workflows')).expect(200)
    assert.deepEqual(first.pageMeta, { page: 1, limit: 20, total: 23 })
    assert.equal(first.data<unknown[]>().length, 20)
    const second = (await client.get('/workflows?page=2')).expect(200)
    assert.deepEqual(second.pageMeta, { page: 2, limit: 20, total: 23 })
    assert.equal(second.data<unknown[]>().length, 3)
    const fifth = (await client.get('/workflows?page=5&limit=5')).expect(200)
    assert.deepEqual(fifth.pageMeta, { page: 5, limit: 5, total: 23 })
    assert.equal(fifth.data<unknown[]>().length, 3)
  })

  it('Cursor-based pagination takes `cursor` (opaque string) and `limit` and returns `next_cursor` (string) and `has_more` (boolean)', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow()
    for (let count = 0; count < 5; count += 1) await client.accept(workflow)
    const path = `/workflows/${workflow.id}/executions?limit=3`
    const first = (await client.get(path)).expect(200)
    assert.equal(first.cursorMeta.has_more, true)
    assert.equal(typeof first.cursorMeta.next_cursor, 'string')
    const second = (await client.get(`${path}&cursor=${first.cursorMeta.next_cursor ?? ''}`)).expect(200)
    assert.equal(second.cursorMeta.has_more, false)
    const ids = [...first.data<Named[]>(), ...second.data<Named[]>()].map(({ id }) => id)
    assert.deepEqual([first.data<Named[]>().length, new Set(ids).size], [3, 5])
  })
})
