import { expect, test } from 'vitest'
import { sampleNodeTypes as nodeTypes } from './testing/sample-node-types.ts'

test('the line of a node is derived from its parameters', () => {
  const node = { id: 'a', type: 'http', name: 'Fetch', data: { url: 'https://example.com' } }
  expect(nodeTypes.lineOf(node)).toBe('GET https://example.com')
})

test('a node without a line of its own is described by its type, unless that is its name', () => {
  expect(nodeTypes.lineOf({ id: 'a', type: 'set', name: 'Totals' })).toBe('Set values')
  expect(nodeTypes.lineOf({ id: 'a', type: 'set' })).toBe('')
})

test('the outputs follow the parameters, and failures add one', () => {
  const cases = { cases: [{ name: 'a' }, { name: 'b' }] }
  expect(nodeTypes.handlesOf({ id: 'a', type: 'switch', data: cases })).toEqual([
    'case:a',
    'case:b',
    'default',
  ])
  expect(nodeTypes.handlesOf({ id: 'a', type: 'http', on_error: 'branch' })).toEqual(['main', 'error'])
})

test('unfinished parameters and unknown types still get an answer', () => {
  expect(nodeTypes.handlesOf({ id: 'a', type: 'switch', data: {} })).toEqual(['main'])
  const unknown = { id: 'a', type: 'fax' }
  expect(nodeTypes.handlesOf(unknown)).toEqual(['main'])
  expect(nodeTypes.nameOf(unknown)).toBe('fax')
  expect(nodeTypes.familyOf('fax')).toBe('action')
  expect(nodeTypes.lineOf(unknown)).toContain('fax')
})

test('a line keeps the end of a path and marks it as computed', () => {
  const line = (url: string) => nodeTypes.lineOf({ id: 'a', type: 'http', data: { url } })
  expect(line('{{ nodes["Fetch it"].output.body.url }}')).toBe('GET {body.url}')
  expect(line('{{ variables.api }}/orders/{{ item.id }}')).toBe('GET {variables.api}/orders/{item.id}')
  expect(line('{{ previous[0] }}')).toBe('GET {previous[0]}')
  expect(line('{{ a + b }}')).toBe('GET {a + b}')
})
