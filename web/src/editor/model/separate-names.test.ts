import { describe, expect, it } from 'vitest'
import type { GraphDocument } from '../../graph/types.ts'
import { mergeDocuments } from './merge-documents.ts'
import { followNames } from './follow-names.ts'
import { separateNames } from './separate-names.ts'

const reference = { message: '{{ nodes["Fetch"].output }}' }
const base: GraphDocument = { nodes: [{ id: 'start', type: 'start' }], edges: [], variables: {} }

describe('separateNames', () => {
  it('Of two nodes that got one name at the same time, mine gets a number, and my references follow', () => {
    const mine: GraphDocument = {
      ...base,
      nodes: [
        ...base.nodes,
        { id: 'http_a', type: 'http', name: 'Fetch' },
        { id: 'log_a', type: 'log', data: reference },
      ],
    }
    const theirs: GraphDocument = {
      ...base,
      nodes: [
        ...base.nodes,
        { id: 'http_b', type: 'http', name: 'Fetch' },
        { id: 'log_b', type: 'log', data: reference },
      ],
    }
    const { document } = mergeDocuments(base, mine, theirs)
    const nodes = new Map(separateNames(document, theirs, followNames).nodes.map((node) => [node.id, node]))
    expect(nodes.get('http_a')?.name).toBe('Fetch 2')
    expect(nodes.get('log_a')?.data).toEqual({ message: '{{ nodes["Fetch 2"].output }}' })
    expect(nodes.get('http_b')?.name).toBe('Fetch')
    expect(nodes.get('log_b')?.data).toEqual(reference)
  })

  it('A document without such names stays the same object', () => {
    expect(separateNames(base, base, followNames)).toBe(base)
  })
})
