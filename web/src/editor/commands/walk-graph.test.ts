import { expect, test } from 'vitest'
import type { GraphDocument } from '../../graph/types.ts'
import { collectStream, findNeighbour, listSuccessors } from './walk-graph.ts'

const document: GraphDocument = {
  nodes: [
    { id: 'a', type: 'start', position: { x: 0, y: 0 } },
    { id: 'b', type: 'if', position: { x: 300, y: 0 } },
    { id: 'c', type: 'set', position: { x: 600, y: 0 } },
    { id: 'd', type: 'set', position: { x: 600, y: 200 } },
  ],
  edges: [
    { source: 'a', target: 'b' },
    { source: 'b', target: 'c', sourceHandle: 'true' },
    { source: 'b', target: 'd', sourceHandle: 'false' },
  ],
  variables: {},
}

test('right and left follow the edges, up and down the positions', () => {
  expect(findNeighbour(document, 'a', 'right')).toBe('b')
  expect(findNeighbour(document, 'd', 'left')).toBe('b')
  expect(findNeighbour(document, 'c', 'down')).toBe('d')
  expect(findNeighbour(document, 'd', 'up')).toBe('c')
  expect(findNeighbour(document, 'a', 'left')).toBeUndefined()
})

test('without a selection, an arrow key goes to the first step', () => {
  expect(findNeighbour(document, undefined, 'down')).toBe('a')
})

test('everything before or after a step can be selected', () => {
  expect([...collectStream(document, ['b'], 'downstream')].sort()).toEqual(['b', 'c', 'd'])
  expect([...collectStream(document, ['c'], 'upstream')].sort()).toEqual(['a', 'b', 'c'])
})

test('after a step is deleted, what led to it comes first, then what followed, then the nearest step', () => {
  expect(listSuccessors(document, ['b'])).toEqual(['a', 'd', 'c'])
  expect(listSuccessors(document, ['a', 'b'])[0]).toBe('d')
  const loose = { ...document, edges: [] }
  expect(listSuccessors(loose, ['d'])[0]).toBe('c')
  expect(listSuccessors(loose, ['a', 'b', 'c', 'd'])).toEqual([])
})
