import assert from 'node:assert/strict'
import { it } from 'node:test'
import { NODE_FAMILIES, type NodeType } from '@millrace/contract/node-type.ts'
import { compileNamedExpression, compileNamedTemplate } from '@millrace/expressions'
import { describeOnEveryStore, type SharedService } from '../support/on-every-store.ts'

describeOnEveryStore('Extension: GET /node-types', (shared) => {
  it('Every kind of node is listed once, and every family has one', async () => {
    const types = await list(shared)
    assert.equal(types.length, 44)
    assert.equal(new Set(types.map(({ type }) => type)).size, 44)
    assert.deepEqual(new Set(types.map(({ family }) => family)), new Set(NODE_FAMILIES))
  })

  it('The line and the handles of every example can be evaluated', async () => {
    for (const { type, family, line, handles, example } of await list(shared)) {
      const data = (example['data'] ?? {}) as never
      const compiledLine = compileNamedTemplate(line, ['data'])
      const compiledHandles = compileNamedExpression(handles, ['data'])
      assert.ok(compiledLine.ok && compiledHandles.ok, type)
      assert.equal(typeof compiledLine.text.evaluate({ data }), 'string', type)
      const names = compiledHandles.text.evaluate({ data })
      assert.ok(Array.isArray(names), type)
      assert.equal(names.length === 0, family === 'annotation', type)
    }
  })

  it('The parameters say how to show them', async () => {
    const types = new Map((await list(shared)).map((one) => [one.type, one]))
    assert.deepEqual(pick(types, 'code', 'code'), ['code', undefined])
    assert.deepEqual(pick(types, 'http', 'url'), ['url', undefined])
    assert.deepEqual(pick(types, 'integration', 'integration_id'), ['integration-id', undefined])
    assert.deepEqual(pick(types, 'wait', 'message'), ['multiline', { for: ['approval'] }])
    assert.deepEqual(types.get('loop')?.conditions, ['while'])
    assert.deepEqual(types.get('email')?.credential_types, ['smtp'])
    assert.ok(types.get('integration')?.credential_types.includes('slack'))
    assert.equal(types.get('for_each')?.is_loop, true)
    assert.equal(types.get('http')?.has_effect, true)
    assert.equal(JSON.stringify([...types.values()]).includes('x-format'), false)
  })

  it('A hint about how to show a parameter refuses no value', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({
      nodes: [{ id: 'a', type: 'http', data: { url: 'not a URL' } }],
    })
    // It is found as a mistake, and the workflow is stored and run all the same.
    const { problems } = (await client.post(`/workflows/${id}/check`)).expect(200).data<Check>()
    assert.deepEqual(
      problems.map(({ parameter }) => parameter),
      ['url'],
    )
    ;(await client.post(`/workflows/${id}/execute`)).expect(202)
  })
})

interface Check {
  readonly problems: readonly { readonly parameter: string | null }[]
}

async function list(shared: SharedService): Promise<NodeType[]> {
  return (await (await shared.client()).get('/node-types')).expect(200).data<NodeType[]>()
}

function pick(types: ReadonlyMap<string, NodeType>, type: string, parameter: string): unknown[] {
  const { parameters } = types.get(type) ?? assert.fail(type)
  const { properties } = parameters as {
    properties: Record<string, { format?: string; 'x-when'?: object }>
  }
  return [properties[parameter]?.format, properties[parameter]?.['x-when']]
}
