import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Client } from '#test/contract/support/client.ts'
import { describeOnEveryStore } from '#test/contract/support/on-every-store.ts'

const SCHEMA = {
  type: 'object',
  required: ['customer', 'lines'],
  additionalProperties: false,
  properties: {
    customer: {
      type: 'object',
      required: ['email'],
      properties: {
        email: { type: 'string', format: 'email' },
        code: { type: 'string', pattern: '^[A-Z]+$' },
      },
    },
    lines: { type: 'array', minItems: 1, items: { $ref: '#/$defs/line' } },
  },
  $defs: {
    line: { type: 'object', required: ['price'], properties: { price: { type: 'number', minimum: 0 } } },
  },
}
const start = (schema: unknown) => ({ id: 'start', type: 'start', data: { input_schema: schema } })
const VALID = { customer: { email: 'ada@example.com' }, lines: [{ price: 1 }] }

interface Issue {
  readonly path: string
  readonly message: string
}

async function issuesOf(client: Client, id: string, body: object): Promise<readonly Issue[]> {
  const { details } = (await client.post(`/workflows/${id}/execute`, body)).error(400, 'VALIDATION_ERROR')
  return (details as { issues: Issue[] }).issues
}

describeOnEveryStore('The input schema', (shared) => {
  it('An execution with an input that does not fit is refused, with every problem and its path', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({ nodes: [start(SCHEMA)] })
    const input = {
      customer: { email: 'nobody', code: 'abc' },
      lines: [{ price: 'x' }, { price: -1 }, {}],
      more: 1,
    }
    assert.deepEqual(await issuesOf(client, workflow.id, { input }), [
      { path: 'input.customer.email', message: 'must be an email address' },
      { path: 'input.customer.code', message: 'must match the pattern ^[A-Z]+$' },
      { path: 'input.lines[0].price', message: 'must be a number, not a text' },
      { path: 'input.lines[1].price', message: 'must be at least 0' },
      { path: 'input.lines[2].price', message: 'is missing' },
      { path: 'input.more', message: 'is not a known field' },
    ])
    assert.deepEqual(
      (await issuesOf(client, workflow.id, {})).map(({ path }) => path),
      ['input.customer', 'input.lines'],
    )
    assert.deepEqual((await client.run(workflow, VALID)).output, VALID)
    const listed = (await client.get(`/workflows/${workflow.id}/executions`)).data<unknown[]>()
    assert.equal(listed.length, 1, 'refused requests leave nothing behind')
  })

  it('The schema of the current version counts, also right after an edit', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({ nodes: [{ id: 'start', type: 'start' }] })
    assert.equal((await client.run(workflow, { any: 1 })).status, 'completed')
    ;(await client.patch(`/workflows/${workflow.id}`, { nodes: [start({ required: ['name'] })] })).expect(200)
    assert.equal((await issuesOf(client, workflow.id, { input: { any: 1 } })).length, 1)
    ;(await client.patch(`/workflows/${workflow.id}`, { nodes: [start({})] })).expect(200)
    assert.equal((await client.run(workflow, { any: 1 })).status, 'completed')
  })

  it('A test run of the working copy is checked as well, unless its start is pinned', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ nodes: [start(SCHEMA)] })
    assert.equal((await issuesOf(client, id, { draft: true, input: {} })).length, 2)
    const pinned = { ...start(SCHEMA), pinned_output: { lines: 'any' } }
    ;(await client.patch(`/workflows/${id}`, { nodes: [pinned] })).expect(200)
    ;(await client.post(`/workflows/${id}/execute`, { draft: true })).expect(202)
  })

  it('A sub-workflow with an input that does not fit fails in its first step, and says why', async () => {
    const client = await shared.client()
    const called = await client.createWorkflow({ nodes: [start({ required: ['name'] })] })
    const workflow = await client.createWorkflow({
      nodes: [{ id: 'call', type: 'workflow', data: { workflow_id: called.id, input: { other: 1 } } }],
    })
    const { status, error } = await client.run(workflow)
    assert.equal(status, 'failed')
    assert.match(error?.message ?? '', /does not fit the input schema: name is missing/)
  })

  it('Other triggers do not use the schema of start', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({
      status: 'published',
      nodes: [start({ required: ['name'] }), { id: 'hook', type: 'webhook' }],
    })
    const triggers = (await client.get(`/workflows/${workflow.id}/triggers`)).expect(200)
    const hook = triggers.data<{ url: string | null }[]>().find(({ url }) => typeof url === 'string')
    const response = await fetch(hook?.url ?? '', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    assert.ok(response.ok)
  })

  it('The check reports an invalid schema, and one that is too costly', async () => {
    const client = await shared.client()
    const problemsOf = async (schema: unknown) => {
      const { id } = await client.createWorkflow({ nodes: [start(schema)] })
      const { problems } = (await client.post(`/workflows/${id}/check`)).expect(200).data<{
        problems: { message: string; severity: string }[]
      }>()
      return problems
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => message)
        .join('\n')
    }
    assert.match(await problemsOf('text'), /`input_schema` must be a JSON Schema/)
    assert.match(await problemsOf({ type: 'strin' }), /`input_schema.type` must be one of/)
    assert.match(
      await problemsOf({ properties: { a: { patern: 'x' } } }),
      /`input_schema.properties.a.patern` is not a keyword/,
    )
    assert.match(
      await problemsOf({ properties: { a: { pattern: '(' } } }),
      /`input_schema.properties.a.pattern` cannot be used/,
    )
    assert.match(
      await problemsOf({ $ref: 'https://example.com/schema' }),
      /nothing outside of the schema is read/,
    )
    assert.match(
      await problemsOf({ $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }] } } }),
      /refers to itself without end/,
    )
    assert.match(await problemsOf({ enum: ['x'.repeat(70_000)] }), /is larger than 65536 bytes/)
    assert.equal(await problemsOf(SCHEMA), '')
  })
})
