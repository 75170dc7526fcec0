import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import type { GraphDocument } from '../../../graph/types.ts'
import { duplicateNodes, parseClipboard, pasteNodes, toClipboard } from './clipboard.ts'
import { groupNodes } from './groups.ts'

const document: GraphDocument = {
  nodes: [
    {
      id: 'a',
      type: 'http',
      name: 'Fetch',
      position: { x: 100, y: 100 },
      data: { url: 'https://example.com' },
    },
    {
      id: 'b',
      type: 'set',
      name: 'Shape',
      position: { x: 400, y: 150 },
      data: { values: { x: '{{ nodes["Fetch"].output }} {{ nodes.a.output }} {{ nodes.c.output }}' } },
    },
    { id: 'c', type: 'log' },
  ],
  edges: [
    { id: 'e1', source: 'a', target: 'b', sourceHandle: 'error' },
    { source: 'b', target: 'c' },
  ],
  variables: { limit: 1 },
}

function paste(text: string, into: GraphDocument = document, at?: { x: number; y: number }) {
  const parsed = parseClipboard(text)
  if (!parsed.ok) throw new Error(parsed.problem)
  let ids: string[] = []
  const result = produce(into, (draft) => {
    ids = pasteNodes(draft, parsed.clipboard, at === undefined ? {} : { at })
  })
  return { result, ids, added: result.nodes.filter(({ id }) => ids.includes(id)) }
}

describe('clipboard', () => {
  it('Pasted nodes have new ids and names, and references among them follow', () => {
    const { result, ids, added } = paste(toClipboard(document, ['a', 'b']), document, { x: 0, y: 0 })
    const [a, b] = ids
    expect(added.map(({ name, position }) => ({ name, position }))).toEqual([
      { name: 'Fetch 2', position: { x: 0, y: 0 } },
      { name: 'Shape 2', position: { x: 300, y: 50 } },
    ])
    expect(added[1]?.data).toEqual({
      values: { x: `{{ nodes["Fetch 2"].output }} {{ nodes.${a}.output }} {{ nodes.c.output }}` },
    })
    expect(result.edges.slice(2)).toEqual([{ source: a, target: b, sourceHandle: 'error' }])
    expect(result.nodes.slice(0, 3)).toEqual(document.nodes)
  })

  it('Pasting into another workflow keeps names that are free there', () => {
    const { added } = paste(toClipboard(document, ['a']), { nodes: [], edges: [], variables: {} })
    expect(added[0]).toMatchObject({ name: 'Fetch', data: { url: 'https://example.com' } })
  })

  it('A whole exported workflow can be pasted, with the variables that are missing', () => {
    const exported = JSON.stringify({ name: 'Other', ...document, variables: { limit: 2, region: 'eu' } })
    const { result, ids } = paste(exported)
    expect(ids).toHaveLength(3)
    expect(result.variables).toEqual({ limit: 1, region: 'eu' })
  })

  it('A response of the API, a list of nodes and a single node can be pasted', () => {
    for (const value of [{ success: true, data: document }, document.nodes, document.nodes[0]]) {
      expect(parseClipboard(JSON.stringify(value)).ok).toBe(true)
    }
  })

  it('Text that is something else is refused with the reason', () => {
    const n8n = {
      nodes: [{ parameters: {}, type: 'n8n-nodes-base.httpRequest', typeVersion: 4, position: [0, 0] }],
      connections: {},
    }
    const problemOf = (text: string) => {
      const parsed = parseClipboard(text)
      return parsed.ok ? undefined : parsed.problem
    }
    expect(problemOf('hello')).toBe('not-json')
    expect(problemOf('5')).toBe('no-nodes')
    expect(problemOf('[]')).toBe('no-nodes')
    expect(problemOf('[1, 2]')).toBe('no-nodes')
    expect(problemOf('{"nodes": [{"id": "x"}]}')).toBe('no-nodes')
    expect(problemOf(JSON.stringify(n8n))).toBe('other-product')
    expect(problemOf(JSON.stringify(Array.from({ length: 1_001 }, () => ({ type: 'set' }))))).toBe('too-many')
  })

  it('Duplicating a group duplicates its nodes', () => {
    let ids: string[] = []
    const result = produce(document, (draft) => {
      const group = groupNodes(draft, ['a', 'b'], 'Load') ?? ''
      ids = duplicateNodes(draft, [group])
    })
    expect(ids).toHaveLength(3)
    const copy = result.nodes.find((node) => node.type === 'section' && ids.includes(node.id))
    expect(copy?.data?.['node_ids']).toEqual(ids.slice(0, 2))
  })
})
