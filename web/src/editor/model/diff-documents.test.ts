import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import type { GraphDocument } from '../../graph/types.ts'
import { diffDocuments } from './diff-documents.ts'
import { addNode } from './edits/add-node.ts'
import { deleteNodes } from './edits/delete-nodes.ts'
import { setParameter, setVariable } from './edits/parameters.ts'
import { moveNodes } from './edits/positions.ts'
import { changeNodeId, renameNode } from './edits/rename-node.ts'

const document: GraphDocument = {
  nodes: [
    {
      id: 'fetch',
      type: 'http',
      name: 'Fetch',
      position: { x: 0, y: 0 },
      data: { url: 'a', headers: { A: '1' } },
    },
    { id: 'check', type: 'if', name: 'Check', data: { condition: 'nodes["Fetch"].output.ok' } },
    { id: 'log', type: 'log', name: 'Log', data: { message: '{{ nodes.fetch.output }}' } },
  ],
  edges: [
    { source: 'fetch', target: 'check' },
    { source: 'check', target: 'log', sourceHandle: 'true' },
  ],
  variables: {},
}

function diffAfter(change: (draft: Parameters<typeof renameNode>[0]) => void) {
  return diffDocuments(
    document,
    produce(document, (draft) => {
      change(draft)
    }),
  )
}

describe('diffDocuments', () => {
  it('A rename is one change, although expressions follow it', () => {
    const diff = diffAfter((draft) => renameNode(draft, 'fetch', 'Get order'))
    expect(diff).toMatchObject({
      nodes: [
        { id: 'fetch', kind: 'changed', changes: [{ path: ['name'], before: 'Fetch', after: 'Get order' }] },
      ],
      edgesAdded: [],
      edgesRemoved: [],
      isEmpty: false,
    })
  })

  it('Another id is no change of the graph', () => {
    expect(diffAfter((draft) => changeNodeId(draft, 'fetch', 'load'))).toMatchObject({
      nodes: [],
      edgesAdded: [],
      edgesRemoved: [],
      isEmpty: true,
    })
  })

  it('Changed members are listed with their paths', () => {
    const diff = diffAfter((draft) => {
      setParameter(draft, 'fetch', ['headers', 'A'], '2')
      setParameter(draft, 'fetch', ['method'], 'POST')
      setVariable(draft, 'limit', 3)
    })
    expect(diff.nodes[0]?.changes).toEqual([
      { path: ['data', 'headers', 'A'], before: '1', after: '2' },
      { path: ['data', 'method'], before: undefined, after: 'POST' },
    ])
    expect(diff.variables).toEqual([{ path: ['limit'], before: undefined, after: 3 }])
  })

  it('Added and removed nodes and edges are listed', () => {
    let id = ''
    const diff = diffAfter((draft) => {
      deleteNodes(draft, ['check'])
      id = addNode(draft, { type: 'set', after: { nodeId: 'log' } })
    })
    expect(diff.nodes.map(({ id: nodeId, kind }) => [nodeId, kind])).toEqual([
      [id, 'added'],
      ['check', 'removed'],
    ])
    expect(diff.edgesAdded).toEqual([
      { source: 'fetch', target: 'log' },
      { source: 'log', target: id },
    ])
    expect(diff.edgesRemoved).toEqual(document.edges)
  })

  it('A moved node is no difference that a run could notice', () => {
    const diff = diffAfter((draft) => moveNodes(draft, ['fetch'], { x: 1, y: 1 }))
    expect(diff).toMatchObject({ nodes: [{ kind: 'moved' }], isEmpty: true })
  })
})
