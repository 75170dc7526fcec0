import {
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  acceptCompletion,
} from '@codemirror/autocomplete'
import { bracketMatching } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { dropCursor, EditorView, keymap, placeholder as placeholderText } from '@codemirror/view'
import type { ExpressionProblem } from '@millrace/expressions'
import { clsx } from 'clsx'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react'
import { editingKeys } from './code-mirror/editing-keys.ts'
import { dropPaths, expressionInput, insertPath } from './code-mirror/expression-input.ts'
import { expressionAssistance } from './code-mirror/expression-assistance.ts'
import { expressionHighlight, problemField, showProblems } from './code-mirror/expression-language.ts'
import type { TextChange } from './code-mirror/typed-text.ts'
import { type OuterHistory, useEditorView } from './code-mirror/use-editor-view.ts'
import { useLateCompletions } from './code-mirror/use-late-completions.ts'
import type { Knowledge } from './completions.ts'
import type { ExpressionMode } from './evaluate.ts'

export interface ExpressionEditorHandle {
  focus(): void
  isPresent(): boolean
  /** False if the editor is gone. */
  insertPath(path: string): boolean
}

interface ExpressionEditorProps {
  value: string
  onChange: (text: string, change: TextChange) => void
  mode: ExpressionMode
  /** The text contains an expression: shown as code. */
  isExpression: boolean
  /** Undefined where the text cannot contain expressions. */
  knowledge: Knowledge | undefined
  isLiteral?: boolean
  multiline: boolean
  placeholder: string
  problems: readonly ExpressionProblem[]
  attributes: Readonly<Record<string, string>>
  isInvalid: boolean
  outerHistory?: OuterHistory | undefined
  onFocusChange?: (isFocused: boolean) => void
  /** Alt and =: switches between a fixed value and an expression. */
  onToggle?: (() => void) | undefined
  /** Alt and I: offers the fields of recorded data. */
  onInsert?: (() => void) | undefined
  /** Fills the height of its container. */
  isTall?: boolean
  className?: string
  ref?: Ref<ExpressionEditorHandle>
}

/** The text of an expression, without label and preview. */
export function ExpressionEditor(props: ExpressionEditorProps) {
  const {
    value,
    onChange,
    mode,
    isExpression,
    multiline,
    problems,
    attributes,
    isInvalid,
    isTall,
    className,
    outerHistory,
    onFocusChange,
    ref,
  } = props
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const { parent, view } = useEditorView({
    value,
    onChange,
    outerHistory,
    onFocusChange,
    attributes: {
      ...attributes,
      ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
      'aria-multiline': String(multiline),
      spellcheck: isExpression ? 'false' : 'true',
      autocapitalize: 'off',
      // The default of an editable element, which checkers of scrollable regions do not know.
      tabindex: '0',
    },
    extensions: () => fieldExtensions(latest.current, () => latest.current),
  })

  useImperativeHandle(
    ref,
    () => ({
      focus: () => {
        const current = view.current
        // An expression that was just opened waits for its text.
        if (current?.state.doc.toString() === '{{  }}') current.dispatch({ selection: { anchor: 3 } })
        current?.focus()
      },
      isPresent: () => view.current !== null,
      insertPath: (path) => {
        if (view.current === null) return false
        insertPath(view.current, path, latest.current.mode)
        return true
      },
    }),
    [view],
  )

  useEffect(() => {
    const current = view.current
    if (current === null || (problems.length === 0 && current.state.field(problemField).length === 0)) return
    current.dispatch({ effects: showProblems.of(problems) })
  }, [problems, view])

  useLateCompletions(view, props.knowledge)

  return (
    <div
      ref={parent}
      data-mode={mode}
      className={clsx(
        'min-w-0 rounded-control border transition-colors',
        // As large as other controls on a phone, where smaller texts would make the page zoom in.
        'max-md:[--code-padding:9px] max-md:[--code-size:1rem]',
        isInvalid ? 'border-danger' : 'border-line-strong hover:border-ink/60',
        'focus-within:border-focus focus-within:ring-2 focus-within:ring-focus/30',
        isExpression ? 'bg-accent-soft/40 font-mono' : 'bg-surface',
        isTall ? 'h-full overflow-hidden [&_.cm-editor]:h-full' : multiline && '[&_.cm-scroller]:max-h-60',
        className,
      )}
    />
  )
}

function fieldExtensions(
  { mode, isLiteral, multiline, placeholder, isTall }: ExpressionEditorProps,
  latest: () => ExpressionEditorProps,
): Extension {
  return [
    dropCursor(),
    placeholderText(placeholder),
    multiline || isTall ? EditorView.lineWrapping : singleLine,
    keymap.of([
      {
        key: 'Alt-=',
        run: () => {
          const { onToggle } = latest()
          onToggle?.()
          return onToggle !== undefined
        },
      },
      {
        key: 'Alt-i',
        run: () => {
          const { onInsert } = latest()
          onInsert?.()
          return onInsert !== undefined
        },
      },
      { key: 'Tab', run: acceptCompletion },
    ]),
    isLiteral
      ? problemField
      : [
          expressionHighlight(mode),
          problemField,
          expressionAssistance(mode, () => latest().knowledge),
          expressionInput(mode),
          dropPaths(mode),
          bracketMatching(),
          closeBrackets(),
          keymap.of([...closeBracketsKeymap, ...completionKeymap]),
        ],
    keymap.of(multiline || isTall ? editingKeys : editingKeys.filter(({ key }) => key !== 'Enter')),
  ]
}

/** Line breaks become spaces, so that a pasted text keeps its words apart. Enter belongs to whatever is around the field. */
const singleLine: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction
  const text = transaction.newDoc.toString().replaceAll(/\s*\n\s*/g, ' ')
  return [
    {
      changes: { from: 0, to: transaction.startState.doc.length, insert: text },
      selection: { anchor: text.length },
    },
  ]
})
