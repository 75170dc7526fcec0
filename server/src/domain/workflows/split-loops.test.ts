import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GraphEdge } from './graph.ts'
import { splitLoops } from './split-loops.ts'
import { graphNode } from './testing/graph-node.ts'

/** Nodes by their edges, as `a>b` or `loop:each>b`; ids that begin with `loop` are loops. */
function split(drawing: string) {
  const edges: GraphEdge[] = drawing.split(' ').map((text) => {
    const [from = '', target = ''] = text.split('>')
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

describe('taking a drawing apart at its loops', () => {
  it('leaves a drawing without loops alone', () => {
    assert.deepEqual(split('a>b b>c'), { top: 'a b c', bodies: {}, dropped: [], problems: [] })
  })

  it('puts all that `each` leads to into the body, and what `done` leads to beside the loop', () => {
    assert.deepEqual(split('a>loop loop:each>b b>c loop:done>d'), {
      top: 'a loop d',
      bodies: { loop: 'b c' },
      dropped: [],
      problems: [],
    })
  })

  it('drops an edge back to the loop', () => {
    const { bodies, dropped } = split('a>loop loop:each>b b>loop loop:done>c')
    assert.deepEqual({ bodies, dropped }, { bodies: { loop: 'b' }, dropped: ['b>loop'] })
  })

  it('drops edges back to the inner and to the outer loop', () => {
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

  it('knows a loop that stands first by the edges of its own body', () => {
    const { bodies, dropped } = split('loop1:each>b b>loop2 loop2:each>c c>loop1')
    assert.deepEqual({ bodies, dropped }, { bodies: { loop1: 'b loop2', loop2: 'c' }, dropped: ['c>loop1'] })
  })

  it('keeps an edge that leads back past the loop, which is a circle', () => {
    assert.deepEqual(split('start>a a>loop loop:each>b b>a').dropped, [])
  })

  it('names a node that is repeated and can be reached from outside', () => {
    assert.deepEqual(split('a>loop loop:each>b a>b').problems, ['b'])
    assert.deepEqual(split('a>loop loop:each>b loop:done>b').problems, ['b'])
    assert.deepEqual(split('a>loop loop:each>b b>c loop:error>c').problems, ['c'])
  })

  it('takes a loop that repeats itself for one without a body', () => {
    const { bodies, dropped } = split('a>loop loop:each>loop loop:done>b')
    assert.deepEqual({ bodies, dropped }, { bodies: { loop: '' }, dropped: ['loop>loop'] })
  })
})
