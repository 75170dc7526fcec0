import { describe, expect, test } from 'vitest'
import type { GraphDocument } from '../graph/types.ts'
import { momentOf, runStart, sampleStep } from '../testing/sample-run.ts'
import { OverlayBuilder, overlayOf } from './run-overlay.ts'

const document: GraphDocument = {
  nodes: ['start', 'loop', 'charge', 'mail'].map((id) => ({ id, type: 'set' })),
  edges: [
    { source: 'start', target: 'loop' },
    { source: 'loop', target: 'charge', sourceHandle: 'each' },
    { source: 'loop', target: 'mail', sourceHandle: 'done' },
  ],
  variables: {},
}

const error = { code: 'HTTP_402', message: 'declined' }
const steps = [
  sampleStep('start', [0, 10]),
  sampleStep('loop', [10, 100], { status: 'failed', handle: null, item_count: 3, error }),
  sampleStep('loop[0]/charge', [10, 50]),
  sampleStep('loop[1]/charge', [12, 90], { status: 'failed', handle: null, error, attempts: 2 }),
]

describe('overlayOf', () => {
  test('adds up the steps of a node over all iterations', () => {
    const charge = overlayOf(steps, document).nodes.get('charge')
    expect(charge).toMatchObject({
      status: 'failed',
      steps: 2,
      completed: 1,
      failed: 1,
      attempts: 2,
      durationMs: 59,
      longestMs: 78,
      items: null,
      error,
      lastStepKey: 'loop[1]/charge',
    })
  })

  test('the time of a step in a loop is the average of its iterations, and not the time of the loop', () => {
    const slow = [
      sampleStep('loop', [0, 3_000], { item_count: 3 }),
      ...[0, 1_000, 2_000].flatMap((at, index) => [
        sampleStep(`loop[${index}]/charge`, [at, at + 10 + index * 10]),
        sampleStep(`loop[${index}]/mail`, [at + 30, at + 1_000]),
      ]),
    ]
    const { nodes } = overlayOf(slow, document)
    expect(nodes.get('loop')).toMatchObject({ durationMs: 3_000, longestMs: null })
    expect(nodes.get('charge')).toMatchObject({ durationMs: 20, longestMs: 30 })
    expect(nodes.get('mail')).toMatchObject({ durationMs: 970, longestMs: 970 })
  })

  test('in a retry, the time of a step counts from the start of the retry, and results that were kept do not count', () => {
    const retried = [
      sampleStep('loop', [-5_000, 300], { item_count: 2 }),
      sampleStep('loop[0]/charge', [-5_000, -4_000], { reused: true }),
      sampleStep('loop[1]/charge', [0, 300]),
    ]
    const { nodes } = overlayOf(retried, document, { startedAt: runStart })
    expect(nodes.get('loop')?.durationMs).toBe(300)
    expect(nodes.get('charge')).toMatchObject({ durationMs: 300, longestMs: 300 })
  })

  test('counts how often an edge was taken; iterations count at each', () => {
    const { edges } = overlayOf(steps, document)
    expect(Object.fromEntries(edges)).toEqual({
      'start:main→loop': { taken: 1 },
      'loop:each→charge': { taken: 2 },
    })
  })

  test('shows the run as it stood at a time', () => {
    const { nodes } = overlayOf(steps, document, { upTo: runStart + 60 })
    expect(nodes.get('charge')).toMatchObject({
      status: 'running',
      completed: 1,
      failed: 0,
      durationMs: null,
    })
    expect(nodes.get('loop')).toMatchObject({ status: 'running' })
    expect(nodes.has('mail')).toBe(false)
  })

  test('a retried step waits for its next attempt between the attempts', () => {
    const retries = [{ attempt: 1, error, ended_at: momentOf(20), next_at: momentOf(40) }]
    const retried = [sampleStep('start', [0, 60], { attempts: 2, retries })]
    const statusAt = (ms: number) =>
      overlayOf(retried, document, { upTo: runStart + ms }).nodes.get('start')?.status
    expect([10, 30, 50, 60].map(statusAt)).toEqual(['running', 'retrying', 'running', 'completed'])
  })
})

test('a changed step replaces its earlier state', () => {
  const builder = new OverlayBuilder()
  builder.add(sampleStep('start', [0, null]), runStart)
  const live = builder.overlay(document, { executionId: 'run', isLive: true })
  expect(live.nodes.get('start')).toMatchObject({ status: 'running', steps: 1, durationMs: null })
  builder.add(sampleStep('start', [0, 10]), runStart)
  const done = builder.overlay(document, { executionId: 'run', isLive: false })
  expect(done.nodes.get('start')).toMatchObject({
    status: 'completed',
    steps: 1,
    completed: 1,
    durationMs: 10,
  })
  expect(live.nodes.get('start')?.status).toBe('running')
})
