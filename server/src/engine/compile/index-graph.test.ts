import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readGraph } from '#domain/index.ts'
import { chooseRoots, indexGraph } from './index-graph.ts'

const TRIGGERS = new Set(['start', 'schedule', 'webhook'])

/** Nodes by type. Their ids are n0, n1, and so on. */
function rootsOf(
  types: readonly string[],
  edges: readonly (readonly [number, number])[] = [],
  fired: string | null = null,
) {
  const { top } = readGraph(
    {
      nodes: types.map((type, n) => ({ id: `n${n}`, type })),
      edges: edges.map(([source, target]) => ({ source: `n${source}`, target: `n${target}` })),
    },
    () => false,
  )
  const { taken, skipped } = chooseRoots(indexGraph(top), (type) => TRIGGERS.has(type), fired)
  return { roots: taken, skippedRoots: skipped }
}

describe('chooseRoots', () => {
  it('A run starts at every node without incoming edges, in the order of the graph', () => {
    assert.deepEqual(rootsOf(['set', 'log', 'set'], [[0, 1]]), { roots: ['n0', 'n2'], skippedRoots: [] })
  })

  it('A run starts at `start` when there are several triggers, whatever their order', () => {
    assert.deepEqual(rootsOf(['schedule', 'webhook', 'start', 'set']), {
      roots: ['n2', 'n3'],
      skippedRoots: ['n0', 'n1'],
    })
  })

  it('A run starts at the first trigger when there is no `start`', () => {
    assert.deepEqual(rootsOf(['schedule', 'webhook']), { roots: ['n0'], skippedRoots: ['n1'] })
  })

  it('A run starts at the first of two `start` nodes', () => {
    assert.deepEqual(rootsOf(['start', 'start']), { roots: ['n0'], skippedRoots: ['n1'] })
  })

  it('A run does not start at a trigger with an incoming edge', () => {
    assert.deepEqual(rootsOf(['set', 'start'], [[0, 1]]), { roots: ['n0'], skippedRoots: [] })
  })

  it('A run starts at the trigger that fired instead of `start`', () => {
    assert.deepEqual(rootsOf(['start', 'schedule', 'set'], [], 'n1'), {
      roots: ['n1', 'n2'],
      skippedRoots: ['n0'],
    })
  })

  it('A run of an empty graph has no roots', () => {
    assert.deepEqual(rootsOf([]), { roots: [], skippedRoots: [] })
  })
})
