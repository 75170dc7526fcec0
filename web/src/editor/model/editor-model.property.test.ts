import fc from 'fast-check'
import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import { edgeKey, type GraphDocument } from '../../graph/types.ts'
import { membersOf } from './edits/groups.ts'
import { createEditorStore } from './editor-store.ts'
import { mergeDocuments } from './merge-documents.ts'
import { arbitraryDocument, arbitraryEdit, type ArbitraryEdit } from '../../testing/arbitrary-edits.ts'

const edits = fc.array(arbitraryEdit, { minLength: 1, maxLength: 6 })

function apply(document: GraphDocument, list: readonly ArbitraryEdit[]): GraphDocument {
  return list.reduce((before, edit) => produce(before, (draft) => edit.apply(draft)), document)
}

/** The order of nodes and edges depends on the side; their set does not. */
function unordered(document: GraphDocument) {
  return {
    nodes: Object.fromEntries(document.nodes.map((node) => [node.id, node])),
    edges: Object.fromEntries(document.edges.map((edge) => [edgeKey(edge), edge])),
    variables: document.variables,
  }
}

describe('The editor model', () => {
  it('Undoing all edits returns the first document, and redoing them the last, step by step', () => {
    fc.assert(
      fc.property(arbitraryDocument, edits, (document, list) => {
        const store = createEditorStore(document)
        const seen = [document]
        for (const edit of list) {
          store.edit(edit.label, (draft) => edit.apply(draft))
          const next = store.getState().document
          if (next !== seen.at(-1)) seen.push(next)
        }
        for (const expected of seen.slice(0, -1).toReversed()) {
          store.undo()
          expect(store.getState().document).toEqual(expected)
        }
        expect(store.getState().undoLabel).toBeNull()
        for (const expected of seen.slice(1)) {
          store.redo()
          expect(store.getState().document).toEqual(expected)
        }
        expect(store.getState().redoLabel).toBeNull()
      }),
    )
  })

  it('Every edit leaves unique ids, names and edges, and no new edge without its nodes', () => {
    fc.assert(
      fc.property(arbitraryDocument, edits, (document, list) => {
        const { nodes, edges } = apply(document, list)
        const ids = nodes.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        const names = nodes.flatMap(({ name }) => name ?? [])
        expect(new Set(names).size).toBe(names.length)
        expect(new Set(edges.map(edgeKey)).size).toBe(edges.length)
        for (const { source, target } of edges) expect(ids).toEqual(expect.arrayContaining([source, target]))
      }),
    )
  })

  it('A merge takes over the changes of the only side that has any', () => {
    fc.assert(
      fc.property(arbitraryDocument, edits, (base, list) => {
        const changed = apply(base, list)
        expect(mergeDocuments(base, changed, base)).toEqual({ document: changed, conflicts: [] })
        const merged = mergeDocuments(base, structuredClone(base), changed)
        expect(merged.conflicts).toEqual([])
        expect(unordered(merged.document)).toEqual(unordered(changed))
        expect(mergeDocuments(base, changed, structuredClone(changed))).toEqual({
          document: changed,
          conflicts: [],
        })
      }),
    )
  })

  it('A merge without conflicts is the same from both sides, except for positions', () => {
    fc.assert(
      fc.property(arbitraryDocument, edits, edits, (base, left, right) => {
        const [mine, theirs] = [apply(base, left), apply(base, right)]
        const [one, other] = [mergeDocuments(base, mine, theirs), mergeDocuments(base, theirs, mine)]
        expect(one.conflicts.map(({ id }) => id).toSorted()).toEqual(
          other.conflicts.map(({ id }) => id).toSorted(),
        )
        if (one.conflicts.length > 0) return
        const still = (document: GraphDocument) =>
          unordered({
            ...document,
            nodes: document.nodes.map(({ position: _, ...node }) =>
              node.type === 'section'
                ? {
                    ...node,
                    data: { ...node.data, node_ids: membersOf(node).toSorted() },
                  }
                : node,
            ),
          })
        expect(still(one.document)).toEqual(still(other.document))
      }),
    )
  })

  it('Settling every conflict leaves none, and a merge with the result asks nothing again', () => {
    fc.assert(
      fc.property(
        arbitraryDocument,
        edits,
        edits,
        fc.constantFrom('mine', 'theirs'),
        (base, left, right, choice) => {
          const [mine, theirs] = [apply(base, left), apply(base, right)]
          const open = mergeDocuments(base, mine, theirs)
          const settled = mergeDocuments(base, open.document, theirs, () => choice)
          expect(settled.conflicts).toEqual([])
          expect(mergeDocuments(theirs, settled.document, theirs).conflicts).toEqual([])
        },
      ),
    )
  })

  it('After a merge, undo takes back my edits and keeps those of others', () => {
    fc.assert(
      fc.property(arbitraryDocument, edits, edits, (base, left, right) => {
        const store = createEditorStore(base)
        for (const edit of left) store.edit(edit.label, (draft) => edit.apply(draft))
        const mine = new Set(store.getState().document.nodes.map(({ id }) => id))
        const theirs = apply(base, right)
        const merged = mergeDocuments(base, store.getState().document, theirs)
        if (merged.conflicts.length > 0) return
        store.replaceDocument(merged.document)
        while (store.getState().undoLabel !== null) store.undo()
        const ids = new Set(store.getState().document.nodes.map(({ id }) => id))
        for (const { id } of theirs.nodes) {
          if (!mine.has(id) && !base.nodes.some((node) => node.id === id)) expect(ids).toContain(id)
        }
        for (const { source, target } of store.getState().document.edges) {
          expect(ids).toContain(source)
          expect(ids).toContain(target)
        }
      }),
    )
  })
})
