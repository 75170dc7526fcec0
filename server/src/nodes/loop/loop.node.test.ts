import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { loopNode } from './loop.node.ts'

describe('`loop` node', () => {
  it('A `loop` node runs at most 100 iterations by default', () => {
    const repeat = { concurrency: 1, collectErrors: false, maxIterations: 100 }
    assert.deepEqual(loopNode.run(nodeCall()), { repeat })
    assert.deepEqual(loopNode.run(nodeCall({ parameters: { max_iterations: 7 } })), {
      repeat: { ...repeat, maxIterations: 7 },
    })
  })

  it('A `loop` node requires a condition, which the engine evaluates', () => {
    assert.deepEqual(loopNode.liveConditions, ['while'])
    assert.deepEqual(loopNode.check?.({ while: 'index < 3' }), [])
    assert.deepEqual(loopNode.check?.({}), [
      {
        parameter: 'while',
        message: 'the condition `while` is missing. Set it to an expression such as `index < 3`.',
      },
    ])
  })

  it('A `loop` node has the outputs `each` and `done`, and takes `done` when it is disabled', () => {
    assert.deepEqual(loopNode.handles, ['each', 'done'])
    assert.equal(loopNode.handleWhenDisabled, 'done')
    assert.equal(loopNode.isLoop, true)
  })

  it('A `loop` node accepts a limit of up to ten thousand iterations', () => {
    const parameters = Compile(loopNode.parameters)
    for (const count of [1, 10_000]) assert.ok(parameters.Check({ max_iterations: count }))
    for (const count of [0, 10_001, 2.5, '3']) assert.ok(!parameters.Check({ max_iterations: count }))
  })
})
