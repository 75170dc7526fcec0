import { ProcessSandbox } from '#adapters/index.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { nodeCatalogue } from '#nodes/index.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'
import { compileVersion } from '../compile/compile-version.ts'
import { Plan } from './plan.ts'

const sandbox = new ProcessSandbox()
const NODE_KINDS = loopbackNodeKinds(sandbox)

type Result = readonly [id: string, output: JsonValue, handle?: string | null]

function outputOf(
  nodes: readonly JsonObject[],
  edges: readonly JsonObject[],
  results: readonly Result[],
): JsonObject {
  const version = compileVersion(
    { id: 'v', workflowId: 'w', nodes, edges, variables: {} },
    nodeCatalogue(NODE_KINDS),
  )
  assert.deepEqual(version.problems, [])
  const records = results.map(([nodeId, output, handle = 'main']) => ({
    nodeId,
    status: 'completed' as const,
    handle,
    output,
    error: null,
    attempts: 1,
    startedAt: 0,
    endedAt: 0,
  }))
  const plan = new Plan(version, { input: {}, triggerNodeId: null })
  Array.from(plan.replay(records))
  return plan.output()
}

const set = (id: string): JsonObject => ({ id, type: 'set', data: { values: {} } })
const returns = (id: string): JsonObject => ({ id, type: 'return' })
const edge = (source: string, target: string, sourceHandle = 'main') => ({ source, target, sourceHandle })

describe('Output of a run', () => {
  it('The output is empty when nothing ran', () => {
    assert.deepEqual(outputOf([], [], []), {})
  })

  it('The output is that of the only last node that ran', () => {
    const results: Result[] = [
      ['a', { x: 1 }],
      ['b', { y: 2 }],
    ]
    assert.deepEqual(outputOf([set('a'), set('b')], [edge('a', 'b')], results), { y: 2 })
  })

  it('The output is an object by node id when there are several last nodes', () => {
    const results: Result[] = [
      ['a', 1],
      ['b', { y: 2 }],
      ['c', [3]],
    ]
    const edges = [edge('a', 'b'), edge('a', 'c')]
    assert.deepEqual(outputOf([set('a'), set('b'), set('c')], edges, results), { b: { y: 2 }, c: [3] })
  })

  it('A node counts as last when none of its outgoing edges was taken', () => {
    const edges = [edge('a', 'b', 'true')]
    const check = { id: 'a', type: 'if', data: { condition: true } }
    assert.deepEqual(outputOf([check, set('b')], edges, [['a', { x: 1 }, 'false']]), { x: 1 })
  })

  it('The output is the returned value, whatever else ran', () => {
    const results: Result[] = [
      ['a', 1],
      ['r', { returned: true }],
      ['z', { last: true }],
    ]
    const edges = [edge('a', 'r'), edge('a', 'z')]
    assert.deepEqual(outputOf([set('a'), returns('r'), set('z')], edges, results), { returned: true })
  })

  it('The output is the first of several returned values', () => {
    const results: Result[] = [
      ['second', { n: 1 }],
      ['first', { n: 2 }],
    ]
    assert.deepEqual(outputOf([returns('first'), returns('second')], [], results), { n: 1 })
  })

  it('An output that is not an object is wrapped in `value`', () => {
    for (const value of [null, 7, 'text', true, [1, { a: 2 }]]) {
      assert.deepEqual(outputOf([set('a')], [], [['a', value]]), { value })
      assert.deepEqual(outputOf([returns('r')], [], [['r', value]]), { value })
    }
  })
})
