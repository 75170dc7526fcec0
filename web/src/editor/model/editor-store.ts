import { type Draft, freeze, produce } from 'immer'
import { createContext, use } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { edgeKey, type GraphDocument } from '../../graph/types.ts'
import { mergeDocuments } from './merge-documents.ts'

export interface EditorState {
  readonly document: GraphDocument
  /**
   * The document without what is being typed: it follows texts after a pause, everything else at once. What does not
   * show the text itself uses this one, so that a key costs the same in a workflow of any size.
   */
  readonly settled: GraphDocument
  readonly selectedNodes: ReadonlySet<string>
  /** Keys of edges. */
  readonly selectedEdges: ReadonlySet<string>
  /** What undo would undo; null if there is nothing. */
  readonly undoLabel: string | null
  readonly redoLabel: string | null
  /** Counts the changes of the document. */
  readonly revision: number
}

export interface EditOptions {
  /** Consecutive edits with the same key within a second become one undo step: typing. */
  readonly coalesce?: string
  /** The nodes to select after the edit. */
  readonly select?: readonly string[]
}

export interface EditorStore extends StoreApi<EditorState> {
  /** Changes the document. If `change` throws, nothing changes; an edit without effect leaves no undo step. */
  edit(label: string, change: (draft: Draft<GraphDocument>) => void, options?: EditOptions): void
  undo(): void
  redo(): void
  select(nodes: Iterable<string>, edges?: Iterable<string>): void
  /** Takes over a document that changed elsewhere. Undo still undoes only the edits made here. */
  replaceDocument(document: GraphDocument): void
}

interface Selection {
  readonly nodes: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
}

/**
 * One undo step. The documents share what did not change, so a step costs little memory. Because it has both sides of
 * the edit, it can be undone on a document that has changed since, by a merge.
 */
interface Step {
  readonly label: string
  readonly before: GraphDocument
  readonly after: GraphDocument
  readonly selectedBefore: Selection
  readonly selectedAfter: Selection
  readonly coalesce: string | undefined
  readonly at: number
}

const COALESCE_MS = 1_000
/** After the last key. */
const SETTLE_MS = 400
const MAX_STEPS = 500

export function createEditorStore(
  document: GraphDocument,
  now: () => number = () => performance.now(),
): EditorStore {
  let past: readonly Step[] = []
  let future: readonly Step[] = []
  const store = createStore<EditorState>(() => ({
    document: freeze(document, true),
    settled: document,
    selectedNodes: new Set(),
    selectedEdges: new Set(),
    undoLabel: null,
    redoLabel: null,
    revision: 0,
  }))

  const selection = (): Selection => {
    const { selectedNodes, selectedEdges } = store.getState()
    return { nodes: selectedNodes, edges: selectedEdges }
  }

  let settling: ReturnType<typeof setTimeout> | undefined
  const settle = () => store.setState(({ document: latest }) => ({ settled: latest }))

  function show(next: GraphDocument, selected: Selection, isTyping = false): void {
    const state = store.getState()
    const keep = (known: ReadonlySet<string>, all: () => string[], shown: ReadonlySet<string>) => {
      const kept = known.size === 0 ? known : known.intersection(new Set(all()))
      return kept.size === shown.size && kept.isSubsetOf(shown) ? shown : kept
    }
    clearTimeout(settling)
    const canWait = isTyping && isSameGraph(state.settled, next)
    if (canWait) settling = setTimeout(settle, SETTLE_MS)
    store.setState({
      document: next,
      settled: canWait ? state.settled : next,
      selectedNodes: keep(selected.nodes, () => next.nodes.map(({ id }) => id), state.selectedNodes),
      selectedEdges: keep(selected.edges, () => next.edges.map(edgeKey), state.selectedEdges),
      undoLabel: past.at(-1)?.label ?? null,
      redoLabel: future.at(-1)?.label ?? null,
      revision: next === state.document ? state.revision : state.revision + 1,
    })
  }

  function edit(
    label: string,
    change: (draft: Draft<GraphDocument>) => void,
    options: EditOptions = {},
  ): void {
    const before = store.getState().document
    const after = produce(before, (draft) => {
      change(draft)
    })
    const selectedBefore = selection()
    const selectedAfter =
      options.select === undefined
        ? selectedBefore
        : { nodes: new Set(options.select), edges: new Set<string>() }
    if (after === before) {
      if (options.select !== undefined) show(before, selectedAfter)
      return
    }
    const at = now()
    const last = past.at(-1)
    const continues =
      last !== undefined &&
      last.coalesce !== undefined &&
      last.coalesce === options.coalesce &&
      last.after === before &&
      at - last.at < COALESCE_MS
    const step: Step = { label, before, after, selectedBefore, selectedAfter, coalesce: options.coalesce, at }
    past = continues
      ? [...past.slice(0, -1), { ...step, before: last.before, selectedBefore: last.selectedBefore }]
      : [...past.slice(-(MAX_STEPS - 1)), step]
    future = []
    show(after, selectedAfter, options.coalesce !== undefined)
  }

  /** Takes the last step of a list back. Steps that others have overwritten have no effect, and are skipped. */
  function takeBack(steps: readonly Step[], invert: (step: Step, document: GraphDocument) => GraphDocument) {
    const { document } = store.getState()
    for (let at = steps.length - 1; at >= 0; at -= 1) {
      const step = steps[at] as Step
      const next = invert(step, document)
      if (next !== document) return { rest: steps.slice(0, at), step, document, next }
    }
    return undefined
  }

  function undo(): void {
    const taken = takeBack(past, (step, document) => changeBack(step.after, step.before, document))
    past = taken?.rest ?? []
    if (taken === undefined) return show(store.getState().document, selection())
    const { step, document, next } = taken
    future = [...future, { ...step, before: next, after: document }]
    show(next, step.selectedBefore, step.coalesce !== undefined)
  }

  function redo(): void {
    const taken = takeBack(future, (step, document) => changeBack(step.before, step.after, document))
    future = taken?.rest ?? []
    if (taken === undefined) return show(store.getState().document, selection())
    const { step, document, next } = taken
    // Typing on must not extend a step that was redone.
    past = [...past, { ...step, before: document, after: next, coalesce: undefined }]
    show(next, step.selectedAfter, step.coalesce !== undefined)
  }

  function select(nodes: Iterable<string>, edges: Iterable<string> = []): void {
    clearTimeout(settling)
    settle()
    store.setState({ selectedNodes: new Set(nodes), selectedEdges: new Set(edges) })
  }

  return {
    ...store,
    edit,
    undo,
    redo,
    select,
    replaceDocument: (next) => show(freeze(next, true), selection()),
  }
}

/** Applies the change from `from` to `to` to a document. Where others have changed it since, their change stays. */
function changeBack(from: GraphDocument, to: GraphDocument, document: GraphDocument): GraphDocument {
  if (from === document) return to
  const merged = mergeDocuments(from, document, to, () => 'mine').document
  return freeze(merged, true)
}

/** Whether two documents have the same nodes and edges, though their nodes may say something else. */
function isSameGraph(one: GraphDocument, other: GraphDocument): boolean {
  return (
    one.edges === other.edges &&
    one.nodes.length === other.nodes.length &&
    one.nodes.every((node, index) => node === other.nodes[index] || node.id === other.nodes[index]?.id)
  )
}

export const EditorStoreContext = createContext<EditorStore | undefined>(undefined)

export function useEditorStore(): EditorStore {
  const store = use(EditorStoreContext)
  if (store === undefined) throw new Error('useEditorStore requires an EditorStoreContext')
  return store
}

export function useEditor<T>(selector: (state: EditorState) => T): T {
  return useStore(useEditorStore(), selector)
}
