import { history, isolateHistory, redo, undo, undoDepth } from '@codemirror/commands'
import { Annotation, Compartment, EditorState, Transaction, type Extension } from '@codemirror/state'
import { EditorView, keymap, tooltips } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { styleNonce } from '../../app/nonce.ts'
import { editorTheme } from './editor-theme.ts'
import { type TextChange, TypedText } from './typed-text.ts'
import { typingInView } from './typing-in-view.ts'

/** What to undo when a field has nothing more to undo itself. */
export interface OuterHistory {
  undo(): void
  redo(): void
}

interface EditorOptions {
  readonly value: string
  readonly onChange: (text: string, change: TextChange) => void
  readonly outerHistory?: OuterHistory | undefined
  readonly onFocusChange?: ((isFocused: boolean) => void) | undefined
  /** Fixed for the life of the editor. */
  readonly extensions: () => Extension
  /** Attributes of the editable element, such as its accessible name. */
  readonly attributes: Readonly<Record<string, string>>
  readonly readOnly?: boolean
}

const fromOutside = Annotation.define<true>()
let fields = 0

/** A CodeMirror editor inside of an element, whose text is controlled by React. */
export function useEditorView(options: EditorOptions): {
  readonly parent: RefObject<HTMLDivElement | null>
  readonly view: RefObject<EditorView | null>
} {
  const parent = useRef<HTMLDivElement | null>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef(options)
  const [attributes] = useState(() => new Compartment())
  // What this field last reported or was given. Typing may be ahead of it.
  const known = useRef(options.value)
  const waiting = useRef<TypedText>(undefined)
  useLayoutEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    fields += 1
    const typed = new TypedText((text, change) => {
      known.current = text
      latest.current.onChange(text, change)
    })
    waiting.current = typed
    const created = createView(parent.current as HTMLElement, { latest, attributes, typed, field: fields })
    view.current = created
    known.current = created.state.doc.toString()
    const flush = () => typed.flush()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
      created.destroy()
      view.current = null
    }
  }, [attributes])

  useEffect(() => {
    const current = view.current
    if (current === null || waiting.current?.isWaiting === true || known.current === options.value) return
    // Changed elsewhere: by undo of the whole editor, or by somebody else.
    known.current = options.value
    if (current.state.doc.toString() === options.value) return
    current.dispatch({
      changes: smallestChange(current.state.doc.toString(), options.value),
      annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
    })
  }, [options.value])

  const description = JSON.stringify(options.attributes)
  useEffect(() => {
    view.current?.dispatch({
      effects: attributes.reconfigure(
        EditorView.contentAttributes.of(JSON.parse(description) as Record<string, string>),
      ),
    })
  }, [attributes, description])

  return { parent, view }
}

interface ViewMaterial {
  readonly latest: RefObject<EditorOptions>
  readonly attributes: Compartment
  readonly typed: TypedText
  readonly field: number
}

function createView(parent: HTMLElement, { latest, attributes, typed, field }: ViewMaterial): EditorView {
  const nonce = styleNonce()
  const { value, extensions, readOnly } = latest.current
  // Undo steps of a field and of the document correspond one to one, so a visit to the field starts without any.
  const steps = new Compartment()
  let visit = 0
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      extensions: [
        nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
        editorTheme,
        steps.of(history()),
        keymap.of([
          {
            key: 'Mod-z',
            run: (view) => undo(view) || leave(latest.current.outerHistory?.undo),
            preventDefault: true,
          },
          {
            key: 'Mod-y',
            run: (view) => redo(view) || leave(latest.current.outerHistory?.redo),
            preventDefault: true,
          },
          {
            key: 'Mod-Shift-z',
            run: (view) => redo(view) || leave(latest.current.outerHistory?.redo),
            preventDefault: true,
          },
        ]),
        attributes.of(EditorView.contentAttributes.of(latest.current.attributes)),
        tooltips({ parent: parent.closest<HTMLElement>('[role="dialog"], main') ?? document.body }),
        readOnly === true ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [],
        typeOverSelection,
        typingInView(),
        EditorView.domEventHandlers({
          keydown({ key, ctrlKey, metaKey, altKey }) {
            // A command acts on what was typed.
            if (ctrlKey || metaKey || altKey || key.length > 1) typed.flush()
            return false
          },
        }),
        extensions(),
        EditorView.updateListener.of((update) => {
          if (update.focusChanged) {
            typed.flush()
            latest.current.onFocusChange?.(update.view.hasFocus)
            if (!update.view.hasFocus) {
              visit += 1
              queueMicrotask(() => forget(update.view, steps))
            }
          }
          const change = update.transactions.findLast((transaction) => transaction.docChanged)
          if (change === undefined || change.annotation(fromOutside) === true) return
          const kind = change.isUserEvent('undo') ? 'undo' : change.isUserEvent('redo') ? 'redo' : 'edit'
          const group = `${field}.${visit}.${undoDepth(update.state)}`
          typed.add(update.state.doc.toString(), { kind, group })
          if (kind !== 'edit' || !update.view.hasFocus) typed.flush()
        }),
      ],
    }),
  })
}

/**
 * Replaces a selection itself. Left to the browser, the typed text would keep the style of what it replaces as an inline
 * style, which the content security policy refuses and reports.
 */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main } = view.state.selection
    const { data: text } = event
    if (
      event.inputType !== 'insertText' ||
      text === null ||
      main.empty ||
      view.composing ||
      view.state.readOnly
    )
      return false
    event.preventDefault()
    const { from, to } = main
    const insert = () =>
      view.state.update({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        userEvent: 'input.type',
        scrollIntoView: true,
      })
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, text, insert))
    if (!isHandled) view.dispatch(insert())
    return true
  },
})

function leave(step: (() => void) | undefined): boolean {
  step?.()
  return true
}

/** A new history: CodeMirror has no command to clear one. */
function forget(view: EditorView, steps: Compartment): void {
  if (undoDepth(view.state) === 0) return
  view.dispatch({ effects: steps.reconfigure([]) })
  view.dispatch({ effects: steps.reconfigure(history()), annotations: isolateHistory.of('full') })
}

/** Keeps the cursor where it is when only another part of the text changed. */
function smallestChange(before: string, after: string) {
  let from = 0
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1
  let end = 0
  const limit = Math.min(before.length, after.length) - from
  while (end < limit && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}
