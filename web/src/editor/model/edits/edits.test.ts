import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import { edgeKey, type GraphDocument, type GraphEdge, type GraphNode } from '../../../graph/types.ts'
import { addNode } from './add-node.ts'
import { deleteNodes } from './delete-nodes.ts'
import { connectNodes, removeEdges } from './edges.ts'
import { GAP_X, NODE_WIDTH } from './geometry.ts'
import { addNote, groupNodes, ungroupNodes } from './groups.ts'
import { pinOutput, setDisabled, setMember, setParameter, setVariable } from './parameters.ts'
import { alignNodes, applyPositions, moveNodes } from './positions.ts'

const COLUMN = NODE_WIDTH + GAP_X

/** A graph from lines such as `if:true>mail`. Nodes stand in a row. */
function graph(...edges: string[]): GraphDocument {
  const read = edges.map((text): GraphEdge => {
    const [from = '', target = ''] = text.split('>')
    const [source = '', sourceHandle] = from.split(':')
    return sourceHandle === undefined ? { source, target } : { source, target, sourceHandle }
  })
  const ids = [...new Set(read.flatMap(({ source, target }) => [source, target]))]
  return {
    nodes: ids.map((id, index): GraphNode => ({ id, type: id, position: { x: index * COLUMN, y: 0 } })),
    edges: read,
    variables: {},
  }
}

function keys(document: GraphDocument): string[] {
  return document.edges.map(edgeKey)
}

function positionOf(document: GraphDocument, id: string) {
  return document.nodes.find((node) => node.id === id)?.position
}

describe('addNode', () => {
  it('A node gets an id of its own and a unique name', () => {
    let ids: string[] = []
    const { nodes } = produce(graph('start>http'), (draft) => {
      ids = [1, 2, 3].map(() => addNode(draft, { type: 'http', name: 'Fetch' }))
    })
    expect(new Set(ids).size).toBe(3)
    expect(nodes.slice(2).map(({ name }) => name)).toEqual(['Fetch', 'Fetch 2', 'Fetch 3'])
  })

  it('A name does not collide with the id of another node', () => {
    const { nodes } = produce(graph('start>http'), (draft) => {
      addNode(draft, { type: 'set', name: 'http' })
    })
    expect(nodes.at(-1)?.name).toBe('http 2')
  })

  it('A node after another one is connected to its handle, below what is there already', () => {
    let id = ''
    const document = produce(graph('if:true>mail'), (draft) => {
      id = addNode(draft, { type: 'log', after: { nodeId: 'if', handle: 'false' } })
    })
    expect(keys(document)).toEqual(['if:true→mail', `if:false→${id}`])
    const position = positionOf(document, id)
    expect(position?.x).toBe(COLUMN)
    expect(position?.y).toBeGreaterThan(64)
    expect(positionOf(document, 'mail')).toEqual({ x: COLUMN, y: 0 })
  })

  it('A node leaves space for the labels and buttons of the outputs before it', () => {
    const spaceAfter = ({ type }: { type: string }) => (type === 'if' ? 120 : 0)
    let id = ''
    const after = produce(graph('start>if'), (draft) => {
      id = addNode(draft, { type: 'mail', after: { nodeId: 'if', handle: 'true' }, spaceAfter })
    })
    expect(positionOf(after, id)?.x).toBe(COLUMN + NODE_WIDTH + 120)
    const between = produce(graph('if:true>mail'), (draft) => {
      id = addNode(draft, { type: 'set', onEdge: 'if:true→mail', spaceAfter })
    })
    expect(positionOf(between, id)?.x).toBe(NODE_WIDTH + 120)
    expect(positionOf(between, 'mail')?.x).toBe(NODE_WIDTH + 120 + COLUMN)
  })

  it('A node on an edge keeps the handle of the edge and pushes only what lacks space', () => {
    let id = ''
    const before = graph('if:true>a', 'a>b', 'b>c')
    const spread: GraphDocument = {
      ...before,
      nodes: before.nodes.map((node) =>
        node.id === 'c' ? { ...node, position: { x: 6 * COLUMN, y: 0 } } : node,
      ),
    }
    const document = produce(spread, (draft) => {
      id = addNode(draft, { type: 'set', onEdge: 'if:true→a' })
    })
    expect(keys(document)).toEqual([`if:true→${id}`, `${id}:main→a`, 'a:main→b', 'b:main→c'])
    expect(positionOf(document, id)).toEqual({ x: COLUMN, y: 0 })
    expect(positionOf(document, 'a')).toEqual({ x: 2 * COLUMN, y: 0 })
    expect(positionOf(document, 'b')).toEqual({ x: 3 * COLUMN, y: 0 })
    expect(positionOf(document, 'c')).toEqual({ x: 6 * COLUMN, y: 0 })
  })

  it('A node on a long edge moves no other node', () => {
    const before = graph('a>b')
    const wide = produce(before, (draft) => applyPositions(draft, new Map([['b', { x: 1_000, y: 100 }]])))
    let id = ''
    const document = produce(wide, (draft) => {
      id = addNode(draft, { type: 'set', onEdge: 'a:main→b' })
    })
    expect(positionOf(document, id)).toEqual({ x: 500, y: 50 })
    expect(positionOf(document, 'b')).toEqual({ x: 1_000, y: 100 })
  })

  it('A loop on an edge continues at `done`', () => {
    const document = produce(graph('a>b'), (draft) => {
      addNode(draft, { type: 'for_each', onEdge: 'a:main→b' })
    })
    expect(document.edges[1]?.sourceHandle).toBe('done')
  })

  it('A node inserted into an edge within a group joins the group', () => {
    let id = ''
    const document = produce(graph('a>b'), (draft) => {
      groupNodes(draft, ['a', 'b'], 'Both')
      id = addNode(draft, { type: 'set', onEdge: 'a:main→b' })
    })
    expect(document.nodes.find(({ type }) => type === 'section')?.data?.['node_ids']).toEqual(['a', 'b', id])
  })
})

describe('deleteNodes', () => {
  for (const [title, edges, ids, expected] of [
    ['connects the neighbours', ['a>b', 'b>c'], ['b'], ['a:main→c']],
    ['keeps the handle of the incoming edge', ['if:false>b', 'b>c'], ['b'], ['if:false→c']],
    [
      'connects several neighbours',
      ['a>b', 'x>b', 'b>c', 'b>d'],
      ['b'],
      ['a:main→c', 'a:main→d', 'x:main→c', 'x:main→d'],
    ],
    ['connects across several deleted nodes', ['a>b', 'b>c', 'c>d'], ['c', 'b'], ['a:main→d']],
    [
      'does not connect a branch whose arms lead to different nodes',
      ['a>if', 'if:true>b', 'if:false>c'],
      ['if'],
      [],
    ],
    ['connects a branch of which one arm is in use', ['a>if', 'if:true>b'], ['if'], ['a:main→b']],
    [
      'connects a branch that is deleted with its arms',
      ['a>if', 'if:true>b', 'if:false>c', 'b>d', 'c>d'],
      ['if', 'b', 'c'],
      ['a:main→d'],
    ],
    ['does not connect the error output', ['a>b', 'b>c', 'b:error>d'], ['b'], ['a:main→c']],
    ['does not connect the body of a loop', ['a>loop', 'loop:each>b', 'b>loop'], ['loop'], []],
    [
      'connects what follows a loop that is deleted with its body',
      ['a>loop', 'loop:each>b', 'loop:done>c'],
      ['loop', 'b'],
      ['a:main→c'],
    ],
    ['adds no edge that exists already', ['a>b', 'b>c', 'a>c'], ['b'], ['a:main→c']],
    ['adds no edge from a node to itself', ['a>b', 'b>a'], ['b'], []],
    ['removes a first node without connecting anything', ['a>b', 'b>c'], ['a'], ['b:main→c']],
  ] as const) {
    it(`Deleting ${title}`, () => {
      const document = produce(graph(...edges), (draft) => deleteNodes(draft, ids))
      expect(keys(document)).toEqual(expected)
      expect(document.nodes.some(({ id }) => (ids as readonly string[]).includes(id))).toBe(false)
    })
  }

  it('Deleting the last node of a group removes the group', () => {
    const document = produce(graph('a>b', 'b>c'), (draft) => {
      groupNodes(draft, ['b'], 'One')
      deleteNodes(draft, ['b'])
    })
    expect(document.nodes.map(({ id }) => id)).toEqual(['a', 'c'])
  })

  it('Deleting an unknown node changes nothing', () => {
    const document = graph('a>b')
    expect(produce(document, (draft) => deleteNodes(draft, ['x']))).toEqual(document)
  })
})

describe('connectNodes and removeEdges', () => {
  it('An edge is added once, and not from a node to itself or to an unknown node', () => {
    const document = produce(graph('a>b', 'b>c'), (draft) => {
      expect(connectNodes(draft, { source: 'a', target: 'c', sourceHandle: 'main' })).toBe('a:main→c')
      expect(connectNodes(draft, { source: 'a', target: 'c' })).toBe('a:main→c')
      expect(connectNodes(draft, { source: 'a', target: 'a' })).toBeUndefined()
      expect(connectNodes(draft, { source: 'a', target: 'x' })).toBeUndefined()
      removeEdges(draft, ['a:main→b'])
    })
    expect(keys(document)).toEqual(['b:main→c', 'a:main→c'])
  })
})

describe('setParameter', () => {
  it('Missing objects and lists are created, and undefined removes a member or an entry', () => {
    const document = produce(graph('a>b'), (draft) => {
      setParameter(draft, 'a', ['headers', 'X-Id'], '1')
      setParameter(draft, 'a', ['cases', 0, 'name'], 'first')
      setParameter(draft, 'a', ['cases', 1, 'name'], 'second')
      setParameter(draft, 'a', ['cases', 0], undefined)
      setParameter(draft, 'a', ['gone', 'deep'], undefined)
      setParameter(draft, 'a', ['__proto__', 'polluted'], true)
      setParameter(draft, 'b', ['gone'], undefined)
    })
    expect(document.nodes.map(({ data }) => data)).toEqual([
      { headers: { 'X-Id': '1' }, cases: [{ name: 'second' }] },
      undefined,
    ])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('Members, pins and variables are set and removed', () => {
    const document = produce(graph('a>b'), (draft) => {
      setMember(draft, 'a', 'timeout_ms', 5_000)
      pinOutput(draft, 'a', null)
      setDisabled(draft, ['a', 'b'], true)
      setDisabled(draft, ['b'], false)
      setVariable(draft, 'limit', 3)
      setVariable(draft, 'gone', 3)
      setVariable(draft, 'gone', undefined)
    })
    expect(document.nodes[0]).toMatchObject({ timeout_ms: 5_000, pinned_output: null, disabled: true })
    expect(document.nodes[1]).not.toHaveProperty('disabled')
    expect(document.variables).toEqual({ limit: 3 })
  })
})

describe('positions', () => {
  const scattered: GraphDocument = {
    nodes: [
      { id: 'a', type: 'set', position: { x: 0, y: 10 } },
      { id: 'b', type: 'set', position: { x: 300, y: 50 } },
      { id: 'c', type: 'set', position: { x: 1_000, y: 30 } },
    ],
    edges: [],
    variables: {},
  }
  const xs = (document: GraphDocument) => document.nodes.map(({ position }) => position?.x)
  const ys = (document: GraphDocument) => document.nodes.map(({ position }) => position?.y)
  const align = (how: Parameters<typeof alignNodes>[2]) =>
    produce(scattered, (draft) => alignNodes(draft, ['a', 'b', 'c'], how))

  it('Nodes are aligned with the outermost of them', () => {
    expect(xs(align('left'))).toEqual([0, 0, 0])
    expect(xs(align('right'))).toEqual([1_000, 1_000, 1_000])
    expect(xs(align('center'))).toEqual([500, 500, 500])
    expect(ys(align('top'))).toEqual([10, 10, 10])
    expect(ys(align('middle'))).toEqual([30, 30, 30])
    expect(ys(align('bottom'))).toEqual([50, 50, 50])
  })

  it('Distributing keeps the outermost nodes, or spreads nodes that overlap', () => {
    expect(xs(align('distribute-horizontally'))).toEqual([0, 500, 1_000])
    expect(ys(align('distribute-vertically'))).toEqual([10, 202, 106])
  })

  it('A group takes its nodes along', () => {
    const document = produce(scattered, (draft) => {
      const group = groupNodes(draft, ['a', 'b', 'missing'], 'Pair') ?? ''
      moveNodes(draft, [group], { x: 5, y: 5 })
      ungroupNodes(draft, [group])
    })
    expect(xs(document)).toEqual([5, 305, 1_000])
    expect(document.nodes).toHaveLength(3)
  })

  it('A note has a position and a text', () => {
    const document = produce(scattered, (draft) => {
      addNote(draft, { text: 'Why', position: { x: 1, y: 2 } })
    })
    expect(document.nodes.at(-1)).toMatchObject({
      type: 'note',
      position: { x: 1, y: 2 },
      data: { text: 'Why' },
    })
  })
})
