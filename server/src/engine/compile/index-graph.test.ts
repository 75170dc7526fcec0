import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readGraph } from '#domain/index.ts'
import { chooseRoots, indexGraph } from './index-graph.ts'

const TRIGGERS = new Set(['start', 'schedule', 'webhook'])

/** Nodes by type; the ids are their places: n0, n1, … */
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

describe('where a run begins', () => {
  it('is every node without incoming edges, in the order of the drawing', () => {
    assert.deepEqual(rootsOf(['set', 'log', 'set'], [[0, 1]]), { roots: ['n0', 'n2'], skippedRoots: [] })
  })

  it('is `start` of several triggers, wherever it is drawn', () => {
    assert.deepEqual(rootsOf(['schedule', 'webhook', 'start', 'set']), {
      roots: ['n2', 'n3'],
      skippedRoots: ['n0', 'n1'],
    })
  })

  it('is the first trigger where there is no `start`', () => {
    assert.deepEqual(rootsOf(['schedule', 'webhook']), { roots: ['n0'], skippedRoots: ['n1'] })
  })

  it('is the first of two `start` nodes', () => {
    assert.deepEqual(rootsOf(['start', 'start']), { roots: ['n0'], skippedRoots: ['n1'] })
  })

  it('is not a trigger that something leads to', () => {
    assert.deepEqual(rootsOf(['set', 'start'], [[0, 1]]), { roots: ['n0'], skippedRoots: [] })
  })

  it('is the trigger that fired, and not `start`', () => {
    assert.deepEqual(rootsOf(['start', 'schedule', 'set'], [], 'n1'), {
      roots: ['n1', 'n2'],
      skippedRoots: ['n0'],
    })
  })

  it('is nowhere in an empty drawing', () => {
    assert.deepEqual(rootsOf([]), { roots: [], skippedRoots: [] })
  })
})
