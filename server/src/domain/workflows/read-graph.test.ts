import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../shared/json.ts'
import { readGraph } from './read-graph.ts'
import { graphNode } from './testing/graph-node.ts'

const node = (id: string, more: JsonObject = {}): JsonObject => ({ id, type: 'set', ...more })
const read = (nodes: readonly JsonObject[], edges: readonly JsonObject[] = []) =>
  readGraph({ nodes, edges }, ({ type }) => type === 'loop')
const messages = (nodes: readonly JsonObject[], edges: readonly JsonObject[] = []) =>
  read(nodes, edges).problems.map(({ message }) => message)

describe('readGraph', () => {
  it('The format of the editor is accepted', () => {
    const graph = read(
      [
        { id: 'a', type: 'if', name: 'Check', position: { x: 1, y: 2 }, data: { condition: 'true' } },
        { id: 'b', type: 'log', disabled: true, on_error: 'branch' },
      ],
      [{ id: 'e1', source: 'a', target: 'b', sourceHandle: 'true', animated: true }],
    )
    assert.deepEqual(graph.nodes, [
      { ...graphNode('a', 'if'), name: 'Check', data: { condition: 'true' } },
      { ...graphNode('b', 'log'), disabled: true, onError: 'branch' },
    ])
    assert.deepEqual(graph.edges, [{ source: 'a', target: 'b', handle: 'true' }])
    assert.deepEqual(graph.problems, [])
  })

  it('An annotation is no part of the graph, and an edge to or from it is a problem', () => {
    const nodes = [node('a'), node('b'), node('note', { type: 'note' }), node('note', { type: 'note' })]
    const edges = [
      { source: 'a', target: 'b' },
      { source: 'a', target: 'note' },
      { source: 'note', target: 'b' },
    ]
    const graph = readGraph(
      { nodes, edges },
      () => false,
      ({ type }) => type === 'note',
    )
    assert.deepEqual(
      graph.nodes.map(({ id }) => id),
      ['a', 'b'],
    )
    assert.deepEqual(graph.edges, [{ source: 'a', target: 'b', handle: 'main' }])
    assert.deepEqual(graph.problems, [
      {
        nodeId: 'note',
        parameter: 'id',
        message: 'Two nodes have the id "note". Give one of them another id.',
      },
      {
        nodeId: 'note',
        message: 'The edge from "a" to "note" connects "note", which never runs. Remove the edge.',
      },
      {
        nodeId: 'note',
        message: 'The edge from "note" to "b" connects "note", which never runs. Remove the edge.',
      },
    ])
  })

  it('Alternative property names are accepted', () => {
    const { nodes, edges, problems } = read(
      [node('a', { config: { x: 1 } }), node('b', { parameters: { x: 2 } }), node('c', { data: null })],
      [
        { from: 'a', to: 'b' },
        { source: 'b', target: 'c', sourceHandle: null },
      ],
    )
    assert.deepEqual(
      nodes.map(({ data }) => data),
      [{ x: 1 }, { x: 2 }, {}],
    )
    assert.deepEqual(edges, [
      { source: 'a', target: 'b', handle: 'main' },
      { source: 'b', target: 'c', handle: 'main' },
    ])
    assert.deepEqual(problems, [])
  })

  it('An empty definition is accepted', () => {
    const { nodes, edges, problems } = read([])
    assert.deepEqual({ nodes, edges, problems }, { nodes: [], edges: [], problems: [] })
  })

  it('All problems of a graph are listed together', () => {
    const problems = messages(
      [
        { type: 'set' },
        node('a'),
        node('a'),
        { id: 'b' },
        { id: '', type: 'set' },
        { id: 7, type: 'set' },
        node('c', { data: [] }),
        node('d', { on_error: 'ignore' }),
        node('x'),
        node('y'),
      ],
      [
        { target: 'a' },
        { source: 'a' },
        { source: 'a', target: 'nowhere' },
        { source: 'ghost', target: 'a' },
        { source: 'x', target: 'y' },
        { source: 'y', target: 'x' },
      ],
    )
    assert.deepEqual(problems, [
      'Node number 1 has no `id`. Give it a text that no other node has.',
      'Two nodes have the id "a". Give one of them another id.',
      'Node "b" has no `type`. Set it to the type of the node, such as "set".',
      'Node number 5 has no `id`. Give it a text that no other node has.',
      'Node number 6 has no `id`. Give it a text that no other node has.',
      'The `data` of node "c" must be an object with the parameters of the node.',
      '`on_error` of node "d" must be "fail", "continue" or "branch".',
      'Edge number 1 has no `source`. Set it to the id of the node that it leaves.',
      'Edge number 2 has no `target`. Set it to the id of the node that it leads to.',
      'Edge number 3 ("a" → "nowhere") refers to the node "nowhere", which does not exist. Remove the edge, or add the node.',
      'Edge number 4 ("ghost" → "a") refers to the node "ghost", which does not exist. Remove the edge, or add the node.',
      'The nodes "x" → "y" → "x" form a cycle. To repeat steps, use a `loop` or `for_each` node.',
    ])
  })

  it('An edge to an invalid node is not reported as dangling', () => {
    const problems = messages([node('a'), { id: 'b' }], [{ source: 'a', target: 'b' }])
    assert.deepEqual(problems, ['Node "b" has no `type`. Set it to the type of the node, such as "set".'])
  })

  it('A problem names its node and its parameter', () => {
    const [problem] = read([node('a', { on_error: 1 })]).problems
    assert.equal(problem?.nodeId, 'a')
    assert.equal(problem?.parameter, 'on_error')
  })

  it('A thousand nodes are accepted, and one more is refused with a single problem', () => {
    const nodes = Array.from({ length: 1_001 }, (_, n) => node(`n${n}`))
    assert.deepEqual(messages(nodes.slice(0, 1_000)), [])
    assert.deepEqual(messages(nodes, [{ source: 'n1', target: 'n2' }]), [
      'The workflow has 1001 nodes. The maximum is 1000.',
    ])
  })
})
