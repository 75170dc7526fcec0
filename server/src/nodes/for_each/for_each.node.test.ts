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

describe('a `for_each` node', () => {
  it('repeats for every item, one after the other, and fails with the first that fails', () => {
    assert.deepEqual(repeatFor({ items: [1, null, { a: 2 }] }), {
      items: [1, null, { a: 2 }],
      concurrency: 1,
      collectErrors: false,
      maxIterations: 10_000,
    })
  })

  it('works on several at once and collects errors where it is told so', () => {
    const { concurrency, collectErrors } = repeatFor({ items: [], concurrency: 8, on_item_error: 'collect' })
    assert.deepEqual({ concurrency, collectErrors }, { concurrency: 8, collectErrors: true })
  })

  it('goes through an object member by member', () => {
    assert.deepEqual(repeatFor({ items: { b: 1, a: [2] } }).items, [
      { key: 'b', value: 1 },
      { key: 'a', value: [2] },
    ])
  })

  it('tells what it was given instead of a list', () => {
    const nothing =
      'The parameter `items` must be a list and is null. Does what the expression names exist? For nothing write `{{ … ?? [] }}`.'
    assert.deepEqual(failureFor(null), ['INVALID_PARAMETERS', nothing])
    assert.deepEqual(failureFor(undefined), ['INVALID_PARAMETERS', nothing])
    assert.deepEqual(failureFor('[1, 2]'), [
      'INVALID_PARAMETERS',
      'The parameter `items` must be a list and is a text. A text with JSON in it is read by `{{ JSON.parse(…) }}`.',
    ])
    assert.deepEqual(failureFor(7), [
      'INVALID_PARAMETERS',
      'The parameter `items` must be a list and is a number.',
    ])
  })

  it('takes ten thousand items and no more', () => {
    assert.equal(repeatFor({ items: Array.from({ length: 10_000 }, () => 0) }).items?.length, 10_000)
    const [code, message] = failureFor(Array.from({ length: 10_001 }, () => 0))
    assert.equal(code, 'TOO_MANY_ITEMS')
    assert.match(message ?? '', /^There are 10001 items; a for_each takes at most 10000\./)
  })

  it('has an output for each item and one for the end, which is taken when it is disabled', () => {
    assert.deepEqual(forEachNode.handles, ['each', 'done'])
    assert.equal(forEachNode.handleWhenDisabled, 'done')
    assert.equal(forEachNode.isLoop, true)
    const parameters = Compile(forEachNode.parameters)
    assert.ok(parameters.Check({ items: null, concurrency: 100 }))
    for (const concurrency of [0, 101, 1.5, '2']) assert.ok(!parameters.Check({ items: [], concurrency }))
    assert.ok(!parameters.Check({ items: [], on_item_error: 'ignore' }))
  })
})
