import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type JsonObject, type JsonValue, readGraph, type StepRecord } from '#domain/index.ts'
import { graphNode } from '#domain/workflows/testing/graph-node.ts'
import { chooseRoots, indexGraph } from '../compile/index-graph.ts'
import { GraphState } from './graph-state.ts'

/** Edges are written `a>b` from the handle `main` and `a:true>b` from another one. Nodes are those that edges name. */
function stateOf(edgeList: string, records: readonly StepRecord[] = []): GraphState {
  const pairs = edgeList.split(' ').map((text) => text.split('>') as [string, string])
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
  for (const entry of records) state.record(entry)
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

describe('GraphState', () => {
  it('A node becomes ready once, when all nodes before it are decided', () => {
    const state = stateOf('a>c b>c')
    assert.deepEqual(state.takeReady(), ['a', 'b'])
    assert.deepEqual(state.takeReady(), [])
    state.record(record('a'))
    assert.deepEqual(state.takeReady(), [])
    state.record(record('b'))
    assert.deepEqual(state.takeReady(), ['c'])
    assert.deepEqual(state.takeReady(), [])
  })

  it('A join does not wait for a branch that is not taken', () => {
    const state = stateOf('a:true>b a:false>c b>join c>join')
    state.takeReady()
    state.record(record('a', 'true'))
    assert.deepEqual(state.takeReady(), ['b'])
    state.record(record('b'))
    assert.deepEqual(state.takeReady(), ['join'])
    assert.equal(state.previousOf('join'), 'b')
  })

  it('A node with `join: "first"` runs once, with the output of the first edge taken', () => {
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

  it('A node with `join: "first"` is skipped when no edge is taken', () => {
    const state = stateOf('a:x>first b:x>first first>after')
    state.takeReady()
    for (const id of ['a', 'b']) state.record(record(id))
    assert.deepEqual(state.takeReady(), [])
    assert.ok(state.isFinished)
  })

  it('The inputs of a join are in the order of the graph, whichever node ended first', () => {
    const state = stateOf('a>c b>c')
    state.record(record('b'))
    state.record(record('a'))
    assert.deepEqual(Object.keys(state.previousOf('c') as object), ['a', 'b'])
    assert.deepEqual(state.inputsOf('c'), ['a', 'b'])
  })

  it('A node without a taken edge is skipped, and so are the nodes after it', () => {
    const state = stateOf('a:false>b b>c c>d')
    state.takeReady()
    state.record(record('a', 'true'))
    assert.deepEqual(state.takeReady(), [])
    assert.equal(state.count, 1)
  })

  it('No edge is taken from a node that ended the run', () => {
    const state = stateOf('a>b')
    state.takeReady()
    state.record(record('a', null))
    assert.deepEqual(state.takeReady(), [])
  })

  it('A state that is restored from records continues where they end', () => {
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

  it('A node receives the previous output, several outputs by node id, or the input of the run', () => {
    const state = stateOf('a>c b>c c>d')
    for (const id of ['a', 'b']) state.record(record(id))
    state.record(record('c', 'main', null))
    assert.deepEqual(state.previousOf('a'), { from: 'input' })
    assert.deepEqual(state.previousOf('c'), { a: 'a', b: 'b' })
    assert.equal(state.previousOf('d'), null)
  })

  it('Two edges between the same nodes count as one source', () => {
    const state = stateOf('a:true>b a:true>b a:false>b')
    state.takeReady()
    state.record(record('a', 'true', { x: 1 }))
    assert.deepEqual(state.takeReady(), ['b'])
    assert.deepEqual(state.previousOf('b'), { x: 1 })
  })

  it('A node is last when no edge leaves from the handle it ended with', () => {
    const state = stateOf('a:true>b')
    assert.equal(state.isLast(record('a', 'true')), false)
    assert.equal(state.isLast(record('a', 'false')), true)
    assert.equal(state.isLast(record('b')), true)
  })

  it('Skipping a chain of 50,000 nodes does not overflow the stack', () => {
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
