import { describe, expect, test } from 'vitest'
import type { NodeType } from '../api/node-types.ts'
import type { DocsSection } from './docs-queries.ts'
import { findByAddress, listEntries } from './help-entries.ts'
import { excerptOf, searchEntries } from './search-entries.ts'

const http: NodeType = {
  type: 'http',
  title: 'HTTP request',
  summary: 'Sends a request and returns the **answer**.',
  family: 'action',
  icon: 'globe',
  keywords: ['rest', 'api'],
  line: '',
  parameters: {
    type: 'object',
    properties: { url: { type: 'string', title: 'URL', description: 'Where to send the request.' } },
  },
  conditions: [],
  literals: [],
  handles: '["main"]',
  is_loop: false,
  has_effect: true,
  credential_types: [],
  output: 'An object with `status` and `body`.',
  notes: ['Fails with `HTTP_ERROR`.'],
  example: {},
}

const section = (url: string, title: string, text: string, page = 'Page'): DocsSection => ({
  url,
  title,
  text,
  page,
})

const sections = [
  section('/docs', 'API reference', 'Every operation.', 'API reference'),
  section('/docs#op-listForms', 'List forms', 'An operation of the API.', 'API reference'),
  section('/docs/nodes#http', 'HTTP request', 'The same as the node itself.', 'Nodes'),
  section('/docs/nodes#node', 'Node', 'Fields of every node, such as timeout_ms.', 'Nodes'),
  section('/docs/guides/expressions', 'Expressions', 'Text or value.', 'Expressions'),
  section('/docs/guides/expressions#syntax', 'Syntax', 'Operators and literals.', 'Expressions'),
  section('/docs/guides/expressions#texts', 'Texts', 'The table of functions.', 'Expressions'),
  section('/docs/guides/forms#embed-a-form', 'Embed a form', 'In a page of yours.', 'Forms'),
  section('/docs/errors#RATE_LIMITED', 'RATE_LIMITED', 'Too many requests.', 'Errors'),
]

const entries = listEntries([http], sections)
const search = (query: string) =>
  searchEntries(entries, query).flatMap(({ entries: found }) => found.map(({ id }) => id))

describe('the entries of the help', () => {
  test('have nodes, parameters, functions and names once, and no operations of the API', () => {
    const ids = entries.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(
      expect.arrayContaining([
        'node:http',
        'parameter:http.url',
        'name:input',
        'function:text.trim()',
        'page:/docs/nodes#node',
        'page:/docs/guides/expressions#syntax',
        'page:/docs/errors#RATE_LIMITED',
      ]),
    )
    for (const id of ['/docs', '/docs#op-listForms', '/docs/nodes#http', '/docs/guides/expressions#texts'])
      expect(ids).not.toContain(`page:${id}`)
  })

  test('are found by their address in the documentation', () => {
    expect(findByAddress(entries, '/docs/nodes#http')?.id).toBe('node:http')
    expect(findByAddress(entries, '/docs/guides/forms#embed-a-form')?.title).toBe('Embed a form')
    expect(findByAddress(entries, '/docs#op-listForms')).toBeUndefined()
  })
})

describe('the search of the help', () => {
  test.each([
    ['a function by its name', 'padstart', 'function:text.padStart(length, fill?)'],
    ['a function by its signature', 'text.trim', 'function:text.trim()'],
    ['a node by its title', 'http req', 'node:http'],
    ['a node by a synonym', 'rest', 'node:http'],
    ['a parameter by its name', 'url', 'parameter:http.url'],
    ['a name of the data', 'previous', 'name:previous'],
    ['a section of a guide', 'embed', 'page:/docs/guides/forms#embed-a-form'],
    ['an error code', 'rate_limited', 'page:/docs/errors#RATE_LIMITED'],
    ['a field of every node', 'timeout_ms', 'page:/docs/nodes#node'],
  ])('finds %s first', (_, query, first) => {
    expect(search(query)[0]).toBe(first)
  })

  test('wants every word, in any order', () => {
    expect(search('operators syntax')).toEqual(['page:/docs/guides/expressions#syntax'])
    expect(search('syntax zebra')).toEqual([])
    expect(search('   ')).toEqual([])
  })

  test('shows the part of a long text in which a word was found', () => {
    const text = `${'much before it, '.repeat(20)}the needle${' and much behind it'.repeat(20)}`
    expect(excerptOf(text, 'needle')).toMatch(/^…[^…]*the needle and much behind it[^…]*…$/)
    expect(excerptOf('A short text.', 'short')).toBe('A short text.')
  })
})
