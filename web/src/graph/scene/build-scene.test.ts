import { expect, test } from 'vitest'
import { sampleNodeTypes as nodeTypes } from '../testing/sample-node-types.ts'
import type { GraphDocument, GraphNode } from '../types.ts'
import { buildScene } from './build-scene.ts'

const at = (x: number, y: number) => ({ position: { x, y } })
const graph = (nodes: GraphNode[], edges: GraphDocument['edges']): GraphDocument => ({
  nodes,
  edges,
  variables: {},
})

const branching = graph(
  [
    { id: 'start', type: 'start', ...at(0, 0) },
    { id: 'check', type: 'if', ...at(300, 0) },
    { id: 'below', type: 'set', ...at(300, 150) },
    { id: 'beside', type: 'set', ...at(640, 0) },
  ],
  [
    { source: 'start', target: 'check' },
    { source: 'check', target: 'below', sourceHandle: 'true' },
    { source: 'check', target: 'beside', sourceHandle: 'false' },
  ],
)

test('an output leaves at the bottom if its target is straight below, else on the right', () => {
  const { cards } = buildScene(branching, nodeTypes)
  const check = cards.find(({ node }) => node.id === 'check')
  expect(check?.outputs.map(({ handle, side }) => [handle, side])).toEqual([
    ['true', 'bottom'],
    ['false', 'right'],
  ])
  expect(cards.find(({ node }) => node.id === 'below')).toMatchObject({
    entersAtTop: true,
    entersAtLeft: false,
  })
  expect(cards.find(({ node }) => node.id === 'start')?.hasInput).toBe(false)
})

test('edges run only horizontally and vertically', () => {
  for (const { points } of buildScene(branching, nodeTypes).edges) {
    for (const [index, point] of points.entries()) {
      const before = points[index - 1]
      if (before !== undefined) expect(before.x === point.x || before.y === point.y).toBe(true)
    }
  }
})

test('an edge turns behind the labels of the outputs that it passes', () => {
  const document = graph(
    [
      {
        id: 'choose',
        type: 'switch',
        data: { cases: [{ name: 'a' }, { name: 'something long' }] },
        ...at(0, 0),
      },
      { id: 'next', type: 'set', ...at(332, 300) },
    ],
    [{ source: 'choose', target: 'next', sourceHandle: 'case:a' }],
  )
  const [edge] = buildScene(document, nodeTypes).edges
  const [start, turn] = edge?.points ?? []
  expect((turn?.x ?? 0) - (start?.x ?? 0)).toBeGreaterThan(80)
})

test('a card grows with its outputs', () => {
  const cases = { cases: ['a', 'b', 'c', 'd'].map((name) => ({ name })) }
  const { cards } = buildScene(graph([{ id: 'a', type: 'switch', data: cases, ...at(0, 0) }], []), nodeTypes)
  expect(cards[0]?.outputs).toHaveLength(5)
  expect(cards[0]?.box.height).toBeGreaterThan(64)
  const last = cards[0]?.outputs.at(-1)
  expect(last?.at.y).toBeLessThan(cards[0]?.box.height ?? 0)
})

test('the container of a loop encloses its body, and that of an outer loop the inner container', () => {
  const document = graph(
    [
      { id: 'outer', type: 'for_each', ...at(0, 0) },
      { id: 'inner', type: 'for_each', ...at(300, 0) },
      { id: 'body', type: 'set', ...at(600, 0) },
      { id: 'after', type: 'set', ...at(300, 300) },
    ],
    [
      { source: 'outer', target: 'inner', sourceHandle: 'each' },
      { source: 'inner', target: 'body', sourceHandle: 'each' },
      { source: 'outer', target: 'after', sourceHandle: 'done' },
    ],
  )
  const { loops } = buildScene(document, nodeTypes)
  const [outer, inner] = ['outer', 'inner'].map((id) => loops.find((loop) => loop.id === id)?.box)
  expect(inner).toBeDefined()
  expect(outer?.x).toBeLessThan(inner?.x ?? 0)
  expect((outer?.x ?? 0) + (outer?.width ?? 0)).toBeGreaterThan((inner?.x ?? 0) + (inner?.width ?? 0))
  expect((outer?.y ?? 0) + (outer?.height ?? 0)).toBeLessThan(300)
})

test('a collapsed group stands for its members, and their edges lead to it', () => {
  const group = {
    id: 'group',
    type: 'section',
    ...at(300, 0),
    data: { title: 'Both', node_ids: ['check', 'below'], collapsed: true },
  }
  const { cards, edges } = buildScene({ ...branching, nodes: [...branching.nodes, group] }, nodeTypes)
  expect(cards.map(({ node }) => node.id).sort()).toEqual(['beside', 'group', 'start'])
  expect(edges.map(({ source, target }) => [source, target])).toEqual([
    ['start', 'group'],
    ['group', 'beside'],
  ])
})

test('edges to nodes that do not exist are left out', () => {
  const { edges } = buildScene(
    graph([{ id: 'a', type: 'start' }], [{ source: 'a', target: 'gone' }]),
    nodeTypes,
  )
  expect(edges).toEqual([])
})
