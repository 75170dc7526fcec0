import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Execution } from '@millrace/contract/execution.ts'
import type { Workflow, WorkflowSummary } from '@millrace/contract/workflow.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'

const clock = new SettableClock('2026-03-10T12:00:00.000Z')
const FIELDS = ['created_at', 'description', 'edges', 'id', 'name', 'nodes', 'status', 'variables']

/** Everything an unfinished graph may contain. */
const ODD_NODES = [
  {},
  { id: 7, type: null },
  { id: 'a', type: 'no such type', data: 'text', nested: { list: [1, [2, [3]]], empty: {} } },
  { 'с кириллицей': '🚀', '': '', 'a.b': 1e-7, big: 9007199254740991, negative: -0.5 },
]

describeOnEveryStore(
  'Contract: workflows',
  (shared) => {
    it('Create requires only a name and fills in the defaults', async () => {
      const client = await shared.client()
      const { id, created_at: createdAt, ...rest } = await client.createWorkflow({ name: 'Only a name' })
      assert.ok(id.length > 0 && createdAt.length > 0)
      assert.deepEqual(rest, {
        name: 'Only a name',
        description: '',
        status: 'draft',
        nodes: [],
        edges: [],
        variables: {},
      })
    })

    it('Create accepts each of the fields', async () => {
      const client = await shared.client()
      const wanted = {
        name: 'All of it',
        description: 'Text\nwith lines',
        status: 'published',
        nodes: ODD_NODES,
        edges: [{ source: 'a' }, {}],
        variables: { a: { b: [null, true] } },
      }
      const { id, created_at: _, ...rest } = await client.createWorkflow(wanted)
      assert.deepEqual(rest, wanted)
      const read = (await client.get(`/workflows/${id}`)).data<Workflow>()
      assert.deepEqual(read, { id, created_at: _, ...wanted })
    })

    it('A workflow name has 1 to 200 characters after trimming', async () => {
      const client = await shared.client()
      assert.equal((await client.createWorkflow({ name: '  Trimmed \n' })).name, 'Trimmed')
      assert.equal((await client.createWorkflow({ name: 'x'.repeat(200) })).name.length, 200)
      assert.equal([...(await client.createWorkflow({ name: '🚀'.repeat(200) })).name].length, 200)
      const padded = `  ${'y'.repeat(200)}  `
      assert.equal((await client.createWorkflow({ name: padded })).name, padded.trim())
      for (const name of ['', '   ', '\t\n', 'x'.repeat(201), null, 5, ['x'], { x: 1 }]) {
        const error = (await client.post('/workflows', { name })).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), ['name'])
      }
    })

    it('Create, get and patch return exactly the get shape of the specification', async () => {
      const client = await shared.client()
      const created: object = await client.createWorkflow()
      const { id } = created as Workflow
      const read = (await client.get(`/workflows/${id}`)).data<object>()
      const patched = (await client.patch(`/workflows/${id}`, { name: 'x' })).data<object>()
      for (const workflow of [created, read, patched]) assert.deepEqual(Object.keys(workflow).sort(), FIELDS)
    })

    it('Patch accepts the same fields, each alone, and leaves the others unchanged', async () => {
      const client = await shared.client()
      const before = await client.createWorkflow({ name: 'Before', description: 'D', variables: { a: 1 } })
      const changes = [
        { name: 'After' },
        { description: '' },
        { status: 'published' },
        { nodes: ODD_NODES },
        { edges: [{ x: 1 }] },
        { variables: {} },
      ]
      const expected = { ...before }
      for (const change of changes) {
        Object.assign(expected, change)
        const response = await client.patch(`/workflows/${before.id}`, change)
        assert.deepEqual(response.expect(200).data<Workflow>(), expected)
      }
      assert.deepEqual((await client.get(`/workflows/${before.id}`)).data<Workflow>(), expected)
    })

    it('Patch changes `updated_at` and no other time', async () => {
      const client = await shared.client()
      const { id, created_at: createdAt } = await client.createWorkflow()
      clock.advance(60_000)
      ;(await client.patch(`/workflows/${id}`, { name: 'Later' })).expect(200)
      const summary = await summaryOf(client, id)
      assert.equal(summary.created_at, createdAt)
      assert.equal(Date.parse(summary.updated_at) - Date.parse(createdAt), 60_000)
    })

    it('Unknown and read-only fields are ignored on create and patch', async () => {
      const client = await shared.client()
      const extra = { id: 'mine', created_at: 'then', updated_at: 1, account_id: 'x', revision: 9, foo: [] }
      const { id, created_at: createdAt } = await client.createWorkflow({ name: 'N', ...extra })
      const response = await client.patch(`/workflows/${id}`, { ...extra, name: 'M' })
      const patched = response.expect(200).data<Workflow>()
      assert.deepEqual([patched.id, patched.created_at, patched.name], [id, createdAt, 'M'])
      assert.deepEqual(Object.keys(patched).sort(), FIELDS)
    })

    it('The body that GET returns can be sent to PATCH without effect: same ETag, same `updated_at`', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow({ nodes: ODD_NODES, variables: { z: 1, a: { y: 2, b: 3 } } })
      ;(await client.patch(`/workflows/${id}`, { description: 'changed once' })).expect(200)
      const read = await client.get(`/workflows/${id}`)
      const summary = await summaryOf(client, id)
      clock.advance(5_000)
      for (const body of [
        read.data<object>(),
        {},
        reverseKeys(read.data<object>()),
        { name: ' Workflow ' },
      ]) {
        const response = (await client.patch(`/workflows/${id}`, body)).expect(200)
        assert.deepEqual(response.data(), read.data())
        assert.equal(response.header('etag'), read.header('etag'))
      }
      assert.deepEqual(await summaryOf(client, id), summary)
    })

    it('Entries of `nodes` and `edges` that are not objects are rejected with their path', async () => {
      const client = await shared.client()
      for (const [part, paths] of [
        [{ nodes: {} }, ['nodes']],
        [{ nodes: 'x' }, ['nodes']],
        [{ nodes: null }, ['nodes']],
        [{ nodes: [1, {}, 'x'] }, ['nodes[0]', 'nodes[2]']],
        [{ edges: [[]] }, ['edges[0]']],
        [{ edges: [null] }, ['edges[0]']],
        [{ variables: [] }, ['variables']],
        [{ variables: null }, ['variables']],
        [{ description: null }, ['description']],
      ] as const) {
        const error = (await client.post('/workflows', { name: 'x', ...part })).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), paths)
      }
    })

    it('Publishing never fails because of the graph; running an invalid one gives a failed execution', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow({ nodes: ODD_NODES, edges: [{ source: 'x', target: 'y' }] })
      ;(await client.patch(`/workflows/${id}`, { status: 'published' })).expect(200)
      assert.equal((await client.run({ id })).status, 'failed')
    })

    it('Delete removes a workflow from get, list, patch and execute, and executions stay readable by id', async () => {
      const client = await shared.client()
      const workflow = await client.createWorkflow({ nodes: [{ id: 's', type: 'start' }] })
      const run = await client.run(workflow, { kept: true })
      ;(await client.delete(`/workflows/${workflow.id}`)).expect(200)
      ;(await client.get(`/workflows/${workflow.id}`)).error(404, 'NOT_FOUND')
      ;(await client.patch(`/workflows/${workflow.id}`, {})).error(404, 'NOT_FOUND')
      ;(await client.post(`/workflows/${workflow.id}/execute`)).error(404, 'NOT_FOUND')
      ;(await client.get(`/workflows/${workflow.id}/executions`)).error(404, 'NOT_FOUND')
      assert.equal((await client.get('/workflows')).pageMeta.total, 0)
      assert.deepEqual((await client.get(`/executions/${run.id}`)).expect(200).data<Execution>(), run)
    })

    it('Runs that were accepted before a delete finish on the version they started with', async () => {
      const client = await shared.client()
      const nodes = [{ id: 'out', type: 'set', data: { values: { version: 'one' } } }]
      const workflow = await client.createWorkflow({ nodes })
      const accepted = await Promise.all(Array.from({ length: 5 }, () => client.accept(workflow)))
      ;(await client.delete(`/workflows/${workflow.id}`)).expect(200)
      for (const { execution_id: id } of accepted) {
        const run = await waitForEnd(client, id)
        assert.deepEqual([run.status, run.output], ['completed', { version: 'one' }])
      }
    })
  },
  { clock },
)

async function summaryOf(client: Client, id: string): Promise<WorkflowSummary> {
  const found = (await client.get('/workflows')).data<WorkflowSummary[]>().find((item) => item.id === id)
  assert.ok(found !== undefined)
  return found
}

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, part]) => [key, reverseKeys(part)]),
  )
}

/** Polls until the run has ended. */
async function waitForEnd(client: Client, id: string): Promise<Execution> {
  for (;;) {
    const run = (await client.get(`/executions/${id}`)).expect(200).data<Execution>()
    if (run.status === 'completed' || run.status === 'failed') return run
  }
}
