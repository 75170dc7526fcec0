import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type JsonObject, type JsonValue, readGraph, type StepRecord } from '#domain/index.ts'
import { graphNode } from '#domain/workflows/testing/graph-node.ts'
import { chooseRoots, indexGraph } from '../compile/index-graph.ts'
import { GraphState } from './graph-state.ts'

/** Nodes by their edges: `a>b` from main, `a:true>b` from another handle. */
function stateOf(drawing: string, records: readonly StepRecord[] = []): GraphState {
  const pairs = drawing.split(' ').map((text) => text.split('>') as [string, string])
  const edges: JsonObject[] = pairs.map(([from, target]) => {
    const [source = '', sourceHandle = 'main'] = from.split(':')
    return { source, target, sourceHandle }
  })
  const ids = new Set(edges.flatMap(({ source, target }) => [source as string, target as string]))
  const nodes = [...ids].map((id) => ({
    id,
    type: 'set',
    data: { join: id.startsWith('first') ? 'first' : 'all' },
  }))
  const { top, problems } = readGraph({ nodes, edges }, () => false)
  assert.deepEqual(problems, [])
  const index = indexGraph(top)
  const state = new GraphState(index, {
    roots: chooseRoots(index, () => false, null),
    input: { from: 'input' },
  })
  for (const one of records) state.record(one)
  state.dropReady((id) => state.find(id) !== undefined)
  return state
}

function record(nodeId: string, handle: string | null = 'main', output: JsonValue = nodeId): StepRecord {
  return {
    nodeId,
    status: 'completed',
    handle,
    output,
    error: null,
    attempts: 1,
    startedAt: 0,
    endedAt: 0,
  }
}

describe('the state of a run', () => {
  it('hands a node out once, when all before it are decided', () => {
    const state = stateOf('a>c b>c')
    assert.deepEqual(state.takeReady(), ['a', 'b'])
    assert.deepEqual(state.takeReady(), [])
    state.record(record('a'))
    assert.deepEqual(state.takeReady(), [])
    state.record(record('b'))
    assert.deepEqual(state.takeReady(), ['c'])
    assert.deepEqual(state.takeReady(), [])
  })

  it('does not wait for a branch that never comes', () => {
    const state = stateOf('a:true>b a:false>c b>join c>join')
    state.takeReady()
    state.record(record('a', 'true'))
    assert.deepEqual(state.takeReady(), ['b'])
    state.record(record('b'))
    assert.deepEqual(state.takeReady(), ['join'])
    assert.equal(state.previousOf('join'), 'b')
  })

  it('runs a node that joins at the first with the first edge taken, once, and with that output alone', () => {
    const state = stateOf('a>first b>first c:other>first')
    state.takeReady()
    state.record(record('c'))
    assert.deepEqual(state.takeReady(), [])
    state.record(record('b'))
    assert.deepEqual(state.takeReady(), ['first'])
    state.record(record('a'))
    assert.deepEqual(state.takeReady(), [])
    assert.equal(state.previousOf('first'), 'b')
  })

  it('skips a node that joins at the first when no edge is taken', () => {
    const state = stateOf('a:x>first b:x>first first>after')
    state.takeReady()
    for (const id of ['a', 'b']) state.record(record(id))
    assert.deepEqual(state.takeReady(), [])
    assert.ok(state.isFinished)
  })

  it('orders what it hands on as it is drawn, whichever came first', () => {
    const state = stateOf('a>c b>c')
    state.record(record('b'))
    state.record(record('a'))
    assert.deepEqual(Object.keys(state.previousOf('c') as object), ['a', 'b'])
    assert.deepEqual(state.inputsOf('c'), ['a', 'b'])
  })

  it('skips a node whose every edge is skipped, and all behind it', () => {
    const state = stateOf('a:false>b b>c c>d')
    state.takeReady()
    state.record(record('a', 'true'))
    assert.deepEqual(state.takeReady(), [])
    assert.equal(state.count, 1)
  })

  it('takes no edge of a node that ended the run', () => {
    const state = stateOf('a>b')
    state.takeReady()
    state.record(record('a', null))
    assert.deepEqual(state.takeReady(), [])
  })

  it('goes on from records as if it had seen them happen', () => {
    const records = [record('a', 'true'), record('b')]
    const state = stateOf('a:true>b a:false>c b>join c>join', records)
    assert.deepEqual(state.takeReady(), ['join'])
    assert.deepEqual(
      [...state.records()].map(({ nodeId }) => nodeId),
      ['a', 'b'],
    )
    const ended = stateOf('a>b', [record('a'), record('b')])
    assert.deepEqual(ended.takeReady(), [])
  })

  it('gives a node the output before it, of several an object by node id, and a first one the input', () => {
    const state = stateOf('a>c b>c c>d')
    for (const id of ['a', 'b']) state.record(record(id))
    state.record(record('c', 'main', null))
    assert.deepEqual(state.previousOf('a'), { from: 'input' })
    assert.deepEqual(state.previousOf('c'), { a: 'a', b: 'b' })
    assert.equal(state.previousOf('d'), null)
  })

  it('counts two edges between the same nodes as one source', () => {
    const state = stateOf('a:true>b a:true>b a:false>b')
    state.takeReady()
    state.record(record('a', 'true', { x: 1 }))
    assert.deepEqual(state.takeReady(), ['b'])
    assert.deepEqual(state.previousOf('b'), { x: 1 })
  })

  it('knows a last node by the edge that was taken', () => {
    const state = stateOf('a:true>b')
    assert.equal(state.isLast(record('a', 'true')), false)
    assert.equal(state.isLast(record('a', 'false')), true)
    assert.equal(state.isLast(record('b')), true)
  })

  it('skips a very long chain without running out of stack', () => {
    const ids = Array.from({ length: 50_000 }, (_, n) => `n${n}`)
    const nodes = ids.map((id) => graphNode(id))
    const edges = ids.slice(1).map((target, n) => ({ source: `n${n}`, target, handle: 'main' }))
    const roots = { trigger: undefined, taken: ['n0'], skipped: [] }
    const state = new GraphState(indexGraph({ nodes, edges }), { roots, input: null })
    assert.deepEqual(state.takeReady(), ['n0'])
    state.record(record('n0', 'elsewhere'))
    assert.deepEqual(state.takeReady(), [])
  })
})
