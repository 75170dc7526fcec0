import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { edges, node, set } from './testing/definition.ts'
import { EngineFixture } from './testing/engine-fixture.ts'

describe('the limits of an execution', () => {
  let home: EngineFixture
  beforeEach(async () => {
    home = await EngineFixture.open()
  })
  afterEach(() => home.destroy())

  it('end a run of too many steps', async () => {
    const engine = await home.startEngine({ limits: { steps: 50 } })
    const { error } = await home.run(engine, {
      nodes: [node('ever', 'loop', { while: true, max_iterations: 100 }), set('body', {})],
      edges: edges('ever:each>body'),
    })
    assert.deepEqual(error, {
      code: 'TOO_MANY_STEPS',
      message: 'The run took more than 50 steps.',
      node_id: null,
    })
  })

  it('end a run whose outputs are too large together', async () => {
    const engine = await home.startEngine({ limits: { executionSize: 10_000 } })
    const { error } = await home.run(engine, {
      nodes: [node('ever', 'loop', { while: true }), set('body', { text: '{{ "x".repeat(3000) }}' })],
      edges: edges('ever:each>body'),
    })
    assert.equal(error?.code, 'EXECUTION_TOO_LARGE')
  })
})
