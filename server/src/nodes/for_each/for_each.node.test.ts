import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { forEachNode } from './for_each.node.ts'

const run = (parameters: JsonObject) => forEachNode.run(nodeCall({ parameters }))

function repeatFor(parameters: JsonObject) {
  const result = run(parameters)
  assert.ok('repeat' in result, JSON.stringify(result))
  return result.repeat
}

function failureFor(items: JsonValue | undefined) {
  const result = run(items === undefined ? {} : { items })
  assert.ok('ok' in result && !result.ok)
  assert.equal(result.permanent, true)
  return [result.code, result.message]
}

describe('`for_each` node', () => {
  it('A `for_each` node processes its items one after another and fails with the first that fails', () => {
    assert.deepEqual(repeatFor({ items: [1, null, { a: 2 }] }), {
      items: [1, null, { a: 2 }],
      concurrency: 1,
      collectErrors: false,
      maxIterations: 10_000,
    })
  })

  it('A `for_each` node processes items concurrently and collects errors if configured', () => {
    const { concurrency, collectErrors } = repeatFor({ items: [], concurrency: 8, on_item_error: 'collect' })
    assert.deepEqual({ concurrency, collectErrors }, { concurrency: 8, collectErrors: true })
  })

  it('A `for_each` node iterates over the members of an object', () => {
    assert.deepEqual(repeatFor({ items: { b: 1, a: [2] } }).items, [
      { key: 'b', value: 1 },
      { key: 'a', value: [2] },
    ])
  })

  it('A `for_each` node says which type it got instead of a list', () => {
    const nothing =
      'The parameter `items` must be a list, but it is null. Check that the value exists, or use `{{ … ?? [] }}` for an empty list.'
    assert.deepEqual(failureFor(null), ['INVALID_PARAMETERS', nothing])
    assert.deepEqual(failureFor(undefined), ['INVALID_PARAMETERS', nothing])
    assert.deepEqual(failureFor('[1, 2]'), [
      'INVALID_PARAMETERS',
      'The parameter `items` must be a list, but it is a text. To read JSON from a string, use `{{ JSON.parse(…) }}`.',
    ])
    assert.deepEqual(failureFor(7), [
      'INVALID_PARAMETERS',
      'The parameter `items` must be a list, but it is a number.',
    ])
  })

  it('A `for_each` node accepts at most ten thousand items', () => {
    assert.equal(repeatFor({ items: Array.from({ length: 10_000 }, () => 0) }).items?.length, 10_000)
    const [code, message] = failureFor(Array.from({ length: 10_001 }, () => 0))
    assert.equal(code, 'TOO_MANY_ITEMS')
    assert.match(message ?? '', /has 10001 items, but a `for_each` node takes at most 10000\./)
  })

  it('A `for_each` node has the outputs `each` and `done`, and takes `done` when it is disabled', () => {
    assert.deepEqual(forEachNode.handles, ['each', 'done'])
    assert.equal(forEachNode.handleWhenDisabled, 'done')
    assert.equal(forEachNode.isLoop, true)
    const parameters = Compile(forEachNode.parameters)
    assert.ok(parameters.Check({ items: null, concurrency: 100 }))
    for (const concurrency of [0, 101, 1.5, '2']) assert.ok(!parameters.Check({ items: [], concurrency }))
    assert.ok(!parameters.Check({ items: [], on_item_error: 'ignore' }))
  })
})
