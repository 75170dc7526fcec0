import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { EngineFixture } from './testing/engine-fixture.ts'
import { RecordingKind } from './testing/recording-kind.ts'
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

  it('A step whose parameters refer to a large value too often fails before its node runs', async () => {
    const effect = new RecordingKind()
    const engine = await fixture.startEngine({ catalogue: fixture.catalogueWith(effect) })
    // Longer than any string of JavaScript can be.
    const list = Array.from({ length: 6_000 }, () => '{{ input }}')
    for (const kind of ['effect', 'log', 'for_each']) {
      const graph = { nodes: [node('a', kind, { message: 'All', items: list, data: '{{ input }}' })] }
      const { error } = await fixture.run(engine, graph, { text: 'x'.repeat(100_000) })
      assert.deepEqual(error, {
        code: 'PARAMETERS_TOO_LARGE',
        message:
          'The parameters of this step are larger than 32 MiB together; the largest one is `items`. Pass on only what the node needs, or split the work, for example with a `for_each`.',
        node_id: 'a',
      })
    }
    assert.deepEqual(effect.calls, [])
    assert.deepEqual(fixture.loggedProblems, [])
  })
})
