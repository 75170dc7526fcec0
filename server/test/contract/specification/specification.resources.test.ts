import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

type Fields = Record<string, unknown>

const SUMMARY_FIELDS = ['created_at', 'id', 'name', 'status', 'updated_at']
const WORKFLOW_FIELDS = ['created_at', 'description', 'edges', 'id', 'name', 'nodes', 'status', 'variables']

describeOnEveryStore('Specification 2: resources and their fields', (shared) => {
  it('The workflow id is a string assigned by the service and the path parameter `:id` of workflow endpoints', async () => {
    const client = await shared.client()
    const chosen = '018f0000-0000-7000-8000-000000000000'
    const { id } = await client.createWorkflow({ id: chosen })
    assert.notEqual(id, chosen)
    assert.equal((await client.get(`/workflows/${id}`)).expect(200).data<Fields>()['id'], id)
  })

  it('The workflow name is required on create', async () => {
    const client = await shared.client()
    ;(await client.post('/workflows', { description: 'No name' })).error(400, 'VALIDATION_ERROR')
  })

  it('The workflow description is accepted on create and returned by get', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ description: 'What it is for' })
    assert.equal((await client.get(`/workflows/${id}`)).data<Fields>()['description'], 'What it is for')
  })

  it('The workflow status is `draft` or `published`', async () => {
    const client = await shared.client()
    for (const status of ['draft', 'published']) {
      assert.equal((await client.createWorkflow({ status })).status, status)
    }
    ;(await client.post('/workflows', { name: 'x', status: 'archived' })).error(400, 'VALIDATION_ERROR')
  })

  it('Workflow nodes and edges are accepted on create (empty array allowed) and returned by get', async () => {
    const client = await shared.client()
    const nodes = [{ id: 'a', type: 'start', position: { x: 1.5, y: -2 } }, { half: ['finished', null] }]
    const edges = [{ id: 'e', source: 'a', target: 'b', sourceHandle: null }]
    for (const graph of [
      { nodes, edges },
      { nodes: [], edges: [] },
    ]) {
      const { id } = await client.createWorkflow(graph)
      const read = (await client.get(`/workflows/${id}`)).data<Fields>()
      assert.deepEqual({ nodes: read['nodes'], edges: read['edges'] }, graph)
    }
  })

  it('Workflow variables are an object returned by get', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    assert.deepEqual((await client.get(`/workflows/${id}`)).data<Fields>()['variables'], {})
  })

  it('The workflow list returns only id, name, status, created_at, updated_at per item', async () => {
    const client = await shared.client()
    await client.createWorkflow({ description: 'x', variables: { a: 1 } })
    const [item] = (await client.get('/workflows')).data<Fields[]>()
    assert.deepEqual(Object.keys(item ?? {}).sort(), SUMMARY_FIELDS)
  })

  it('The workflow get returns id, name, description, status, nodes, edges, variables, created_at', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    assert.deepEqual(
      Object.keys((await client.get(`/workflows/${id}`)).data<Fields>()).sort(),
      WORKFLOW_FIELDS,
    )
  })

  it('An execution has id, workflow_id, status, started_at, completed_at, output (object) and logs (array)', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({ nodes: [{ id: 'a', type: 'start' }] })
    const { id } = await client.run(workflow, { a: 1 })
    const run = (await client.get(`/executions/${id}`)).expect(200).data<Fields>()
    assert.equal(run['id'], id)
    assert.equal(run['workflow_id'], workflow.id)
    assert.equal(run['status'], 'completed')
    assert.ok(Date.parse(String(run['started_at'])) <= Date.parse(String(run['completed_at'])))
    assert.deepEqual(run['output'], { a: 1 })
    assert.ok(Array.isArray(run['logs']))
  })

  it('The response that starts an execution uses the name `execution_id`, plus `status` and `started_at`', async () => {
    const client = await shared.client()
    const accepted: object = await client.accept(await client.createWorkflow())
    assert.deepEqual(Object.keys(accepted).sort(), ['execution_id', 'started_at', 'status'])
  })

  it('A form has a name and fields with `name`, `type` (`email` and `textarea` occur) and `required`', async () => {
    const client = await shared.client()
    const fields = [
      { name: 'email', type: 'email', required: true },
      { name: 'message', type: 'textarea', required: false },
    ]
    const { id } = await client.createForm({ name: 'Contact', fields })
    const read = (await client.get(`/forms/${id}`)).expect(200).data<Fields>()
    assert.equal(read['name'], 'Contact')
    assert.deepEqual(read['fields'], fields)
  })

  it('Submission data is a map of form field name to submitted value', async () => {
    const client = await shared.client()
    const form = await client.createForm({ fields: [{ name: 'age', type: 'number', required: true }] })
    const sent = await client.post(`/forms/${form.id}/submissions`, { data: { age: 36 } })
    assert.deepEqual(sent.expect(201).data<Fields>()['data'], { age: 36 })
  })

  it('A credential has name and type (`api_key` occurs), and its value is accepted on create and never returned by any endpoint', async () => {
    const client = await shared.client()
    const value = 'a-value-never-returned'
    const created = (await client.post('/credentials', { name: 'Key', type: 'api_key', value })).expect(201)
    const listed = (await client.get('/credentials')).expect(200)
    assert.equal(created.data<Fields>()['type'], 'api_key')
    assert.equal(created.data<Fields>()['name'], 'Key')
    await assertNowhere(client, value, [created.body, listed.body])
  })

  it('A webhook has url, events and secret (shared secret supplied by the client)', async () => {
    const client = await shared.client()
    const wanted = { url: 'https://example.com/hook', events: ['workflow.executed', 'form.submitted'] }
    const created = (await client.post('/webhooks', { ...wanted, secret: 'my secret' })).expect(201)
    const [listed] = (await client.get('/webhooks')).data<Fields[]>()
    for (const webhook of [created.data<Fields>(), listed]) {
      assert.deepEqual({ url: webhook?.['url'], events: webhook?.['events'] }, wanted)
    }
  })
})

async function assertNowhere(client: Client, secret: string, bodies: unknown[]): Promise<void> {
  const integrations = await client.get('/integrations')
  for (const body of [...bodies, integrations.body])
    assert.equal(JSON.stringify(body).includes(secret), false)
}
