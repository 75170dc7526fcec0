import assert from 'node:assert/strict'
import { it } from 'node:test'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { exampleRequest } from '../support/example-request.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const ISO_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

describeOnEveryStore('Specification 1: purpose of the service and the response envelope', (shared) => {
  it('A client can create, read, update, delete and list workflows (graphs of nodes and edges)', async () => {
    const client = await shared.client()
    const nodes = [{ id: 'a', type: 'start' }]
    const edges = [{ source: 'a', target: 'a' }]
    const { id } = await client.createWorkflow({ name: 'One', nodes, edges })
    const read = (await client.get(`/workflows/${id}`)).expect(200).data<Record<string, unknown>>()
    assert.deepEqual([read['nodes'], read['edges']], [nodes, edges])
    ;(await client.patch(`/workflows/${id}`, { name: 'Two' })).expect(200)
    assert.deepEqual(namesOf((await client.get('/workflows')).data()), ['Two'])
    ;(await client.delete(`/workflows/${id}`)).expect(200)
    ;(await client.get(`/workflows/${id}`)).error(404, 'NOT_FOUND')
    assert.deepEqual((await client.get('/workflows')).data(), [])
  })

  it('A client can run a workflow with an input object and read the status, output and logs of the run', async () => {
    const client = await shared.client()
    const nodes = [
      { id: 'say', type: 'log', data: { message: 'Hello {{ input.name }}' } },
      { id: 'out', type: 'set', data: { values: { greeting: 'Hello {{ input.name }}' } } },
    ]
    const workflow = await client.createWorkflow({ nodes, edges: [{ source: 'say', target: 'out' }] })
    const { id } = await client.run(workflow, { name: 'Ada' })
    const run = (await client.get(`/executions/${id}`)).expect(200).data<{
      status: string
      output: unknown
      logs: { message: string }[]
    }>()
    assert.equal(run.status, 'completed')
    assert.deepEqual(run.output, { greeting: 'Hello Ada' })
    assert.ok(run.logs.some((entry) => entry.message === 'Hello Ada'))
  })

  it('A client can list executions of a workflow', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow()
    const other = await client.createWorkflow()
    const { id } = await client.run(workflow)
    await client.run(other)
    const listed = (await client.get(`/workflows/${workflow.id}/executions`)).expect(200)
    assert.deepEqual(
      listed.data<{ id: string }[]>().map((run) => run.id),
      [id],
    )
  })

  it('A client can define forms, submit data to them and read the submissions', async () => {
    const client = await shared.client()
    const form = await client.createForm()
    const data = { email: 'ada@example.com' }
    ;(await client.post(`/forms/${form.id}/submissions`, { data })).expect(201)
    const listed = (await client.get(`/forms/${form.id}/submissions`)).expect(200).data<{ data: unknown }[]>()
    assert.deepEqual(
      listed.map((submission) => submission.data),
      [data],
    )
  })

  it('A client can store credentials and list and delete them', async () => {
    const client = await shared.client()
    const body = { name: 'Key', type: 'api_key', value: 's3cret-value' }
    const { id } = (await client.post('/credentials', body)).expect(201).data<{ id: string }>()
    assert.deepEqual(namesOf((await client.get('/credentials')).expect(200).data()), ['Key'])
    ;(await client.delete(`/credentials/${id}`)).expect(200)
    assert.deepEqual((await client.get('/credentials')).expect(200).data(), [])
  })

  it('A client can list connected integrations and test one', async () => {
    const client = await shared.client()
    const [first] = (await client.get('/integrations')).expect(200).data<{ id: string }[]>()
    assert.ok(first !== undefined)
    const tested = (await client.post(`/integrations/${first.id}/test`)).expect(200)
    assert.equal(tested.data<{ id: string }>().id, first.id)
  })

  it('A client can register, list and delete webhooks that receive events', async () => {
    const client = await shared.client()
    const body = { url: 'https://example.com/hook', events: ['workflow.executed'], secret: 'shared secret' }
    const { id } = (await client.post('/webhooks', body)).expect(201).data<{ id: string }>()
    assert.equal((await client.get('/webhooks')).expect(200).data<unknown[]>().length, 1)
    ;(await client.delete(`/webhooks/${id}`)).expect(200)
    assert.deepEqual((await client.get('/webhooks')).expect(200).data(), [])
  })

  for (const operation of OPERATIONS.filter(({ success }) => success.mediaType === undefined)) {
    it(`${operation.id}: a success has \`success\` true, \`data\` (object or array) and optionally \`meta\``, async () => {
      const client = await shared.client()
      const { method, path, ...request } = await exampleRequest(operation, client)
      const { status, headers, body } = await client.send(method, path, request)
      assert.equal(status, operation.success.status, JSON.stringify(body))
      assert.match(String(headers.get('content-type')), /^application\/json/)
      assert.equal(body['success'], true)
      assert.equal(typeof body['data'], 'object')
      // Only listening can end without a result.
      if (operation.id !== 'listenForEvent') assert.ok(body['data'] !== null)
      const expected =
        operation.success.meta === undefined ? ['data', 'success'] : ['data', 'meta', 'success']
      assert.deepEqual(Object.keys(body).sort(), expected)
    })
  }

  it('An error has `success` false and `error` (object with `code` string, `message` string, `details` object)', async () => {
    const client = await shared.client()
    ;(await shared.withKey('no such key').get('/workflows')).error(401, 'UNAUTHORIZED')
    ;(await client.get('/workflows/018f0000-0000-7000-8000-000000000000')).error(404, 'NOT_FOUND')
    ;(await client.get('/workflows/not-an-id')).error(400, 'VALIDATION_ERROR')
    ;(await client.post('/workflows', {})).error(400, 'VALIDATION_ERROR')
    ;(await client.get('/nothing')).error(404, 'NOT_FOUND')
  })

  it('Rule 2: the `meta` object of a page-numbered list carries `page`, `limit` and `total` as integers', async () => {
    const client = await shared.client()
    for (const path of ['/workflows', '/forms', '/credentials', '/integrations', '/webhooks']) {
      const meta = (await client.get(path)).expect(200).pageMeta
      assert.deepEqual(Object.keys(meta).sort(), ['limit', 'page', 'total'], path)
      assert.ok(Object.values(meta).every(Number.isInteger), path)
    }
  })

  it('Rule 3: timestamps are ISO 8601 strings in UTC', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow()
    const run = await client.run(workflow)
    const [summary] = (await client.get('/workflows')).data<{ updated_at: string }[]>()
    const accepted = await client.accept(workflow)
    const times = [
      workflow.created_at,
      summary?.updated_at,
      run.started_at,
      run.completed_at,
      accepted.started_at,
    ]
    for (const time of times) assert.match(String(time), ISO_UTC)
  })
})

function namesOf(items: { name: string }[]): string[] {
  return items.map((item) => item.name)
}
