import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findCycle } from './find-cycle.ts'
import type { GraphEdge, GraphNode } from './graph.ts'
import { graphNode } from './testing/graph-node.ts'

const nodesOf = (count: number): GraphNode[] => Array.from({ length: count }, (_, n) => graphNode(`n${n}`))
const edge = (source: number, target: number): GraphEdge => ({
  source: `n${source}`,
  target: `n${target}`,
  handle: 'main',
})

const graphs = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    edges: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 30 }),
  }),
)

describe('findCycle', () => {
  it('A cycle is found exactly if the nodes have no topological order', () => {
    fc.assert(
      fc.property(graphs, ({ count, edges: pairs }) => {
        const edges = pairs.map(([source, target]) => edge(source, target))
        const cycle = findCycle(nodesOf(count), edges)
        assert.equal(cycle === undefined, canBeOrdered(count, pairs))
        if (cycle === undefined) return
        assert.ok(cycle.length >= 2)
        assert.equal(cycle[0], cycle.at(-1))
        assert.equal(new Set(cycle).size, cycle.length - 1)
        for (const [index, source] of cycle.slice(0, -1).entries()) {
          assert.ok(edges.some((one) => one.source === source && one.target === cycle[index + 1]))
        }
      }),
    )
  })

  it('An edge from a node to itself is a cycle', () => {
    assert.deepEqual(findCycle(nodesOf(1), [edge(0, 0)]), ['n0', 'n0'])
  })

  it('A cycle at the end of a long chain is found without exhausting the stack', () => {
    const count = 20_000
    const chain = Array.from({ length: count - 1 }, (_, n) => edge(n, n + 1))
    assert.equal(findCycle(nodesOf(count), chain), undefined)
    assert.equal(findCycle(nodesOf(count), [...chain, edge(count - 1, 0)])?.length, count + 1)
  })
})

/** Removes nodes without incoming edges until no such node is left. */
function canBeOrdered(count: number, pairs: readonly (readonly [number, number])[]): boolean {
  const left = new Set(Array.from({ length: count }).keys())
  for (let found = true; found;) {
    found = false
    for (const candidate of left) {
      if (pairs.some(([source, target]) => target === candidate && left.has(source))) continue
      left.delete(candidate)
      found = true
    }
  }
  return left.size === 0
}
