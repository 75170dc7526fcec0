import { expect, test } from 'vitest'
import { sampleNodeTypes as nodeTypes } from '../testing/sample-node-types.ts'
import { buildScene } from './build-scene.ts'
import { cutScene } from './cut-scene.ts'

const row = Array.from({ length: 5 }, (_, index) => ({
  id: `step-${index}`,
  type: index === 0 ? 'start' : 'set',
  position: { x: index * 1_000, y: 0 },
}))
const scene = buildScene(
  {
    nodes: [
      ...row,
      { id: 'note', type: 'note', position: { x: 4_000, y: 500 }, data: { text: 'Far away' } },
      { id: 'above', type: 'set', position: { x: 1_000, y: -400 } },
      { id: 'below', type: 'set', position: { x: 1_400, y: 400 } },
    ],
    edges: [
      ...row.slice(1).map(({ id }, index) => ({ source: `step-${index}`, target: id })),
      { source: 'above', target: 'below' },
    ],
    variables: {},
  },
  nodeTypes,
)
const area = { x: 900, y: -100, width: 700, height: 300 }

test('a part of a scene has the cards in its area and both ends of the edges that pass through it', () => {
  const { cards, edges, notes } = cutScene(scene, area, () => false)
  expect(cards.map(({ node }) => node.id).toSorted()).toEqual([
    'above',
    'below',
    'step-0',
    'step-1',
    'step-2',
  ])
  expect(edges.map(({ source, target }) => `${source} ${target}`).toSorted()).toEqual([
    'above below',
    'step-0 step-1',
    'step-1 step-2',
  ])
  expect(notes).toEqual([])
})

test('a node or an edge that is kept is part of every area', () => {
  const last = scene.edges.find(({ target }) => target === 'step-4')
  const { cards, edges, notes } = cutScene(scene, area, (id) => id === last?.id || id === 'note')
  expect(edges).toContain(last)
  expect(cards.map(({ node }) => node.id)).toEqual(expect.arrayContaining(['step-3', 'step-4']))
  expect(notes.map(({ id }) => id)).toEqual(['note'])
})
