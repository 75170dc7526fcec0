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

type Ran = readonly [id: string, output: JsonValue, handle?: string | null]

function outputOf(
  nodes: readonly JsonObject[],
  edges: readonly JsonObject[],
  ran: readonly Ran[],
): JsonObject {
  const version = compileVersion(
    { id: 'v', workflowId: 'w', nodes, edges, variables: {} },
    nodeCatalogue(NODE_KINDS),
  )
  assert.deepEqual(version.problems, [])
  const records = ran.map(([nodeId, output, handle = 'main']) => ({
    nodeId,
    status: 'completed' as const,
    handle,
    output,
    error: null,
    attempts: 1,
    startedAt: 0,
    endedAt: 0,
  }))
  const plan = new Plan(version, { input: {}, triggerNodeId: null, steps: records })
  return plan.output()
}

const set = (id: string): JsonObject => ({ id, type: 'set', data: { values: {} } })
const returns = (id: string): JsonObject => ({ id, type: 'return' })
const edge = (source: string, target: string, sourceHandle = 'main') => ({ source, target, sourceHandle })

describe('the output of a run', () => {
  it('is empty when nothing ran', () => {
    assert.deepEqual(outputOf([], [], []), {})
  })

  it('is the output of the one last node that ran', () => {
    const ran: Ran[] = [
      ['a', { x: 1 }],
      ['b', { y: 2 }],
    ]
    assert.deepEqual(outputOf([set('a'), set('b')], [edge('a', 'b')], ran), { y: 2 })
  })

  it('is an object by node id when several were last', () => {
    const ran: Ran[] = [
      ['a', 1],
      ['b', { y: 2 }],
      ['c', [3]],
    ]
    const edges = [edge('a', 'b'), edge('a', 'c')]
    assert.deepEqual(outputOf([set('a'), set('b'), set('c')], edges, ran), { b: { y: 2 }, c: [3] })
  })

  it('takes a node for a last one when the edges behind it were not taken', () => {
    const edges = [edge('a', 'b', 'true')]
    const decides = { id: 'a', type: 'if', data: { condition: true } }
    assert.deepEqual(outputOf([decides, set('b')], edges, [['a', { x: 1 }, 'false']]), { x: 1 })
  })

  it('is what was returned, whatever ran besides', () => {
    const ran: Ran[] = [
      ['a', 1],
      ['r', { returned: true }],
      ['z', { last: true }],
    ]
    const edges = [edge('a', 'r'), edge('a', 'z')]
    assert.deepEqual(outputOf([set('a'), returns('r'), set('z')], edges, ran), { returned: true })
  })

  it('is what the first of several returned', () => {
    const ran: Ran[] = [
      ['second', { n: 1 }],
      ['first', { n: 2 }],
    ]
    assert.deepEqual(outputOf([returns('first'), returns('second')], [], ran), { n: 1 })
  })

  it('wraps what is no object', () => {
    for (const value of [null, 7, 'text', true, [1, { a: 2 }]]) {
      assert.deepEqual(outputOf([set('a')], [], [['a', value]]), { value })
      assert.deepEqual(outputOf([returns('r')], [], [['r', value]]), { value })
    }
  })
})
