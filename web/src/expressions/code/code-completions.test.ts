import { expect, it } from 'vitest'
import { RunData } from '../evaluate.ts'
import { positionOf } from '../scope-position.ts'
import { findCodeCompletions } from './code-completions.ts'

const graph = {
  nodes: [
    { id: 'start', type: 'start', name: 'New order' },
    { id: 'fetch', type: 'http', name: 'Fetch' },
    { id: 'count', type: 'code' },
  ],
  edges: [
    { source: 'start', target: 'fetch' },
    { source: 'fetch', target: 'count' },
  ],
  variables: {},
}
const position = positionOf(graph, 'count', { workflowId: 'w', isLoop: () => false })
const data = new RunData(position, {
  executionId: 'r',
  startedAt: '2026-01-01T00:00:00Z',
  triggerNodeId: 'start',
  input: { email: 'ada@example.com', lines: [{ sku: 'AX-7', qty: 2 }], 'first name': 'Ada' },
  outputs: { fetch: { status: 200, body: { ok: true } } },
  leftOut: [],
})
const knowledge = { position, scope: data.at().scope, hasEvent: false }

/** `|` marks the cursor. */
function complete(marked: string): readonly string[] {
  const end = marked.indexOf('|')
  const code = marked.replace('|', '')
  const start = code.lastIndexOf('\n', end - 1) + 1
  const line = code.slice(start).split('\n')[0] ?? ''
  return (findCodeCompletions(code, { line, at: end - start }, knowledge)?.items ?? []).map(
    ({ label }) => label,
  )
}

it('Members of the data come first, then the methods of JavaScript', () => {
  expect(complete('return input.|')).toEqual(['email', 'lines', '["first name"]'])
  expect(complete('if (input.lines[0].|')).toEqual(['sku', 'qty'])
  expect(complete('const a = input.email.|')).toContain('toUpperCase')
  expect(complete('const a = input.lines.|')).toEqual(expect.arrayContaining(['map', 'length', 'toSorted']))
  expect(complete('nodes["Fetch"].output.body.|')).toEqual(['ok'])
})

it('A name stands for its first value, in arrow functions and loops too', () => {
  expect(complete('const lines = input.lines\nconst [first] = lines\nconst one = lines[0]\none.|')).toEqual([
    'sku',
    'qty',
  ])
  expect(complete('input.lines.map((line) => line.|)')).toEqual(['sku', 'qty'])
  expect(complete('for (const line of input.lines) {\n  line.|\n}')).toEqual(['sku', 'qty'])
  expect(complete('const a = a\na.|')).toEqual([])
})

it('Globals of the sandbox have what it offers', () => {
  expect(complete('const text = await files.|')).toEqual(['text', 'bytes', 'create'])
  expect(complete('console.|')).toEqual(['log', 'info', 'debug', 'warn', 'error'])
  expect(complete('Math.|')).toContain('max')
  const names = complete('const total = 1\nreturn |')
  expect(names).toEqual(expect.arrayContaining(['total', 'input', 'nodes["Fetch"].output', 'files', 'await']))
  for (const missing of ['fetch', 'now', 'process']) expect(names).not.toContain(missing)
})

it('Nodes are offered between brackets', () => {
  expect(complete('nodes[|')).toContain('"Fetch"')
  expect(complete("nodes['F|']")).toContain('"Fetch"')
})

it('Nothing is offered in a text, for a new name, and for a word that is complete', () => {
  expect(complete('const a = "input.|"')).toEqual([])
  expect(complete('const a|')).toEqual([])
  expect(complete('return|')).not.toContain('return')
})
