import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import type { GraphDocument } from '../../../graph/types.ts'
import { changeNodeId, renameNode } from './rename-node.ts'
import { rulesFrom } from './expression-rules.ts'

const document: GraphDocument = {
  nodes: [
    { id: 'fetch', type: 'http', name: 'Fetch order', data: { url: 'https://example.com' } },
    {
      id: 'mail',
      type: 'email',
      name: 'Mail',
      data: {
        subject: 'Fetch order {{ nodes["Fetch order"].output.body.id }}',
        body: { parts: ['{{ nodes.fetch.output }}', 'nodes["Fetch order"]', 7, null] },
      },
    },
    { id: 'check', type: 'if', data: { condition: 'nodes["Fetch order"].output.total > 100' } },
    {
      id: 'route',
      type: 'switch',
      data: { cases: [{ name: '{{ nodes["Fetch order"] }}', condition: 'nodes["Fetch order"].output' }] },
    },
    { id: 'sum', type: 'code', data: { code: 'return nodes["Fetch order"].output // Fetch order' } },
    {
      id: 'odd',
      type: 'custom',
      data: { test: 'nodes["Fetch order"].output', note: 'nodes["Fetch order"].output' },
    },
    { id: 'group', type: 'section', data: { title: 'Fetch order', node_ids: ['fetch'] } },
  ],
  edges: [{ source: 'fetch', target: 'mail' }],
  variables: {},
}

function dataOf(result: GraphDocument, id: string) {
  return result.nodes.find((node) => node.id === id)?.data
}

describe('renameNode', () => {
  it('References in templates, conditions and code follow; other texts do not change', () => {
    const result = produce(document, (draft) => {
      expect(renameNode(draft, 'fetch', ' Get order ')).toBe('Get order')
    })
    expect(result.nodes[0]).toMatchObject({ id: 'fetch', name: 'Get order' })
    expect(dataOf(result, 'mail')).toEqual({
      subject: 'Fetch order {{ nodes["Get order"].output.body.id }}',
      body: { parts: ['{{ nodes.fetch.output }}', 'nodes["Fetch order"]', 7, null] },
    })
    expect(dataOf(result, 'check')).toEqual({ condition: 'nodes["Get order"].output.total > 100' })
    expect(dataOf(result, 'route')).toEqual({
      cases: [{ name: '{{ nodes["Fetch order"] }}', condition: 'nodes["Get order"].output' }],
    })
    expect(dataOf(result, 'sum')).toEqual({ code: 'return nodes["Get order"].output // Fetch order' })
    expect(dataOf(result, 'odd')).toBe(dataOf(document, 'odd'))
    expect(dataOf(result, 'group')).toBe(dataOf(document, 'group'))
  })

  it('The node types say which parameters are conditions', () => {
    const rules = rulesFrom([{ type: 'custom', conditions: ['test'], literals: [] }])
    const result = produce(document, (draft) => {
      renameNode(draft, 'fetch', 'Get', rules)
    })
    expect(dataOf(result, 'odd')).toEqual({
      test: 'nodes["Get"].output',
      note: 'nodes["Fetch order"].output',
    })
  })

  it('A name that another node has gets a number', () => {
    const result = produce(document, (draft) => {
      expect(renameNode(draft, 'fetch', 'Mail')).toBe('Mail 2')
    })
    expect(result.nodes[0]?.name).toBe('Mail 2')
  })

  it('References use the id after the name was removed', () => {
    const result = produce(document, (draft) => {
      renameNode(draft, 'fetch', '')
    })
    expect(result.nodes[0]).not.toHaveProperty('name')
    expect(dataOf(result, 'check')).toEqual({ condition: 'nodes["fetch"].output.total > 100' })
  })

  it('References to another node with the same name do not change', () => {
    const twice: GraphDocument = {
      ...document,
      nodes: [...document.nodes, { id: 'later', type: 'http', name: 'Fetch order' }],
    }
    const result = produce(twice, (draft) => {
      renameNode(draft, 'later', 'Something else')
    })
    expect(dataOf(result, 'check')).toBe(dataOf(document, 'check'))
  })
})

describe('changeNodeId', () => {
  it('Edges, groups and references by id follow', () => {
    const result = produce(document, (draft) => {
      expect(changeNodeId(draft, 'fetch', 'load')).toBe(true)
    })
    expect(result.edges).toEqual([{ source: 'load', target: 'mail' }])
    expect(dataOf(result, 'group')).toMatchObject({ node_ids: ['load'] })
    expect(dataOf(result, 'mail')).toMatchObject({
      subject: 'Fetch order {{ nodes["Fetch order"].output.body.id }}',
      body: { parts: ['{{ nodes.load.output }}', 'nodes["Fetch order"]', 7, null] },
    })
  })

  it('An id that is taken is refused', () => {
    const result = produce(document, (draft) => {
      expect(changeNodeId(draft, 'fetch', 'mail')).toBe(false)
    })
    expect(result).toBe(document)
  })
})
