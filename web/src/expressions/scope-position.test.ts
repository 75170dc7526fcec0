import { describe, expect, it } from 'vitest'
import { compile, evaluateOn, type RecordedRun, RunData } from './evaluate.ts'
import { nodeKey, positionOf, type ScopeGraph } from './scope-position.ts'

const graph: ScopeGraph = {
  nodes: [
    { id: 'start', type: 'start', name: 'New order' },
    { id: 'fetch', type: 'http', name: 'Fetch' },
    { id: 'each', type: 'for_each', name: 'Each line', data: { items: '{{ nodes["Fetch"].output.lines }}' } },
    { id: 'inner', type: 'set', name: 'Inner' },
    { id: 'last', type: 'set', name: 'Fetch' },
    { id: 'after', type: 'set' },
  ],
  edges: [
    { source: 'start', target: 'fetch' },
    { source: 'fetch', target: 'each' },
    { source: 'each', target: 'inner', sourceHandle: 'each' },
    { source: 'inner', target: 'last' },
    { source: 'each', target: 'after', sourceHandle: 'done' },
  ],
  variables: { limit: 3 },
}

const run: RecordedRun = {
  executionId: 'run-1',
  startedAt: '2026-01-01T00:00:00Z',
  triggerNodeId: 'start',
  input: { customer: 'Ada' },
  outputs: { fetch: { lines: [{ sku: 'a' }, { sku: 'b' }] }, each: [1, 2], inner: { ok: true } },
  leftOut: [],
}

const options = { workflowId: 'w', isLoop: (type: string) => type === 'for_each' || type === 'loop' }
const at = (nodeId: string) => positionOf(graph, nodeId, options)

function evaluate(nodeId: string, text: string, index?: number) {
  const result = compile(text, 'template')
  if (!result.ok) throw new Error(result.problems[0]?.message)
  return evaluateOn(result.compiled, new RunData(at(nodeId), run), index)
}

describe('the position of a node', () => {
  it('The nodes before it are listed with the nearest first', () => {
    expect(at('last').earlier).toEqual(['inner', 'each', 'fetch', 'start'])
  })

  it('A node behind `each` is inside of the loop, one behind `done` is not', () => {
    expect(at('inner').loop?.id).toBe('each')
    expect(at('last').loop?.body).toEqual(['inner', 'last'])
    expect(at('after').loop).toBeUndefined()
  })

  it('The innermost of nested loops counts', () => {
    const nested: ScopeGraph = {
      ...graph,
      nodes: [...graph.nodes, { id: 'deep', type: 'loop' }, { id: 'leaf', type: 'set' }],
      edges: [
        ...graph.edges,
        { source: 'last', target: 'deep' },
        { source: 'deep', target: 'leaf', sourceHandle: 'each' },
      ],
    }
    expect(positionOf(nested, 'leaf', options).loop?.id).toBe('deep')
  })

  it('A name that two nodes share is replaced by the id', () => {
    expect(nodeKey(at('after'), 'fetch')).toBe('fetch')
    expect(nodeKey(at('after'), 'inner')).toBe('Inner')
    expect(nodeKey(at('after'), 'after')).toBe('after')
  })

  it('A cycle in an unfinished graph does not hang', () => {
    const cyclic = { ...graph, edges: [...graph.edges, { source: 'last', target: 'fetch' }] }
    expect(positionOf(cyclic, 'fetch', options).earlier).toContain('last')
  })
})

describe('evaluation on a recorded run', () => {
  it('Expressions read the input, earlier nodes and variables', () => {
    expect(evaluate('after', '{{ input.customer + nodes["each"].output.length + variables.limit }}')).toEqual(
      {
        kind: 'value',
        value: 'Ada23',
      },
    )
  })

  it('`item` is the chosen entry of the list that the loop iterates over', () => {
    expect(evaluate('inner', '{{ item.sku }}', 0)).toEqual({ kind: 'value', value: 'a', index: 0, of: 2 })
    expect(evaluate('inner', '{{ previous.sku + index }}')).toEqual({
      kind: 'value',
      value: 'b1',
      index: 1,
      of: 2,
    })
  })

  it('`previous` is the output of the node before, and of the trigger the input of the run', () => {
    expect(evaluate('last', '{{ previous.ok }}')).toMatchObject({ kind: 'value', value: true })
    expect(evaluate('fetch', '{{ previous.customer }}')).toEqual({ kind: 'value', value: 'Ada' })
  })

  it('A node without recorded output is reported by its name', () => {
    expect(evaluate('after', '{{ nodes["last"].output.x }}')).toEqual({ kind: 'missing', names: ['last'] })
  })

  it('An item of a list that the run does not have is missing', () => {
    const early = { ...run, outputs: {} }
    const result = compile('{{ item.sku }}', 'template')
    expect(result.ok && evaluateOn(result.compiled, new RunData(at('inner'), early))).toEqual({
      kind: 'missing',
      names: ['Each line'],
    })
  })

  it('A pinned output replaces the recorded one', () => {
    const pinned = {
      ...graph,
      nodes: graph.nodes.map((node) =>
        node.id === 'fetch' ? { ...node, pinned_output: { lines: [9] } } : node,
      ),
    }
    const data = new RunData(positionOf(pinned, 'inner', options), run)
    expect(data.items).toEqual([9])
  })

  it('An error of the expression has the message of the interpreter', () => {
    const outcome = evaluate('after', '{{ input.address.city }}')
    expect(outcome).toMatchObject({ kind: 'error' })
    expect(outcome.kind === 'error' && outcome.problem.message).toContain('input.address')
  })
})
