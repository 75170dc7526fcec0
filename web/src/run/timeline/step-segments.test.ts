import { expect, test } from 'vitest'
import { momentOf, runStart, sampleStep } from '../../testing/sample-run.ts'
import { buildTree } from './timeline-tree.ts'
import { ReadyTimes } from './ready-times.ts'
import { segmentsOf } from './step-segments.ts'
import { clampRange, ticksOf, zoom } from './time-scale.ts'

const error = { code: 'HTTP_503', message: 'busy' }
const kinds = (segments: ReturnType<typeof segmentsOf>) =>
  segments.map(({ kind, status, from, to }) => `${kind} ${status} ${from - runStart}-${to - runStart}`)
const options = { readyAt: undefined, isLoop: false, now: runStart + 1_000 }

test('attempts are segments with the pauses between them', () => {
  const retries = [{ attempt: 1, error, ended_at: momentOf(20), next_at: momentOf(50) }]
  const step = sampleStep('a', [10, 80], { retries, attempts: 2 })
  expect(kinds(segmentsOf(step, { ...options, readyAt: runStart + 2 }))).toEqual([
    'queued completed 2-10',
    'work failed 10-20',
    'backoff retrying 20-50',
    'work completed 50-80',
  ])
})

test('a step that waits to retry ends with the pause', () => {
  const retries = [{ attempt: 1, error, ended_at: momentOf(20), next_at: momentOf(5_000) }]
  const step = sampleStep('a', [10, null], { retries, status: 'retrying' })
  expect(kinds(segmentsOf(step, options))).toEqual(['work failed 10-20', 'backoff retrying 20-1000'])
})

test('waiting is not work', () => {
  const step = sampleStep('a', [10, null], { type: 'wait', status: 'waiting' })
  expect(kinds(segmentsOf(step, options))).toEqual(['waiting waiting 10-1000'])
})

test('a step is ready when its predecessor ended, its loop began or the run started', () => {
  const tree = buildTree([
    sampleStep('start', [5, 10]),
    sampleStep('loop', [12, 90]),
    sampleStep('loop[0]/a', [30, 40]),
    sampleStep('loop[0]/b', [45, 60]),
  ])
  const document = {
    nodes: [],
    edges: [
      { source: 'start', target: 'loop' },
      { source: 'loop', target: 'a', sourceHandle: 'each' },
      { source: 'a', target: 'b' },
    ],
    variables: {},
  }
  const ready = new ReadyTimes(tree, document, runStart)
  const readyAt = (key: string) => {
    const step = tree.steps.get(key)?.step
    return step === undefined ? undefined : (ready.of(step) ?? Number.NaN) - runStart
  }
  expect(['start', 'loop', 'loop[0]/a', 'loop[0]/b'].map(readyAt)).toEqual([0, 10, 12, 40])
})

test('zooming stays within the run', () => {
  const whole = { from: 0, to: 1_000 }
  expect(clampRange(zoom({ from: 0, to: 400 }, 0.5), whole)).toEqual({ from: 100, to: 300 })
  expect(clampRange(zoom({ from: 0, to: 400 }, 4), whole)).toEqual({ from: 0, to: 1_000 })
  expect(clampRange({ from: 900, to: 1_200 }, whole)).toEqual({ from: 700, to: 1_000 })
})

test('ticks are round times', () => {
  expect(ticksOf({ from: 0, to: 4_200 }, 0, 6)).toEqual([0, 1_000, 2_000, 3_000, 4_000])
  expect(ticksOf({ from: 130, to: 420 }, 100, 6)).toEqual([50, 100, 150, 200, 250, 300])
})
