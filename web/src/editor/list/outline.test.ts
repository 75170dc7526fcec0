import { expect, test } from 'vitest'
import { sampleNodeTypes as nodeTypes } from '../../graph/testing/sample-node-types.ts'
import type { GraphDocument } from '../../graph/types.ts'
import { outline } from './outline.ts'

function rowsOf(types: Record<string, string>, edges: readonly string[]): string[] {
  const document: GraphDocument = {
    nodes: Object.entries(types).map(([id, type]) => ({ id, type })),
    edges: edges.map((edge) => {
      const [from = '', target = ''] = edge.split('>')
      const [source = '', sourceHandle] = from.split(':')
      return { source, target, ...(sourceHandle === undefined ? {} : { sourceHandle }) }
    }),
    variables: {},
  }
  return outline(document, nodeTypes).map(
    ({ node, depth, branch }) =>
      `${' '.repeat(depth)}${node.id}${branch === undefined ? '' : ` (${branch})`}`,
  )
}

test('steps are listed in the order in which they run, triggers first', () => {
  expect(rowsOf({ b: 'set', s: 'start', a: 'set' }, ['s>a', 'a>b'])).toEqual(['s', 'a', 'b'])
})

test('branches are indented, and where they meet the list returns', () => {
  const types = { s: 'start', i: 'if', yes: 'set', no: 'set', end: 'set' }
  expect(rowsOf(types, ['s>i', 'i:false>no', 'i:true>yes', 'yes>end', 'no>end'])).toEqual([
    's',
    'i',
    ' yes (true)',
    ' no (false)',
    'end',
  ])
})

test('the body of a loop is indented, and what follows it is not', () => {
  expect(
    rowsOf({ s: 'start', f: 'for_each', body: 'set', end: 'set' }, ['s>f', 'f:each>body', 'f:done>end']),
  ).toEqual(['s', 'f', ' body (each)', 'end (done)'])
})

test('steps of a cycle are listed once', () => {
  expect(rowsOf({ a: 'set', b: 'set' }, ['a>b', 'b>a']).map((row) => row.trim()[0])).toEqual(['a', 'b'])
})
