import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import type { GraphDocument, GraphNode } from '../../graph/types.ts'
import { deleteNodes } from './edits/delete-nodes.ts'
import { mergeDocuments } from './merge-documents.ts'

const fetch: GraphNode = {
  id: 'fetch',
  type: 'http',
  name: 'Fetch',
  position: { x: 0, y: 0 },
  data: { url: 'https://example.com', headers: { A: '1' }, tags: ['x', 'y'] },
}
const log: GraphNode = { id: 'log', type: 'log', position: { x: 300, y: 0 } }
const base: GraphDocument = {
  nodes: [fetch, log],
  edges: [{ source: 'fetch', target: 'log' }],
  variables: { limit: 1 },
}

function withFetch(change: Partial<GraphNode>): GraphDocument {
  return { ...base, nodes: [{ ...fetch, ...change }, log] }
}

function withData(data: Record<string, unknown>): GraphDocument {
  return withFetch({ data: { ...fetch.data, ...data } as GraphNode['data'] & object })
}

describe('mergeDocuments', () => {
  it('Changes of different members of one node are merged', () => {
    const { document, conflicts } = mergeDocuments(
      base,
      withData({ url: 'https://example.org', headers: { A: '1', B: '2' } }),
      { ...withData({ headers: { A: '3' } }), variables: { limit: 1, region: 'eu' } },
    )
    expect(conflicts).toEqual([])
    expect(document.nodes[0]?.data).toEqual({
      url: 'https://example.org',
      headers: { A: '3', B: '2' },
      tags: ['x', 'y'],
    })
    expect(document.variables).toEqual({ limit: 1, region: 'eu' })
  })

  it('Lists of equal length are merged by entry', () => {
    const { document, conflicts } = mergeDocuments(
      base,
      withData({ tags: ['x', 'z'] }),
      withData({ tags: ['w', 'y'] }),
    )
    expect(conflicts).toEqual([])
    expect(document.nodes[0]?.data?.['tags']).toEqual(['w', 'z'])
  })

  it('A parameter that both changed differently is a conflict, and keeps my value until it is settled', () => {
    const mine = withData({ url: 'mine' })
    const theirs = withData({ url: 'theirs' })
    const { document, conflicts } = mergeDocuments(base, mine, theirs)
    expect(conflicts).toEqual([
      {
        id: 'node:fetch/data/url',
        subject: 'node',
        key: 'fetch',
        path: ['data', 'url'],
        base: 'https://example.com',
        mine: 'mine',
        theirs: 'theirs',
      },
    ])
    expect(document).toBe(mine)
    expect(mergeDocuments(base, mine, theirs, () => 'theirs')).toEqual({ document: theirs, conflicts: [] })
  })

  it('Positions never conflict', () => {
    const { document, conflicts } = mergeDocuments(
      base,
      withFetch({ position: { x: 5, y: 5 } }),
      withFetch({ position: { x: 9, y: 9 }, disabled: true }),
    )
    expect(conflicts).toEqual([])
    expect(document.nodes[0]).toMatchObject({ position: { x: 5, y: 5 }, disabled: true })
  })

  it('A node removed here and only moved there is removed, together with its edges', () => {
    const { document, conflicts } = mergeDocuments(
      base,
      { ...base, nodes: [fetch], edges: [] },
      {
        ...base,
        nodes: [fetch, { ...log, position: { x: 0, y: 99 } }],
        edges: [...base.edges, { source: 'log', target: 'fetch' }],
      },
    )
    expect(conflicts).toEqual([])
    expect(document).toEqual({ ...base, nodes: [fetch], edges: [] })
  })

  it('A node removed here and changed there is a conflict; taking theirs brings back its edges', () => {
    const mine: GraphDocument = { ...base, nodes: [log], edges: [] }
    const theirs: GraphDocument = {
      ...withData({ url: 'theirs' }),
      edges: [...base.edges, { source: 'fetch', target: 'log', sourceHandle: 'error' }],
    }
    const open = mergeDocuments(base, mine, theirs)
    expect(open.conflicts).toMatchObject([{ id: 'node:fetch', path: [], mine: undefined }])
    expect(open.document).toEqual(mine)
    const settled = mergeDocuments(base, mine, theirs, () => 'theirs')
    expect(settled.document.nodes.map(({ id }) => id)).toEqual(['fetch', 'log'])
    expect(settled.document.edges).toEqual(theirs.edges)
  })

  it('A node changed here and removed there is a conflict; keeping mine keeps its edges', () => {
    const mine = withData({ url: 'mine' })
    const theirs: GraphDocument = { ...base, nodes: [log], edges: [] }
    const open = mergeDocuments(base, mine, theirs)
    expect(open.conflicts).toMatchObject([{ id: 'node:fetch', theirs: undefined }])
    expect(open.document).toEqual(mine)
    expect(mergeDocuments(base, mine, theirs, () => 'mine').document).toEqual(mine)
    expect(mergeDocuments(base, mine, theirs, () => 'theirs').document).toEqual(theirs)
  })

  it('What others added is inserted after its predecessor', () => {
    const added = { id: 'new', type: 'set' }
    const { document } = mergeDocuments(base, withData({ url: 'mine' }), {
      ...base,
      nodes: [fetch, added, log],
    })
    expect(document.nodes.map(({ id }) => id)).toEqual(['fetch', 'new', 'log'])
  })

  it('Nodes of a group are merged as a set', () => {
    const group = (ids: string[]): GraphDocument => ({
      ...base,
      nodes: [...base.nodes, { id: 'g', type: 'section', data: { title: 'G', node_ids: ids } }],
    })
    const { document, conflicts } = mergeDocuments(group(['fetch']), group(['fetch', 'log']), group([]))
    expect(conflicts).toEqual([])
    expect(document.nodes.at(-1)?.data?.['node_ids']).toEqual(['log'])
  })

  describe('of a deleted node that stays', () => {
    const parse = (edge: string) => {
      const [, source = '', sourceHandle, target = ''] = /^(\w+)(?::(\w+))?>(\w+)$/.exec(edge) ?? []
      return { source, target, ...(sourceHandle !== undefined && { sourceHandle }) }
    }
    const graph = (edges: string): GraphDocument => {
      const list = edges.split(' ').map(parse)
      const ids = new Set(list.flatMap(({ source, target }) => [source, target]))
      return { nodes: [...ids].map((id) => ({ id, type: 'set' })), edges: list, variables: {} }
    }
    const change = (document: GraphDocument, changed: string): GraphDocument => ({
      ...document,
      nodes: document.nodes.map((node) => (node.id === changed ? { ...node, name: 'Changed' } : node)),
    })
    const without = (document: GraphDocument, ...ids: string[]) =>
      produce(document, (draft) => deleteNodes(draft, ids))
    const show = ({ edges }: GraphDocument) =>
      edges
        .map(
          ({ source, target, sourceHandle }) =>
            `${source}${sourceHandle === undefined ? '' : `:${sourceHandle}`}>${target}`,
        )
        .toSorted()
        .join(' ')

    it.each([
      ['the edge that replaced it goes', 'A>B B>C', ['B'], 'B', 'A>B B>C'],
      ['its branches stay as they were', 'A:yes>B A:no>C B>C', ['B'], 'B', 'A:no>C A:yes>B B>C'],
      ['neighbours that stay deleted are bridged', 'A>B B>C C>D D>E', ['B', 'C', 'D'], 'C', 'A>C C>E'],
      ['edges that replaced other nodes stay', 'A>B B>C C>D D>E', ['B', 'D'], 'B', 'A>B B>C C>E'],
    ])('%s', (_, edges, deleted, changed, expected) => {
      const start = graph(edges)
      const [kept, left] = [change(start, changed), without(start, ...deleted)]
      expect(show(mergeDocuments(start, kept, left, () => 'mine').document)).toBe(expected)
      expect(show(mergeDocuments(start, left, kept, () => 'theirs').document)).toBe(expected)
      const gone = show(left)
      expect(show(mergeDocuments(start, kept, left, () => 'theirs').document)).toBe(gone)
      expect(show(mergeDocuments(start, left, kept, () => 'mine').document)).toBe(gone)
    })

    it('the edge that replaced several of them goes', () => {
      const start = graph('A>B B>C C>D')
      const [kept, left] = [change(change(start, 'B'), 'C'), without(start, 'B', 'C')]
      expect(show(left)).toBe('A>D')
      expect(show(mergeDocuments(start, kept, left, () => 'mine').document)).toBe(show(start))
      expect(show(mergeDocuments(start, left, kept, () => 'theirs').document)).toBe(show(start))
    })

    it('the edge between two of them comes back if each side deleted one', () => {
      const start = graph('A>B B>C C>D')
      const mine = change(without(start, 'B'), 'C')
      const theirs = change(without(start, 'C'), 'B')
      const keepBoth = (id: string) => (id === 'node:B' ? 'theirs' : 'mine')
      expect(show(mergeDocuments(start, mine, theirs, keepBoth).document)).toBe(show(start))
      expect(show(mergeDocuments(start, mine, theirs, () => 'mine').document)).toBe('A>C C>D')
    })

    it('what else its remover connected stays', () => {
      const start = graph('A>B B>C C>D')
      const left = without(start, 'B')
      const rewired = { ...left, edges: [...left.edges, parse('A:error>C'), parse('A>D')] }
      expect(show(mergeDocuments(start, change(start, 'B'), rewired, () => 'mine').document)).toBe(
        'A:error>C A>B A>D B>C C>D',
      )
    })
  })
})
