import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { loopNode } from './loop.node.ts'

describe('a `loop` node', () => {
  it('repeats up to a hundred rounds, or as many as it is told', () => {
    const repeat = { concurrency: 1, collectErrors: false, maxIterations: 100 }
    assert.deepEqual(loopNode.run(nodeCall()), { repeat })
    assert.deepEqual(loopNode.run(nodeCall({ parameters: { max_iterations: 7 } })), {
      repeat: { ...repeat, maxIterations: 7 },
    })
  })

  it('leaves its condition to the engine, and wants one', () => {
    assert.deepEqual(loopNode.standing, ['while'])
    assert.deepEqual(loopNode.check?.({ while: 'index < 3' }), [])
    assert.deepEqual(loopNode.check?.({}), [
      {
        parameter: 'while',
        message: 'the condition `while` is missing; it can be as simple as `index < 3`.',
      },
    ])
  })

  it('has an output for each round and one for the end, which is taken when it is disabled', () => {
    assert.deepEqual(loopNode.handles, ['each', 'done'])
    assert.equal(loopNode.handleWhenDisabled, 'done')
    assert.equal(loopNode.isLoop, true)
  })

  it('takes up to ten thousand rounds', () => {
    const parameters = Compile(loopNode.parameters)
    for (const rounds of [1, 10_000]) assert.ok(parameters.Check({ max_iterations: rounds }))
    for (const rounds of [0, 10_001, 2.5, '3']) assert.ok(!parameters.Check({ max_iterations: rounds }))
  })
})
