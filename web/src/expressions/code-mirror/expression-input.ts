import { EditorState, Prec, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import type { ExpressionMode } from '../evaluate.ts'
import { regionAt } from '../receiver.ts'

export const PATH_TYPE = 'application/x-millrace-path'

/** Typing `{{` opens an expression and closes it; `=` in an empty field does the same. */
export function expressionInput(mode: ExpressionMode): Extension {
  return [
    Prec.highest(
      EditorView.inputHandler.of((view, from, to, text) => {
        const { state } = view
        const typed = typeOverClosing(state.doc.toString(), { from, to, text }, mode)
        if (typed !== undefined) {
          view.dispatch({ ...typed, userEvent: 'input.type' })
          return true
        }
        const opensByEquals = mode === 'template' && text === '=' && state.doc.length === to - from
        const opensByBrace =
          text === '{' && state.sliceDoc(from - 1, from) === '{' && isOutside(state, from - 1, mode)
        if (!opensByEquals && !opensByBrace) return false
        const start = opensByBrace ? from - 1 : from
        // Automatic closing may have added a bracket already.
        const end = opensByBrace && state.sliceDoc(to, to + 1) === '}' ? to + 1 : to
        const inner = state.sliceDoc(from, to)
        view.dispatch({
          changes: { from: start, to: end, insert: `{{ ${inner} }}` },
          selection: { anchor: start + 3 + inner.length },
          userEvent: 'input.type',
        })
        return true
      }),
    ),
    keymap.of([{ key: 'Backspace', run: (view) => removeEmptyExpression(view) }]),
    EditorState.languageData.of((state, position) => [
      {
        closeBrackets: {
          brackets:
            regionAt(state.doc.toString(), position, mode) === undefined
              ? []
              : ['(', '[', '{', "'", '"', '`'],
        },
      },
    ]),
  ]
}

interface Typed {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * Whoever writes `{{ name }}` in full types what was added already: the space behind the opening braces, and both
 * closing ones. Returns the change instead of the typed character, or undefined if it is to be inserted.
 */
export function typeOverClosing(
  document: string,
  { from, to, text }: Typed,
  mode: ExpressionMode,
): { changes?: { from: number; to: number; insert: string }; selection: { anchor: number } } | undefined {
  if (from !== to || (text !== ' ' && text !== '}')) return undefined
  const before = document.slice(0, from)
  const after = document.slice(from)
  if (text === ' ')
    return before.endsWith('{{ ') && after.startsWith(' }}') ? { selection: { anchor: from } } : undefined
  // The second brace, right behind the first.
  if (before.endsWith('}') && !before.endsWith('}}') && after.startsWith('}') && !after.startsWith('}}'))
    return { selection: { anchor: from + 1 } }
  const rest = /^\s*(?=\}\})/.exec(after)?.[0]
  const opened = before.lastIndexOf('{{')
  if (rest === undefined || opened === -1 || regionAt(document, from, mode) === undefined) return undefined
  const inner = before.slice(opened + 2)
  if (inner.split('{').length !== inner.split('}').length) return undefined
  const kept = inner.trimEnd()
  const start = opened + 2 + kept.length
  return {
    changes: { from: start, to: from + rest.length, insert: ' ' },
    selection: { anchor: start + 2 },
  }
}

function isOutside(state: EditorState, position: number, mode: ExpressionMode): boolean {
  const text = state.doc.toString()
  if (mode === 'condition') return text.slice(0, position).trim() === ''
  return regionAt(text, position, mode) === undefined
}

function removeEmptyExpression(view: EditorView): boolean {
  const { main } = view.state.selection
  if (!main.empty) return false
  const before = /\{\{\s*$/.exec(view.state.sliceDoc(Math.max(0, main.head - 6), main.head))
  const after = /^\s*\}\}/.exec(view.state.sliceDoc(main.head, main.head + 6))
  if (before === null || after === null) return false
  view.dispatch({
    changes: { from: main.head - before[0].length, to: main.head + after[0].length },
    userEvent: 'delete.backward',
  })
  return true
}

/** Inserts a path where the cursor stands, or where it was dropped; outside of an expression with `{{ }}` around it. */
export function insertPath(view: EditorView, path: string, mode: ExpressionMode, at?: number): void {
  const text = view.state.doc.toString()
  const { main } = view.state.selection
  const from = at ?? main.from
  const to = at ?? main.to
  const isInside = regionAt(text, from, mode) !== undefined
  const insert = isInside ? path : `{{ ${path} }}`
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length - (isInside ? 0 : 3) },
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
  view.focus()
}

/** Accepts fields that are dragged from recorded data. */
export function dropPaths(mode: ExpressionMode): Extension {
  return EditorView.domEventHandlers({
    dragover(event) {
      if (!event.dataTransfer?.types.includes(PATH_TYPE)) return false
      event.preventDefault()
      return false
    },
    drop(event, view) {
      const path = event.dataTransfer?.getData(PATH_TYPE) ?? ''
      if (path === '') return false
      event.preventDefault()
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length
      insertPath(view, path, mode, at)
      return true
    },
  })
}
