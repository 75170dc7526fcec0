import type { NodeType } from '@millrace/contract/node-type.ts'
import { createContext, use, useCallback, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import type { TextChange } from '../../../expressions/code-mirror/typed-text.ts'
import type { OuterHistory } from '../../../expressions/code-mirror/use-editor-view.ts'
import type { GraphNode, JsonValue } from '../../../graph/types.ts'
import * as t from '../../../texts/editor/inspector.ts'
import { setMember, setParameter } from '../../model/edits/parameters.ts'
import { type EditorStore, useEditor, useEditorStore } from '../../model/editor-store.ts'

export type ParameterPath = readonly (string | number)[]

export interface NodeProblem {
  readonly severity: 'error' | 'warning'
  readonly node_id: string | null
  /** A path in `data`, such as `cases.0.name`. */
  readonly parameter: string | null
  readonly message: string
}

interface NodeBinding {
  readonly nodeId: string
  readonly nodeType: NodeType | undefined
  readonly workflowId: string
  /** The problems that `check` found in this node. */
  readonly problems: readonly NodeProblem[]
  readonly isReadOnly: boolean
  /** The parameter that a problem led to, and how often something led to one. */
  readonly revealed: string | undefined
  readonly leads: number
}

const Context = createContext<NodeBinding | undefined>(undefined)

export function NodeBindingProvider({ binding, children }: { binding: NodeBinding; children: ReactNode }) {
  return <Context value={binding}>{children}</Context>
}

export function useNodeBinding(): NodeBinding {
  const binding = use(Context)
  if (binding === undefined) throw new Error('useNodeBinding requires a NodeBindingProvider')
  return binding
}

/** The node that the inspector shows. Undefined after it was deleted. */
export function useBoundNode(): GraphNode | undefined {
  const { nodeId } = useNodeBinding()
  return useEditor(({ document }) => document.nodes.find(({ id }) => id === nodeId))
}

/** The same without what is being typed: for what shows the node, but not its parameters. */
export function useSettledNode(): GraphNode | undefined {
  const { nodeId } = useNodeBinding()
  return useEditor(({ settled }) => settled.nodes.find(({ id }) => id === nodeId))
}

/** One object for all nodes without parameters: a store subscription that returned a new one would render forever. */
const NO_PARAMETERS: Readonly<Record<string, JsonValue>> = {}

function parametersOf(node: GraphNode | undefined): Readonly<Record<string, JsonValue>> {
  return node?.data ?? NO_PARAMETERS
}

function readAt(value: JsonValue | undefined, path: ParameterPath): JsonValue | undefined {
  let current: unknown = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Record<string | number, unknown>)[key]
  }
  return current as JsonValue | undefined
}

function readParameter(store: EditorStore, nodeId: string, path: ParameterPath): JsonValue | undefined {
  const node = store.getState().document.nodes.find(({ id }) => id === nodeId)
  return readAt(parametersOf(node), path)
}

export function useParameterValue(path: ParameterPath): JsonValue | undefined {
  const { nodeId } = useNodeBinding()
  return useEditor(({ document }) =>
    readAt(parametersOf(document.nodes.find(({ id }) => id === nodeId)), path),
  )
}

/** The value without what is being typed: for what depends on which parameters are set. */
export function useSettledParameter(path: ParameterPath): JsonValue | undefined {
  const { nodeId } = useNodeBinding()
  return useEditor(({ settled }) => readAt(parametersOf(settled.nodes.find(({ id }) => id === nodeId)), path))
}

interface ParameterEdits {
  /** `group` joins consecutive changes of one control into one undo step. */
  set(value: JsonValue | undefined, label: string, group?: string): void
  /** Sets several parameters of the same object in one undo step. */
  setMany(values: Readonly<Record<string, JsonValue | undefined>>, label: string): void
}

export function useParameterEdits(path: ParameterPath): ParameterEdits {
  const store = useEditorStore()
  const { nodeId } = useNodeBinding()
  const key = path.join('.')
  const latest = useRef(path)
  useLayoutEffect(() => {
    latest.current = path
  })
  return useMemo(
    () => ({
      set(value, label, group) {
        store.edit(
          t.edited(label),
          (draft) => {
            if (latest.current.length === 0) setMember(draft, nodeId, 'data', value)
            else setParameter(draft, nodeId, latest.current, value)
          },
          group === undefined ? {} : { coalesce: `${nodeId}:${key}:${group}` },
        )
      },
      setMany(values, label) {
        store.edit(t.edited(label), (draft) => {
          for (const [name, value] of Object.entries(values))
            setParameter(draft, nodeId, [...latest.current, name], value)
        })
      },
    }),
    [store, nodeId, key],
  )
}

interface BoundText {
  readonly text: string
  readonly onChange: (text: string, change: TextChange) => void
  readonly history: OuterHistory
}

interface TextOptions {
  readonly title: string
  /** The value that an empty text becomes: undefined removes the parameter. */
  readonly whenEmpty: '' | undefined
}

/**
 * A text parameter for an editor with its own undo. Every undo step of the field is one step of the document, so undo in
 * the field takes back the same step there, and the two never contradict each other.
 */
export function useBoundText(path: ParameterPath, { title, whenEmpty }: TextOptions): BoundText {
  const store = useEditorStore()
  const { nodeId } = useNodeBinding()
  const value = useParameterValue(path)
  const latest = useRef({ path, title, whenEmpty })
  useLayoutEffect(() => {
    latest.current = { path, title, whenEmpty }
  })
  const key = path.join('.')

  const commit = useCallback(
    (text: string, group: string) => {
      const { path: at, title: name, whenEmpty: empty } = latest.current
      store.edit(t.edited(name), (draft) => setParameter(draft, nodeId, at, text === '' ? empty : text), {
        coalesce: `${nodeId}:${key}:${group}`,
      })
    },
    [store, nodeId, key],
  )

  const onChange = useCallback(
    (text: string, { kind, group }: TextChange) => {
      if (kind !== 'edit') {
        const read = () => readParameter(store, nodeId, latest.current.path) ?? ''
        if (kind === 'undo') store.undo()
        else store.redo()
        if (read() === text) return
        // Somebody else has changed the document in between: that step is not ours to take back.
        if (kind === 'undo') store.redo()
        else store.undo()
      }
      commit(text, group)
    },
    [commit, store, nodeId],
  )

  const history = useMemo(() => ({ undo: () => store.undo(), redo: () => store.redo() }), [store])
  return { text: typeof value === 'string' ? value : '', onChange, history }
}

/** What `check` calls an error of a parameter or of something inside of it. Warnings are listed above the parameters. */
export function useParameterProblem(path: ParameterPath, isExact = true): string | undefined {
  const { problems } = useNodeBinding()
  const key = path.join('.')
  return problems.find(
    ({ severity, parameter }) =>
      severity === 'error' &&
      (parameter === key || (!isExact && parameter !== null && parameter.startsWith(`${key}.`))),
  )?.message
}
