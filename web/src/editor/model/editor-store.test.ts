import { describe, expect, it, vi } from 'vitest'
import type { GraphDocument } from '../../graph/types.ts'
import { setDisabled, setParameter } from './edits/parameters.ts'
import { createEditorStore } from './editor-store.ts'

const document: GraphDocument = {
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'fetch', type: 'http', data: { url: 'https://example.com', method: 'GET' } },
  ],
  edges: [{ source: 'start', target: 'fetch' }],
  variables: {},
}

function createStore() {
  const clock = { now: 0 }
  const store = createEditorStore(document, () => clock.now)
  const setUrl = (url: string, coalesce?: string) =>
    store.edit(
      'change URL',
      (draft) => {
        setParameter(draft, 'fetch', ['url'], url)
      },
      coalesce === undefined ? {} : { coalesce },
    )
  const url = () => store.getState().document.nodes[1]?.data?.['url']
  return { store, clock, setUrl, url }
}

describe('createEditorStore', () => {
  it('Undo and redo restore the same documents', () => {
    const { store, setUrl } = createStore()
    setUrl('a')
    const edited = store.getState().document
    store.undo()
    expect(store.getState().document).toBe(document)
    expect(store.getState()).toMatchObject({ undoLabel: null, redoLabel: 'change URL', revision: 2 })
    store.redo()
    expect(store.getState().document).toBe(edited)
    expect(store.getState()).toMatchObject({ undoLabel: 'change URL', redoLabel: null })
  })

  it('Edits with the same key within a second are one undo step', () => {
    const { store, clock, setUrl, url } = createStore()
    setUrl('a', 'fetch/url')
    clock.now = 900
    setUrl('ab', 'fetch/url')
    clock.now = 1_800
    setUrl('abc', 'fetch/url')
    clock.now = 2_800
    setUrl('abcd', 'fetch/url')
    store.undo()
    expect(url()).toBe('abc')
    store.undo()
    expect(url()).toBe('https://example.com')
    expect(store.getState().undoLabel).toBeNull()
  })

  it('Typing after undo and redo starts a new undo step', () => {
    const { store, setUrl, url } = createStore()
    setUrl('a', 'fetch/url')
    store.undo()
    store.redo()
    setUrl('ab', 'fetch/url')
    store.undo()
    expect(url()).toBe('a')
  })

  it('An edit without effect leaves no undo step, and keeps what can be redone', () => {
    const { store, setUrl } = createStore()
    setUrl('a')
    store.undo()
    store.edit('nothing', () => {})
    expect(store.getState()).toMatchObject({ undoLabel: null, redoLabel: 'change URL' })
  })

  it('An edit that throws changes nothing', () => {
    const { store } = createStore()
    expect(() =>
      store.edit('fail', (draft) => {
        draft.nodes.pop()
        throw new Error('refused')
      }),
    ).toThrow('refused')
    expect(store.getState()).toMatchObject({ document, undoLabel: null, revision: 0 })
  })

  it('Undo selects what was selected before the edit, and redo what was selected after it', () => {
    const { store } = createStore()
    store.select(['start'])
    store.edit(
      'add node',
      (draft) => {
        draft.nodes.push({ id: 'log', type: 'log' })
      },
      { select: ['log'] },
    )
    expect([...store.getState().selectedNodes]).toEqual(['log'])
    store.undo()
    expect([...store.getState().selectedNodes]).toEqual(['start'])
    store.redo()
    expect([...store.getState().selectedNodes]).toEqual(['log'])
  })

  it('The selection loses what no longer exists', () => {
    const { store } = createStore()
    store.select(['fetch'], ['start:main→fetch'])
    store.replaceDocument({ nodes: [{ id: 'start', type: 'start' }], edges: [], variables: {} })
    expect(store.getState().selectedNodes.size).toBe(0)
    expect(store.getState().selectedEdges.size).toBe(0)
  })

  it('Undo after a merge undoes only the edit made here', () => {
    const { store, setUrl } = createStore()
    setUrl('mine')
    const current = store.getState().document
    const added = { id: 'theirs', type: 'log' }
    const [start, fetch] = current.nodes as [GraphDocument['nodes'][0], GraphDocument['nodes'][0]]
    store.replaceDocument({
      ...current,
      nodes: [added, start, { ...fetch, data: { ...fetch.data, method: 'POST' } }],
    })
    store.undo()
    expect(store.getState().document.nodes).toEqual([
      added,
      { id: 'start', type: 'start' },
      { id: 'fetch', type: 'http', data: { url: 'https://example.com', method: 'POST' } },
    ])
    store.redo()
    expect(store.getState().document.nodes[2]?.data).toEqual({ url: 'mine', method: 'POST' })
  })

  it('Undo skips an edit that somebody else has overwritten', () => {
    const { store, setUrl, url } = createStore()
    store.edit('disable', (draft) => {
      setDisabled(draft, ['start'], true)
    })
    setUrl('mine')
    const current = store.getState().document
    store.replaceDocument({
      ...current,
      nodes: current.nodes.map((node) =>
        node.id === 'fetch' ? { ...node, data: { ...node.data, url: 'theirs' } } : node,
      ),
    })
    store.undo()
    expect(url()).toBe('theirs')
    expect(store.getState().document.nodes[0]).toEqual({ id: 'start', type: 'start' })
    expect(store.getState().undoLabel).toBeNull()
  })

  it('What is being typed settles after a pause, everything else at once', () => {
    vi.useFakeTimers()
    try {
      const { store, setUrl, url } = createStore()
      const settled = () => store.getState().settled.nodes[1]?.data?.['url']
      setUrl('a', 'fetch/url')
      vi.advanceTimersByTime(399)
      setUrl('ab', 'fetch/url')
      vi.advanceTimersByTime(399)
      expect([url(), settled()]).toEqual(['ab', 'https://example.com'])
      vi.advanceTimersByTime(1)
      expect(settled()).toBe('ab')

      setUrl('abc', 'fetch/url')
      store.edit('disable', (draft) => setDisabled(draft, ['fetch'], true))
      expect(settled()).toBe('abc')
      setUrl('abcd', 'fetch/url')
      store.select([])
      expect(store.getState().settled).toBe(store.getState().document)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})
