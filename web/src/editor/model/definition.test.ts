import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import { setParameter } from './edits/parameters.ts'
import { type Definition, readDocument, writeDefinition } from './definition.ts'

const messy: Definition = {
  nodes: [
    { type: 'start', colour: 'red' },
    { id: 'fetch', type: 'http', config: { url: 'https://example.com' }, position: [10, 20], name: 7 },
    { id: 'fetch', type: 'set', data: 'broken', parameters: { x: 1 } },
    { id: 'fetch_2', position: { x: 'left' } },
  ],
  edges: [
    { from: 'fetch', to: 'fetch_2', label: 'next' },
    { source: 'fetch', target: 'fetch_2', sourceHandle: 5 },
    { source: 'gone' },
  ],
  variables: { a: 1 },
}

describe('readDocument', () => {
  it('Every node has a unique id, and spellings that the engine accepts are normalised', () => {
    expect(readDocument(messy)).toEqual({
      nodes: [
        { id: 'node_1', type: 'start', colour: 'red' },
        { id: 'fetch', type: 'http', data: { url: 'https://example.com' }, position: { x: 10, y: 20 } },
        { id: 'fetch_3', type: 'set', data: {}, parameters: { x: 1 } },
        { id: 'fetch_2', type: '' },
      ],
      edges: [
        { source: 'fetch', target: 'fetch_2', label: 'next' },
        { source: 'gone', target: '' },
      ],
      variables: { a: 1 },
    })
  })

  it('Reading a document again changes nothing', () => {
    const document = readDocument(messy)
    expect(readDocument({ ...document })).toEqual(document)
  })
})

describe('writeDefinition', () => {
  it('A document without edits is written exactly as it was', () => {
    expect(writeDefinition(readDocument(messy), messy)).toBe(messy)
  })

  it('What was not edited is written exactly as it was', () => {
    const document = produce(readDocument(messy), (draft) => {
      setParameter(draft, 'fetch', ['url'], 'https://example.org')
    })
    const written = writeDefinition(document, messy)
    expect(written.nodes).toEqual([
      messy.nodes[0],
      { id: 'fetch', type: 'http', data: { url: 'https://example.org' }, position: { x: 10, y: 20 } },
      messy.nodes[2],
      messy.nodes[3],
    ])
    expect(written.edges).toEqual(messy.edges)
  })

  it('An id that the editor assigned is written as soon as an edge uses it', () => {
    const document = produce(readDocument(messy), (draft) => {
      draft.edges.push({ source: 'node_1', target: 'fetch' })
    })
    const written = writeDefinition(document, messy)
    expect(written.nodes[0]).toEqual({ id: 'node_1', type: 'start', colour: 'red' })
    expect(written.edges).toEqual([...messy.edges, { source: 'node_1', target: 'fetch' }])
  })
})
