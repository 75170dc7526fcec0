import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { EngineFixture } from './testing/engine-fixture.ts'
import { edges, node, set } from './testing/test-graph.ts'

describe('Limits of an execution', () => {
  let fixture: EngineFixture
  beforeEach(async () => {
    fixture = await EngineFixture.open()
  })
  afterEach(() => fixture.destroy())

  it('A run with too many steps fails', async () => {
    const engine = await fixture.startEngine({ limits: { steps: 50 } })
    const { error } = await fixture.run(engine, {
      nodes: [node('endless', 'loop', { while: true, max_iterations: 100 }), set('body', {})],
      edges: edges('endless:each>body'),
    })
    assert.deepEqual(error, {
      code: 'TOO_MANY_STEPS',
      message: 'The run has more than 50 steps. Split the work into sub-workflows.',
      node_id: null,
    })
  })

  it('A run whose outputs are too large in total fails', async () => {
    const engine = await fixture.startEngine({ limits: { executionSize: 10_000 } })
    const { error } = await fixture.run(engine, {
      nodes: [node('endless', 'loop', { while: true }), set('body', { text: '{{ "x".repeat(3000) }}' })],
      edges: edges('endless:each>body'),
    })
    assert.equal(error?.code, 'EXECUTION_TOO_LARGE')
  })
})
