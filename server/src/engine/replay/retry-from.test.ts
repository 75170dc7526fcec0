import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JournalEntry, JsonObject, StepRecord } from '#domain/index.ts'
import { compileVersion } from '../compile/compile-version.ts'
import { keepForRetry, type RetryRequest } from './retry-from.ts'
import { playedCatalogue } from '../testing/test-run.ts'

interface Drawing {
  readonly nodes: readonly JsonObject[]
  readonly edges?: readonly JsonObject[]
}

function compile({ nodes, edges = [] }: Drawing) {
  return compileVersion({ id: 'v', workflowId: 'w', nodes, edges, variables: {} }, playedCatalogue)
}

const step = (id: string, type = 'step') => ({ id, type })
const edge = (source: string, target: string, sourceHandle = 'main') => ({ source, target, sourceHandle })
const done = (nodeId: string, iteration?: string): StepRecord => ({
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
  ...done(nodeId, iteration),
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

const CHAIN: Drawing = { nodes: [step('a'), step('b'), step('c')], edges: [edge('a', 'b'), edge('b', 'c')] }
const LOOP: Drawing = {
  nodes: [step('before'), step('l', 'each'), step('a'), step('b'), step('after')],
  edges: [edge('before', 'l'), edge('l', 'a', 'each'), edge('a', 'b'), edge('l', 'after', 'done')],
}

function keep(
  entries: readonly JournalEntry[],
  from: RetryRequest['from'],
  original: Drawing,
  now: Drawing = original,
): readonly JournalEntry[] {
  const versions = { version: compile(now), original: compile(original) }
  return keepForRetry({ ...versions, input: {}, triggerNodeId: null, entries, from })
}

describe('what a retry takes over', () => {
  it('of what failed: everything before it, with its attempts, and nothing of what had only begun', () => {
    const before = [begun('a'), done('a')]
    assert.deepEqual(keep([...before, begun('b'), failed('b')], 'failed', CHAIN), before)
    assert.deepEqual(keep([...before, begun('b')], 'failed', CHAIN), before)
  })

  it('of a loop that failed: that it was opened, its items that are through, and what was done in the others', () => {
    const through = [done('before'), opened('l'), done('a', 'l[0]'), done('b', 'l[0]'), done('a', 'l[1]')]
    const rest = [begun('b', 'l[1]'), failed('a', 'l[2]'), failed('l')]
    assert.deepEqual(keep([...through, ...rest], 'failed', LOOP), through)
  })

  it('of a failure that was caught: all of it', () => {
    const caught = [opened('l'), failed('a', 'l[0]'), { ...failed('l'), handle: 'error' }]
    assert.deepEqual(keep([done('before'), ...caught], 'failed', LOOP), [done('before'), ...caught])
  })

  it('from a node in a loop: in every item what is before the node, and nothing behind the loop', () => {
    const entries = [
      done('before'),
      opened('l'),
      ...[0, 1, 2].flatMap((n) => [done('a', `l[${n}]`), done('b', `l[${n}]`)]),
      { ...done('l'), handle: 'done' },
      done('after'),
    ]
    const kept = [done('before'), opened('l'), ...[0, 1, 2].map((n) => done('a', `l[${n}]`))]
    assert.deepEqual(keep(entries, { nodeId: 'b' }, LOOP), kept)
    assert.deepEqual(keep(entries, { nodeId: 'l' }, LOOP), [done('before')])
    assert.deepEqual(keep(entries, { nodeId: 'after' }, LOOP), entries.slice(0, -1))
    assert.deepEqual(keep(entries, { nodeId: 'before' }, LOOP), [])
  })

  it('on another version: only of nodes that are there, of the same type, and ready at that point', () => {
    const entries = [done('a'), done('b'), failed('c')]
    const without = { nodes: [step('a'), step('c')], edges: [edge('a', 'c')] }
    assert.deepEqual(keep(entries, 'failed', CHAIN, without), [done('a')])
    const retyped = { ...CHAIN, nodes: [step('a'), step('b', 'each'), step('c')], edges: [edge('a', 'b')] }
    assert.deepEqual(keep(entries, 'failed', CHAIN, retyped), [done('a')])
    const turned = { ...CHAIN, edges: [edge('b', 'a'), edge('a', 'c')] }
    assert.deepEqual(keep(entries, 'failed', CHAIN, turned), [done('b')])
    const another = { ...CHAIN, edges: [edge('a', 'b', 'true'), edge('b', 'c')] }
    assert.deepEqual(keep(entries, 'failed', CHAIN, another), [done('a')])
  })
})
