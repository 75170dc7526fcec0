import { describe, expect, it } from 'vitest'
import { summarizeRuns } from './across-runs.ts'
import { compile, type RecordedRun } from './evaluate.ts'
import { type JsonValue, positionOf } from './scope-position.ts'

const graph = {
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'each', type: 'for_each', data: { items: '{{ input.lines }}' } },
    { id: 'inner', type: 'set' },
    { id: 'second', type: 'set' },
  ],
  edges: [
    { source: 'start', target: 'each' },
    { source: 'each', target: 'inner', sourceHandle: 'each' },
    { source: 'inner', target: 'second' },
  ],
  variables: {},
}
const options = { workflowId: 'w', isLoop: (type: string) => type === 'for_each' }

function recorded(
  inputs: readonly JsonValue[],
  outputs: Record<string, JsonValue> = {},
): readonly RecordedRun[] {
  return inputs.map((input, index) => ({
    executionId: `run-${index}`,
    startedAt: '2026-01-01T00:00:00Z',
    triggerNodeId: 'start',
    input,
    outputs,
    leftOut: [],
  }))
}

function summarize(text: string, nodeId: string, runs: readonly RecordedRun[], timeMs = 1_000) {
  const result = compile(text, 'template')
  if (!result.ok) throw new Error(result.problems[0]?.message)
  let now = 0
  return summarizeRuns(result.compiled, positionOf(graph, nodeId, options), runs, {
    timeMs,
    now: () => (now += 1),
  })
}

describe('an expression across runs', () => {
  it('Values of another type and empty values are findings that name their runs', () => {
    const runs = recorded([{ total: 1 }, { total: 2 }, { total: '3' }, { total: null }, {}])
    const summary = summarize('{{ input.total }}', 'each', runs)
    expect(summary).toMatchObject({ values: 3, empty: 2, errors: 0, kind: 'number', isComplete: true })
    expect(summary.findings).toEqual([
      { kind: 'empty', detail: '', count: 2, executionIds: ['run-3', 'run-4'] },
      { kind: 'type', detail: 'text', count: 1, executionIds: ['run-2'] },
    ])
  })

  it('Errors are grouped by their message', () => {
    const runs = recorded([{ user: { name: 'a' } }, {}, {}])
    const summary = summarize('{{ input.user.name }}', 'each', runs)
    expect(summary).toMatchObject({ values: 1, errors: 2 })
    expect(summary.findings[0]).toMatchObject({ kind: 'error', count: 2, executionIds: ['run-1', 'run-2'] })
  })

  it('In a loop, every item of every run counts', () => {
    const runs = recorded([{ lines: [{ sku: 'a' }, { sku: 'b' }] }, { lines: [{ sku: 'c' }, {}] }])
    const summary = summarize('{{ {sku: item.sku} }}', 'inner', runs)
    expect(summary.values).toBe(4)
    expect(summary.findings).toEqual([{ kind: 'without', detail: 'sku', count: 1, executionIds: ['run-1'] }])
  })

  it('Outputs inside of a loop are recorded once, so only the last item counts', () => {
    const runs = recorded([{ lines: [1, 2, 3] }], { inner: { x: 1 } })
    expect(summarize('{{ previous.x }}', 'second', runs).values).toBe(1)
  })

  it('Runs that did not come as far as the node are counted apart', () => {
    const runs = recorded([{ lines: [1] }, { lines: [2] }])
    expect(summarize('{{ nodes["inner"].output.x }}', 'second', runs)).toMatchObject({
      values: 0,
      notReached: 2,
    })
  })

  it('An expression that is too slow is not evaluated on all runs', () => {
    const summary = summarize(
      '{{ input.a }}',
      'each',
      recorded(Array.from({ length: 50 }, () => ({ a: 1 }))),
      20,
    )
    expect(summary.isComplete).toBe(false)
    expect(summary.runs.length).toBeLessThan(50)
  })
})
