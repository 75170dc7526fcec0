import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JournalEntry, StepRecord } from '#domain/index.ts'
import { compileVersion } from '../compile/compile-version.ts'
import { keepForRetry, type RetryRequest } from './retry-from.ts'
import { scriptedCatalogue } from '../testing/scripted-run.ts'
import type { TestGraph } from '../testing/test-graph.ts'

function compile({ nodes, edges = [] }: TestGraph) {
  return compileVersion({ id: 'v', workflowId: 'w', nodes, edges, variables: {} }, scriptedCatalogue)
}

const step = (id: string, type = 'step') => ({ id, type })
const edge = (source: string, target: string, sourceHandle = 'main') => ({ source, target, sourceHandle })
const completed = (nodeId: string, iteration?: string): StepRecord => ({
  nodeId,
  ...(iteration !== undefined && { iteration }),
  status: 'completed',
  handle: 'main',
  output: null,
  error: null,
  attempts: 1,
  startedAt: 0,
  endedAt: 0,
})
const failed = (nodeId: string, iteration?: string): StepRecord => ({
  ...completed(nodeId, iteration),
  status: 'failed',
  handle: null,
  error: { code: 'E', message: 'No.' },
})
const begun = (nodeId: string, iteration?: string): JournalEntry => ({
  nodeId,
  ...(iteration !== undefined && { iteration }),
  status: 'begun',
  attempt: 1,
  startedAt: 0,
})
const opened = (nodeId: string): JournalEntry => ({
  nodeId,
  status: 'opened',
  startedAt: 0,
  items: [1, 2, 3],
  concurrency: 2,
  collectErrors: false,
  maxIterations: 9,
})

const CHAIN: TestGraph = { nodes: [step('a'), step('b'), step('c')], edges: [edge('a', 'b'), edge('b', 'c')] }
const LOOP: TestGraph = {
  nodes: [step('before'), step('l', 'each'), step('a'), step('b'), step('after')],
  edges: [edge('before', 'l'), edge('l', 'a', 'each'), edge('a', 'b'), edge('l', 'after', 'done')],
}

function keep(
  entries: readonly JournalEntry[],
  from: RetryRequest['from'],
  original: TestGraph,
  current: TestGraph = original,
): readonly JournalEntry[] {
  const versions = { version: compile(current), original: compile(original) }
  return keepForRetry({ ...versions, input: {}, triggerNodeId: null, entries, from })
}

describe('keepForRetry', () => {
  it('A retry of a failed step keeps everything before it with its attempts, and nothing of unfinished steps', () => {
    const before = [begun('a'), completed('a')]
    assert.deepEqual(keep([...before, begun('b'), failed('b')], 'failed', CHAIN), before)
    assert.deepEqual(keep([...before, begun('b')], 'failed', CHAIN), before)
  })

  it('A retry of a failed loop keeps its opening, its finished items, and the finished steps of the others', () => {
    const kept = [
      completed('before'),
      opened('l'),
      completed('a', 'l[0]'),
      completed('b', 'l[0]'),
      completed('a', 'l[1]'),
    ]
    const rest = [begun('b', 'l[1]'), failed('a', 'l[2]'), failed('l')]
    assert.deepEqual(keep([...kept, ...rest], 'failed', LOOP), kept)
  })

  it('A retry keeps a failure that was caught', () => {
    const caught = [opened('l'), failed('a', 'l[0]'), { ...failed('l'), handle: 'error' }]
    assert.deepEqual(keep([completed('before'), ...caught], 'failed', LOOP), [completed('before'), ...caught])
  })

  it('A retry from a node in a loop keeps the steps before the node in every item, and nothing after the loop', () => {
    const entries = [
      completed('before'),
      opened('l'),
      ...[0, 1, 2].flatMap((n) => [completed('a', `l[${n}]`), completed('b', `l[${n}]`)]),
      { ...completed('l'), handle: 'done' },
      completed('after'),
    ]
    const kept = [completed('before'), opened('l'), ...[0, 1, 2].map((n) => completed('a', `l[${n}]`))]
    assert.deepEqual(keep(entries, { nodeId: 'b' }, LOOP), kept)
    assert.deepEqual(keep(entries, { nodeId: 'l' }, LOOP), [completed('before')])
    assert.deepEqual(keep(entries, { nodeId: 'after' }, LOOP), entries.slice(0, -1))
    assert.deepEqual(keep(entries, { nodeId: 'before' }, LOOP), [])
  })

  it('A retry on another version keeps only nodes that exist, have the same type and are ready at that point', () => {
    const entries = [completed('a'), completed('b'), failed('c')]
    const without = { nodes: [step('a'), step('c')], edges: [edge('a', 'c')] }
    assert.deepEqual(keep(entries, 'failed', CHAIN, without), [completed('a')])
    const retyped = { ...CHAIN, nodes: [step('a'), step('b', 'each'), step('c')], edges: [edge('a', 'b')] }
    assert.deepEqual(keep(entries, 'failed', CHAIN, retyped), [completed('a')])
    const reversed = { ...CHAIN, edges: [edge('b', 'a'), edge('a', 'c')] }
    assert.deepEqual(keep(entries, 'failed', CHAIN, reversed), [completed('b')])
    const otherHandle = { ...CHAIN, edges: [edge('a', 'b', 'true'), edge('b', 'c')] }
    assert.deepEqual(keep(entries, 'failed', CHAIN, otherHandle), [completed('a')])
  })
})
