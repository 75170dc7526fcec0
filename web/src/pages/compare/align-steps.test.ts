import type { StepOutline, Timeline } from '@millrace/contract/execution-timeline.ts'
import { expect, test } from 'vitest'
import { sampleExecution } from '../../testing/sample-run.ts'
import { compareRuns, isDifferent } from './align-steps.ts'
import { RUN_INPUT } from './compare-search.ts'

const step = (key: string, changes: Partial<StepOutline> = {}): StepOutline => ({
  key,
  node_id: key.slice(key.lastIndexOf('/') + 1),
  type: 'set',
  frame: key.includes('/') ? key.slice(0, key.lastIndexOf('/')) : null,
  index: null,
  status: 'completed',
  handle: 'main',
  attempts: 1,
  retries: [],
  started_at: sampleExecution.started_at,
  ended_at: sampleExecution.started_at,
  duration_ms: 5,
  error: null,
  waiting: null,
  child_execution_id: null,
  output_size: 2,
  item_count: null,
  pinned: false,
  reused: false,
  output_hash: 'same',
  ...changes,
})

const timeline = (
  steps: StepOutline[],
  { input = 'input', isOpen = false }: { input?: string; isOpen?: boolean } = {},
): Timeline => ({
  execution: {
    ...sampleExecution,
    status: isOpen ? 'running' : 'completed',
    completed_at: isOpen ? null : sampleExecution.started_at,
  },
  steps,
  input_hash: input,
  complete: true,
  last_event_id: null,
})

const kinds = (a: Timeline, b: Timeline) =>
  compareRuns(a, b).rows.map(({ key, differences }) => `${key}: ${differences.join()}`)

test('equal runs have no difference', () => {
  const run = timeline([step('start'), step('loop[0]/each')])
  expect(compareRuns(run, run)).toMatchObject({ different: 0, first: undefined })
  expect(kinds(run, run)).toEqual([`${RUN_INPUT}: `, 'start: ', 'loop[0]/each: '])
})

test('steps are aligned by node and iteration, and those of one run stand where they ran', () => {
  const a = timeline([step('start'), step('loop[0]/each'), step('loop[1]/each'), step('end')])
  const b = timeline([step('before'), step('start'), step('loop[0]/each'), step('loop[2]/each'), step('end')])
  expect(kinds(a, b)).toEqual([
    `${RUN_INPUT}: `,
    'before: only_b',
    'start: ',
    'loop[0]/each: ',
    'loop[2]/each: only_b',
    'loop[1]/each: only_a',
    'end: ',
  ])
})

test('the first difference is a step, and the input only if no step differs', () => {
  const a = timeline([step('start'), step('charge')], { input: 'one' })
  const failed = step('charge', {
    status: 'failed',
    handle: null,
    error: { code: 'DECLINED', message: 'Declined' },
    output_hash: null,
  })
  const comparison = compareRuns(a, timeline([step('start'), failed], { input: 'two' }))
  expect(comparison.different).toBe(1)
  expect(comparison.first?.key).toBe('charge')
  expect(comparison.first?.differences).toEqual(['status', 'handle', 'error', 'output'])
  const sameSteps = compareRuns(a, timeline([step('start'), step('charge')], { input: 'two' }))
  expect(sameSteps).toMatchObject({ different: 0, first: { key: RUN_INPUT, differences: ['input'] } })
})

test('a trigger that hands the input on does not differ by it', () => {
  const a = timeline([step('start', { output_hash: 'one' }), step('charge')], { input: 'one' })
  const b = timeline([step('start', { output_hash: 'two' }), step('charge')], { input: 'two' })
  expect(kinds(a, b)).toEqual([`${RUN_INPUT}: input`, 'start: ', 'charge: '])
})

test('durations alone are no difference, attempts and outputs are', () => {
  const a = timeline([step('one'), step('two'), step('three')])
  const b = timeline([
    step('one', { duration_ms: 900 }),
    step('two', { attempts: 3 }),
    step('three', { output_hash: 'other' }),
  ])
  expect(kinds(a, b)).toEqual([`${RUN_INPUT}: `, 'one: ', 'two: attempts', 'three: output'])
})

test('what a run that goes on has not reached is open, not different', () => {
  const a = timeline([step('start'), step('ask'), step('end')])
  const b = timeline([step('start'), step('ask', { status: 'waiting', output_hash: null })], { isOpen: true })
  const { rows, different } = compareRuns(a, b)
  expect(different).toBe(0)
  expect(rows.filter(({ isOpen }) => isOpen).map(({ key }) => key)).toEqual(['ask', 'end'])
  expect(rows.some(isDifferent)).toBe(false)
})
