import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GraphEdge } from './graph.ts'
import { splitLoops } from './split-loops.ts'
import { graphNode } from './testing/graph-node.ts'

/** Builds a graph from edges such as `a>b` or `loop:each>b`. Ids that start with `loop` are loops. */
function split(text: string) {
  const edges: GraphEdge[] = text.split(' ').map((part) => {
    const [from = '', target = ''] = part.split('>')
    const [source = '', handle = 'main'] = from.split(':')
    return { source, target, handle }
  })
  const ids = new Set(edges.flatMap(({ source, target }) => [source, target]))
  const nodes = [...ids].map((id) => graphNode(id))
  const { top, bodies, problems, edges: kept } = splitLoops(nodes, edges, ({ id }) => id.startsWith('loop'))
  return {
    top: top.nodes.map(({ id }) => id).join(' '),
    bodies: Object.fromEntries(
      [...bodies].map(([id, body]) => [id, body.nodes.map((node) => node.id).join(' ')]),
    ),
    dropped: edges.filter((edge) => !kept.includes(edge)).map(({ source, target }) => `${source}>${target}`),
    problems: problems.map(({ nodeId }) => nodeId),
  }
}

describe('splitLoops', () => {
  it('A graph without loops is not split', () => {
    assert.deepEqual(split('a>b b>c'), { top: 'a b c', bodies: {}, dropped: [], problems: [] })
  })

  it('Nodes reached from `each` are in the body, and nodes reached from `done` are beside the loop', () => {
    assert.deepEqual(split('a>loop loop:each>b b>c loop:done>d'), {
      top: 'a loop d',
      bodies: { loop: 'b c' },
      dropped: [],
      problems: [],
    })
  })

  it('A back edge to the loop is dropped', () => {
    const { bodies, dropped } = split('a>loop loop:each>b b>loop loop:done>c')
    assert.deepEqual({ bodies, dropped }, { bodies: { loop: 'b' }, dropped: ['b>loop'] })
  })

  it('Back edges to the inner and to the outer loop are dropped', () => {
    assert.deepEqual(
      split('a>loop1 loop1:each>b b>loop2 loop2:each>c c>loop2 c>loop1 loop2:done>d d>loop1'),
      {
        top: 'a loop1',
        bodies: { loop1: 'b loop2 d', loop2: 'c' },
        dropped: ['c>loop2', 'c>loop1', 'd>loop1'],
        problems: [],
      },
    )
  })

  it('A loop at the start is recognized by the back edges of its own body', () => {
    const { bodies, dropped } = split('loop1:each>b b>loop2 loop2:each>c c>loop1')
    assert.deepEqual({ bodies, dropped }, { bodies: { loop1: 'b loop2', loop2: 'c' }, dropped: ['c>loop1'] })
  })

  it('An edge that leads back past the loop is kept, because it is a cycle', () => {
    assert.deepEqual(split('start>a a>loop loop:each>b b>a').dropped, [])
  })

  it('A node in a loop body that is reachable from outside is reported', () => {
    assert.deepEqual(split('a>loop loop:each>b a>b').problems, ['b'])
    assert.deepEqual(split('a>loop loop:each>b loop:done>b').problems, ['b'])
    assert.deepEqual(split('a>loop loop:each>b b>c loop:error>c').problems, ['c'])
  })

  it('A loop whose `each` leads to itself has an empty body', () => {
    const { bodies, dropped } = split('a>loop loop:each>loop loop:done>b')
    assert.deepEqual({ bodies, dropped }, { bodies: { loop: '' }, dropped: ['loop>loop'] })
  })
})
