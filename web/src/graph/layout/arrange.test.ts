import { expect, test } from 'vitest'
import { arrange, type LayoutRequest } from './arrange.ts'

function request(edges: readonly (readonly [string, string])[]): LayoutRequest {
  const ids = new Set(edges.flat())
  return {
    nodes: [...ids].map((id) => ({ id, width: 232, height: 64 })),
    edges: edges.map(([source, target]) => ({ source, target })),
  }
}

function positionsOf(layout: LayoutRequest) {
  return new Map(arrange(layout).map(([id, x, y]) => [id, { x, y }]))
}

test('every edge leads to the right', () => {
  const layout = request([
    ['a', 'b'],
    ['a', 'c'],
    ['b', 'd'],
    ['c', 'd'],
  ])
  const positions = positionsOf(layout)
  for (const { source, target } of layout.edges)
    expect(positions.get(target)?.x).toBeGreaterThan((positions.get(source)?.x ?? 0) + 232)
})

test('branches stand in the order of their outputs', () => {
  for (const order of [['true', 'false'] as const, ['false', 'true'] as const]) {
    const positions = positionsOf(
      request([
        ['if', order[0]],
        ['if', order[1]],
        ['true', 'more'],
        ['more', 'end'],
      ]),
    )
    expect(positions.get(order[0])?.y).toBeLessThan(positions.get(order[1])?.y ?? 0)
  }
})

test('a cycle is arranged, too', () => {
  const positions = positionsOf(
    request([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ]),
  )
  expect(new Set([...positions.values()].map(({ x }) => x)).size).toBe(3)
})

test('a graph above the limit of the first library is arranged without overlaps', () => {
  const edges = Array.from(
    { length: 700 },
    (_, index) => [`n${Math.floor(index / 3)}`, `n${index + 1}`] as const,
  )
  const positions = [...positionsOf(request(edges)).values()]
  expect(positions).toHaveLength(701)
  expect(new Set(positions.map(({ x, y }) => `${x},${y}`)).size).toBe(701)
})
