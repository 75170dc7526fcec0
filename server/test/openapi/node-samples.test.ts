import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { WorkflowEdgeSchema, WorkflowNodeSchema } from '@millrace/contract/graph.ts'
import { ProcessSandbox } from '#adapters/sandbox/process-sandbox.ts'
import { readGraph, readRetry, type RetryPolicy } from '#domain/index.ts'
import { sampleNode } from '#http/docs/pages/sample-node.ts'
import { plainSchema } from '#http/openapi/plain-schema.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'
import { problemsOfSample } from './problems-of-samples.ts'
import { startService, type TestService } from '#test/support/test-service.ts'

const NODE_KINDS = loopbackNodeKinds(new ProcessSandbox())

describe('the samples of the node reference', () => {
  let service: TestService
  let path: string

  before(async () => {
    service = await startService()
    const { body } = await service.request('POST', '/v1/workflows', { body: { name: 'Samples' } })
    path = `/v1/workflows/${body.data.id}/check`
  })
  after(() => service.destroy())

  for (const kind of NODE_KINDS) {
    it(`pass the check of the engine for \`${kind.type}\``, async () => {
      assert.ok(kind.example !== undefined, 'the kind has an example')
      const { body } = await service.request('POST', path, { body: { nodes: [sampleNode(kind)], edges: [] } })
      // A loop alone repeats nothing.
      const isAboutGraph = ({ parameter }: { parameter: string | null }) => parameter === null
      const found = problemsOfSample(body.data).filter(
        (problem) => problem.severity === 'error' || !isAboutGraph(problem),
      )
      assert.deepEqual(found, [])
    })

    it(`describe the output of \`${kind.type}\``, () => {
      assert.match(kind.output ?? '', /[.)]$/)
      for (const note of kind.notes ?? []) assert.match(note, /\.$/)
    })
  }

  it('would report a node that cannot run', async () => {
    const { body } = await service.request('POST', path, {
      body: { nodes: [{ id: 'a', type: 'schedule' }], edges: [] },
    })
    assert.notDeepEqual(body.data.problems, [])
  })

  it('include a node and an edge that the check accepts', async () => {
    const [node] = plainSchema(WorkflowNodeSchema).examples ?? []
    const [edge] = plainSchema(WorkflowEdgeSchema).examples ?? []
    const nodes = [
      node,
      { id: 'check', type: 'if', data: { condition: 'true' } },
      { id: 'notify', type: 'log', data: { message: 'Large order' } },
    ]
    const { body } = await service.request('POST', path, { body: { nodes, edges: [edge] } })
    assert.deepEqual(problemsOfSample(body.data), [])
  })
})

describe('the documented fields of a node', () => {
  const { properties: fields = {} } = plainSchema(WorkflowNodeSchema)
  const { properties: retry = {} } = fields['retry'] ?? {}

  it('have the retry defaults of the engine', () => {
    const engine = readRetry({}, assert.fail) as RetryPolicy
    assert.deepEqual(
      {
        maxAttempts: retry['max_attempts']?.default,
        initialMs: retry['initial_ms']?.default,
        factor: retry['factor']?.default,
        maxMs: retry['max_ms']?.default,
        jitter: retry['jitter']?.default,
      },
      engine,
    )
  })

  it('have the retry bounds of the engine', () => {
    for (const [name, { minimum, maximum, anyOf }] of Object.entries(retry)) {
      const bounds = anyOf?.find((choice) => choice.minimum !== undefined) ?? { minimum, maximum }
      const accepts = (value: number) => {
        let isAccepted = true
        readRetry({ [name]: value }, () => (isAccepted = false))
        return isAccepted
      }
      const { minimum: least = Number.NaN, maximum: most = Number.NaN } = bounds
      assert.deepEqual([least, most, least - 1, most + 1].map(accepts), [true, true, false, false], name)
    }
  })

  it('have the other bounds and choices of the engine', () => {
    const accepts = (node: object) =>
      readGraph({ nodes: [{ id: 'a', type: 'set', ...node }], edges: [] }, () => false).problems.length === 0
    for (const name of ['on_error', 'on_unknown']) {
      for (const choice of fields[name]?.enum ?? [])
        assert.ok(accepts({ [name]: choice }), `${name} ${String(choice)}`)
      assert.ok(!accepts({ [name]: 'other' }), name)
    }
    for (const join of fields['data']?.properties?.['join']?.enum ?? [])
      assert.ok(accepts({ data: { join } }))
    assert.ok(!accepts({ data: { join: 'other' } }))
    const { minimum = 0, maximum = 0 } = fields['timeout_ms'] ?? {}
    assert.deepEqual(
      [minimum, maximum, minimum - 1, maximum + 1].map((timeout_ms) => accepts({ timeout_ms })),
      [true, true, false, false],
    )
  })
})
