import { describe, expect, it } from 'vitest'
import { type Completion, findCompletions, findDocumentation, type Knowledge } from './completions.ts'
import { RunData } from './evaluate.ts'
import { positionOf } from './scope-position.ts'

const graph = {
  nodes: [
    { id: 'start', type: 'start', name: 'New order' },
    { id: 'fetch', type: 'http', name: 'Fetch' },
    { id: 'each', type: 'for_each', data: { items: '{{ input.lines }}' } },
    { id: 'inner', type: 'set' },
    { id: 'later', type: 'set', name: 'Later' },
  ],
  edges: [
    { source: 'start', target: 'fetch' },
    { source: 'fetch', target: 'each' },
    { source: 'each', target: 'inner', sourceHandle: 'each' },
    { source: 'each', target: 'later', sourceHandle: 'done' },
  ],
  variables: {},
}

const position = positionOf(graph, 'inner', { workflowId: 'w', isLoop: (type) => type === 'for_each' })
const data = new RunData(position, {
  executionId: 'r',
  startedAt: '2026-01-01T00:00:00Z',
  triggerNodeId: 'start',
  input: { email: 'ada@example.com', lines: [{ sku: 'AX-7', qty: 2 }], 'first name': 'Ada' },
  outputs: { fetch: { status: 200, body: { ok: true } } },
  leftOut: [],
})
const knowledge: Knowledge = { position, scope: data.at().scope, hasEvent: false }

/** `|` marks the cursor. */
function complete(marked: string, mode: 'template' | 'condition' = 'template') {
  const at = marked.indexOf('|')
  const text = marked.replace('|', '')
  const found = findCompletions(text, at, mode, knowledge)
  return { from: found?.from, items: found?.items ?? [] }
}

const labels = (items: readonly Completion[], kind?: Completion['kind']) =>
  items.filter((one) => kind === undefined || one.kind === kind).map(({ label }) => label)

describe('completion', () => {
  it('Outside of an expression there is none', () => {
    expect(complete('Dear | {{ input.a }}').items).toEqual([])
  })

  it('An expression starts with the names of its scope, `item` included in a loop', () => {
    const { items } = complete('{{ | }}')
    expect(labels(items, 'name').slice(0, 5)).toEqual(['input', 'previous', 'item', 'index', 'variables'])
    expect(labels(items)).not.toContain('event')
    expect(labels(items, 'node')[0]).toBe('nodes["each"].output')
    expect(labels(items, 'function')).toContain('encodeURIComponent')
  })

  it('A member whose name would tell nothing says which answer to a form it is', () => {
    const input = { data: { field_ab12cd: 'ada@example.com' } }
    const recorded = {
      executionId: 'r',
      startedAt: '',
      triggerNodeId: 'start',
      input,
      outputs: {},
      leftOut: [],
    }
    const { scope } = new RunData(position, recorded).at()
    const answerLabels = new Map([['field_ab12cd', 'Untitled email field']])
    const text = 'input.data.f'
    const items = findCompletions(text, text.length, 'condition', {
      position,
      scope,
      hasEvent: false,
      answerLabels,
    })?.items
    const found = items?.find(({ label }) => label === 'field_ab12cd')
    expect(found?.detail).toBe('Untitled email field · "ada@example.com"')
    expect(found?.insert).toBe('field_ab12cd')
  })

  it('Members come from recorded data, with their value', () => {
    const { items, from } = complete('{{ input.em| }}')
    expect(from).toBe(9)
    expect(items.slice(0, 2).map(({ label, detail }) => [label, detail])).toEqual([
      ['email', '"ada@example.com"'],
      ['lines', 'list of 1'],
    ])
  })

  it('A member that is no identifier replaces the dot', () => {
    const found = complete('{{ input.| }}').items.find(({ label }) => label.includes('first name'))
    expect(found).toMatchObject({ insert: '["first name"]', replacesDot: true })
  })

  it('Methods follow the type of the value', () => {
    expect(labels(complete('{{ input.email.| }}').items)).toContain('toUpperCase')
    expect(labels(complete('{{ input.email.| }}').items)).not.toContain('map')
    expect(labels(complete('{{ input.lines.| }}').items)).toContain('map')
    expect(labels(complete('{{ now.| }}').items)).toContain('format')
    expect(labels(complete('{{ Math.| }}').items)).toContain('round')
  })

  it('Calls and indexes before the dot are evaluated', () => {
    expect(labels(complete('{{ input.lines.filter(x => x.qty > 1)[0].| }}').items, 'field')).toEqual([
      'sku',
      'qty',
    ])
  })

  it('The parameter of an arrow function has the members of an entry', () => {
    expect(labels(complete('{{ input.lines.map(line => line.| ) }}').items, 'field')).toEqual(['sku', 'qty'])
    expect(labels(complete('{{ input.lines.map((line, at) => l| ) }}').items)).toContain('line')
  })

  it('`nodes["` offers the nodes before this one first', () => {
    const { items } = complete('{{ nodes[|')
    expect(labels(items).slice(0, 3)).toEqual(['"each"', '"Fetch"', '"New order"'])
    expect(labels(items)).toContain('"Later"')
    expect(complete('{{ nodes["Fe|"] }}').items.find(({ label }) => label === '"Fetch"')?.insert).toBe(
      '"Fetch"',
    )
  })

  it('A condition needs no brackets', () => {
    expect(labels(complete('input.lines[0].|', 'condition').items, 'field')).toEqual(['sku', 'qty'])
  })

  it('Inside of a text and behind a value there is none', () => {
    expect(complete('{{ "in|put" }}').items).toEqual([])
    expect(complete('{{ input.email | }}').items).toEqual([])
  })

  it('Every prefix of an expression can be completed without an error', () => {
    const text =
      '{{ input.lines.map(({ sku, qty = 1 }) => `${sku}: ${qty}`).join(", ") + nodes["Fetch"]?.output.body.ok }}'
    for (let at = 0; at <= text.length; at += 1) findCompletions(text.slice(0, at), at, 'template', knowledge)
  })
})

describe('documentation', () => {
  it('A function shows its signature and its example', () => {
    const text = '{{ input.email.toUpperCase() }}'
    const found = findDocumentation(text, text.indexOf('toUpper') + 2, 'template', knowledge)
    expect(found?.info.signature).toBe('text.toUpperCase()')
    expect(found?.info.example).toBeDefined()
  })

  it('A field shows its recorded value', () => {
    const text = '{{ input.email }}'
    expect(findDocumentation(text, text.indexOf('email') + 1, 'template', knowledge)?.value).toBe(
      '"ada@example.com"',
    )
  })
})
