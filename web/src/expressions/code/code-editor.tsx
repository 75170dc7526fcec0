import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { dropCursor, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { Knowledge } from '../completions.ts'
import { codeHighlight } from '../code-mirror/editor-theme.ts'
import { completionList } from '../code-mirror/completion-list.ts'
import { editingKeys } from '../code-mirror/editing-keys.ts'
import { PATH_TYPE } from '../code-mirror/expression-input.ts'
import type { TextChange } from '../code-mirror/typed-text.ts'
import { type OuterHistory, useEditorView } from '../code-mirror/use-editor-view.ts'
import { useLateCompletions } from '../code-mirror/use-late-completions.ts'
import { findCodeCompletions } from './code-completions.ts'

interface CodeEditorProps {
  value: string
  onChange: (text: string, change: TextChange) => void
  language: 'javascript' | 'json' | 'text'
  label: string
  describedBy?: string | undefined
  placeholderText?: string
  isInvalid?: boolean
  isReadOnly?: boolean
  /** Fills the height of its container. */
  isTall?: boolean
  outerHistory?: OuterHistory | undefined
  /** For JavaScript: what the completions know. */
  knowledge?: Knowledge | undefined
  onBlur?: () => void
}

/** Code of several lines: JavaScript, JSON or SQL. Escape, then Tab leaves it. */
export function CodeEditor(props: CodeEditorProps) {
  const {
    value,
    onChange,
    language,
    label,
    describedBy,
    isInvalid = false,
    isReadOnly = false,
    isTall = false,
  } = props
  const [grammar] = useState(() => new Compartment())
  const knowledge = useRef(props.knowledge)
  useEffect(() => {
    knowledge.current = props.knowledge
  })
  const { parent, view } = useEditorView({
    value,
    onChange,
    outerHistory: props.outerHistory,
    onFocusChange: (isFocused) => !isFocused && props.onBlur?.(),
    readOnly: isReadOnly,
    attributes: {
      'aria-label': label,
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
      spellcheck: 'false',
      tabindex: '0',
    },
    extensions: () => [
      lineNumbers(),
      dropCursor(),
      EditorView.lineWrapping,
      EditorState.tabSize.of(2),
      placeholder(props.placeholderText ?? ''),
      grammar.of([]),
      syntaxHighlighting(codeHighlight),
      bracketMatching(),
      closeBrackets(),
      indentOnInput(),
      insertDroppedPath,
      language === 'javascript' ? codeCompletion(() => knowledge.current) : [],
      keymap.of([
        ...closeBracketsKeymap,
        ...editingKeys,
        ...(language === 'javascript' ? [indentWithTab] : []),
      ]),
    ],
  })
  useLateCompletions(view, props.knowledge)
  useEffect(() => {
    let isCurrent = true
    void loadGrammar(language).then((loaded) => {
      if (isCurrent) view.current?.dispatch({ effects: grammar.reconfigure(loaded) })
    })
    return () => {
      isCurrent = false
    }
  }, [grammar, language, view])
  return (
    <div
      ref={parent}
      className={clsx(
        'min-w-0 rounded-control border bg-surface font-mono transition-colors',
        isInvalid ? 'border-danger' : 'border-line-strong hover:border-ink/60',
        'focus-within:border-focus focus-within:ring-2 focus-within:ring-focus/30',
        isTall
          ? 'h-full overflow-hidden [&_.cm-editor]:h-full'
          : '[&_.cm-scroller]:max-h-100 [&_.cm-scroller]:min-h-24',
      )}
    />
  )
}

function codeCompletion(knowledge: () => Knowledge | undefined): Extension {
  return completionList((state, position) => {
    const known = knowledge()
    const { name } = syntaxTree(state).resolveInner(position, -1)
    if (known === undefined || name === 'LineComment' || name === 'BlockComment') return undefined
    const { from, text } = state.doc.lineAt(position)
    const found = findCodeCompletions(state.doc.toString(), { line: text, at: position - from }, known)
    return found && { ...found, from: found.from + from }
  }, /[.[]$/)
}

/** Loaded when the first editor of the language is shown: most nodes have no code. */
async function loadGrammar(language: CodeEditorProps['language']): Promise<Extension> {
  if (language === 'javascript') return (await import('@codemirror/lang-javascript')).javascript()
  return language === 'json' ? (await import('@codemirror/lang-json')).json() : []
}

/** In code a path is inserted as it is, without brackets around it. */
const insertDroppedPath = EditorView.domEventHandlers({
  drop(event, view) {
    const path = event.dataTransfer?.getData(PATH_TYPE) ?? ''
    if (path === '' || view.state.readOnly) return false
    event.preventDefault()
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length
    view.dispatch({
      changes: { from: at, insert: path },
      selection: { anchor: at + path.length },
      userEvent: 'input.complete',
    })
    view.focus()
    return true
  },
})
