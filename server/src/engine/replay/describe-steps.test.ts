import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JournalEntry, JsonObject, JsonValue, StepRecord } from '#domain/index.ts'
import { compileVersion } from '../compile/compile-version.ts'
import { describeSteps } from './describe-steps.ts'
import { scriptedCatalogue } from '../testing/scripted-run.ts'

const AT = 1_000

const completed = (nodeId: string, output: JsonValue, more: Partial<StepRecord> = {}): StepRecord => ({
  nodeId,
  status: 'completed',
  handle: 'main',
  output,
  error: null,
  attempts: 1,
  startedAt: AT,
  endedAt: AT + 5,
  ...more,
})

function describeJournal(
  { nodes, edges = [] }: { nodes: readonly JsonObject[]; edges?: readonly JsonObject[] },
  pages: readonly (readonly JournalEntry[])[],
  status: 'running' | 'pending' | 'completed' | 'failed' = 'running',
) {
  const version = compileVersion({ id: 'v', workflowId: 'w', nodes, edges, variables: {} }, scriptedCatalogue)
  assert.deepEqual(version.problems, [])
  const execution = { input: { n: 1 }, triggerNodeId: null, status }
  return describeSteps(
    version,
    execution,
    pages.map((steps, sequence) => ({ sequence, steps, logs: [] })),
  )
}

const step = (id: string) => ({ id, type: 'step' })
const edge = (source: string, target: string, sourceHandle = 'main') => ({ source, target, sourceHandle })

describe('describeSteps', () => {
  it('The input of a step is the input of the run, the output of one node, or several outputs by node id', () => {
    const steps = describeJournal(
      {
        nodes: [step('a'), step('b'), step('c'), step('d')],
        edges: [edge('a', 'b'), edge('b', 'd'), edge('c', 'd')],
      },
      [[completed('c', 3), completed('a', 1), completed('b', 2)], [completed('d', 4)]],
      'completed',
    )
    assert.deepEqual(Object.fromEntries(steps.map(({ key, input }) => [key, input()])), {
      a: { n: 1 },
      b: 1,
      c: { n: 1 },
      d: { b: 2, c: 3 },
    })
  })

  it('Steps are ordered by their start, whatever their order in the journal', () => {
    const steps = describeJournal({ nodes: [step('a'), step('b'), step('c')] }, [
      [completed('b', 1, { startedAt: AT + 2 })],
      [completed('a', 1, { startedAt: AT + 1 }), completed('c', 1, { startedAt: AT + 2 })],
    ])
    assert.deepEqual(
      steps.map(({ key }) => key),
      ['a', 'b', 'c'],
    )
  })

  it('A step in a loop shows its item, or the output of the previous iteration', () => {
    const loop = { concurrency: 1, collectErrors: false, maxIterations: 9, startedAt: AT }
    const nodes = [{ id: 'l', type: 'each' }, step('a'), step('b')]
    const edges = [edge('l', 'a', 'each'), edge('a', 'b')]
    const each = describeJournal({ nodes, edges }, [
      [
        { nodeId: 'l', status: 'opened', ...loop, items: ['x', null] },
        completed('a', 'a0', { iteration: 'l[0]' }),
        completed('b', 'b0', { iteration: 'l[0]' }),
        completed('a', 'a1', { iteration: 'l[1]' }),
      ],
    ])
    assert.deepEqual(
      each.map(({ key, index, status, input }) => [key, index, status, input()]),
      [
        ['l', null, 'running', { n: 1 }],
        ['l[0]/a', 0, 'completed', 'x'],
        ['l[0]/b', 0, 'completed', 'a0'],
        ['l[1]/a', 1, 'completed', null],
      ],
    )
    const repeated = describeJournal({ nodes: [{ id: 'l', type: 'while' }, step('a'), step('b')], edges }, [
      [
        { nodeId: 'l', status: 'opened', ...loop },
        completed('a', 'a0', { iteration: 'l[0]' }),
        completed('b', 'b0', { iteration: 'l[0]' }),
        completed('a', 'a1', { iteration: 'l[1]' }),
      ],
    ])
    assert.deepEqual(
      repeated.map(({ key, input }) => [key, input()]),
      [
        ['l', { n: 1 }],
        ['l[0]/a', { n: 1 }],
        ['l[0]/b', 'a0'],
        ['l[1]/a', 'b0'],
      ],
    )
  })

  it('An unfinished step is running, waiting or retrying, and shows its attempts', () => {
    const error = { code: 'E', message: 'No.' }
    const failed = { status: 'retrying' as const, error, startedAt: AT, endedAt: AT + 1, waitId: 'w1' }
    const nodes = [step('a'), step('b'), step('c'), step('d')]
    const steps = describeJournal({ nodes }, [
      [
        { nodeId: 'a', status: 'begun', attempt: 1, startedAt: AT },
        { nodeId: 'b', status: 'begun', attempt: 1, startedAt: AT },
        { nodeId: 'b', ...failed, attempt: 1, resumeAt: AT + 9 },
        {
          nodeId: 'c',
          status: 'waiting',
          waitId: 'w2',
          for: 'event',
          event: 'paid',
          attempt: 1,
          startedAt: AT,
          until: null,
        },
        {
          nodeId: 'd',
          status: 'waiting',
          waitId: 'w3',
          for: 'workflow',
          childId: 'x',
          attempt: 1,
          startedAt: AT,
          until: 5,
        },
        { nodeId: 'd', ...failed, attempt: 1, resumeAt: AT + 9 },
      ],
    ])
    assert.deepEqual(
      steps.map(({ key, status, attempts, retries, waiting, childId }) => ({
        key,
        status,
        attempts,
        retries: retries.length,
        event: waiting?.event,
        childId,
      })),
      [
        { key: 'a', status: 'running', attempts: 1, retries: 0, event: undefined, childId: null },
        { key: 'b', status: 'retrying', attempts: 1, retries: 1, event: undefined, childId: null },
        { key: 'c', status: 'waiting', attempts: 1, retries: 0, event: 'paid', childId: null },
        { key: 'd', status: 'retrying', attempts: 1, retries: 1, event: undefined, childId: 'x' },
      ],
    )
  })

  it('A step is aborted when the run ends or its item fails before the step does', () => {
    const begun = (nodeId: string, iteration?: string): JournalEntry => ({
      nodeId,
      ...(iteration !== undefined && { iteration }),
      status: 'begun',
      attempt: 1,
      startedAt: AT,
    })
    assert.deepEqual(
      describeJournal({ nodes: [step('a')] }, [[begun('a')]], 'failed').map(({ status }) => status),
      ['aborted'],
    )
    const nodes = [{ id: 'l', type: 'collect' }, step('a'), step('b')]
    const edges = [edge('l', 'a', 'each'), edge('l', 'b', 'each')]
    const opened = { concurrency: 2, collectErrors: true, maxIterations: 9, startedAt: AT, items: [1, 2] }
    const error = { code: 'E', message: 'No.' }
    const steps = describeJournal({ nodes, edges }, [
      [
        { nodeId: 'l', status: 'opened', ...opened },
        begun('b', 'l[0]'),
        begun('b', 'l[1]'),
        completed('a', null, { iteration: 'l[0]', status: 'failed', handle: null, error }),
      ],
    ])
    assert.deepEqual(
      steps.map(({ key, status }) => [key, status]),
      [
        ['l', 'running'],
        ['l[0]/b', 'aborted'],
        ['l[1]/b', 'running'],
        ['l[0]/a', 'failed'],
      ],
    )
  })
})
