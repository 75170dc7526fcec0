import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findCycles } from './find-cycles.ts'
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

describe('findCycles', () => {
  it('Cycles are found exactly if the nodes have no topological order', () => {
    fc.assert(
      fc.property(graphs, ({ count, edges: pairs }) => {
        const edges = pairs.map(([source, target]) => edge(source, target))
        const cycles = findCycles(nodesOf(count), edges, Infinity)
        assert.equal(cycles.length === 0, canBeOrdered(count, pairs))
        for (const cycle of cycles) {
          assert.ok(cycle.length >= 2)
          assert.equal(cycle[0], cycle.at(-1))
          assert.equal(new Set(cycle).size, cycle.length - 1)
          for (const [index, source] of cycle.slice(0, -1).entries()) {
            assert.ok(edges.some((one) => one.source === source && one.target === cycle[index + 1]))
          }
        }
      }),
    )
  })

  it('Without the last edge of each cycle, no cycle is left', () => {
    fc.assert(
      fc.property(graphs, ({ count, edges: pairs }) => {
        const edges = pairs.map(([source, target]) => edge(source, target))
        const removed = new Set(
          findCycles(nodesOf(count), edges, Infinity).map((cycle) => cycle.slice(-2).join('→')),
        )
        const left = pairs.filter(([source, target]) => !removed.has(`n${source}→n${target}`))
        assert.ok(canBeOrdered(count, left))
      }),
    )
  })

  it('As many are found as are asked for', () => {
    const edges = [edge(0, 1), edge(1, 0), edge(1, 2), edge(2, 1), edge(2, 2)]
    assert.equal(findCycles(nodesOf(3), edges, 2).length, 2)
    assert.equal(findCycles(nodesOf(3), edges, 20).length, 3)
  })

  it('An edge from a node to itself is a cycle', () => {
    assert.deepEqual(findCycles(nodesOf(1), [edge(0, 0)], 1), [['n0', 'n0']])
  })

  it('A cycle at the end of a long chain is found without exhausting the stack', () => {
    const count = 20_000
    const chain = Array.from({ length: count - 1 }, (_, n) => edge(n, n + 1))
    assert.deepEqual(findCycles(nodesOf(count), chain, 1), [])
    const [cycle] = findCycles(nodesOf(count), [...chain, edge(count - 1, 0)], 1)
    assert.equal(cycle?.length, count + 1)
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
