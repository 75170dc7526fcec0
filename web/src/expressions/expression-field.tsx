import { clsx } from 'clsx'
import { CircleAlert, Maximize2 } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Dialog, DialogBody } from '../components/dialog.tsx'
import * as t from '../texts/editor/expressions.ts'
import type { TextChange } from './code-mirror/typed-text.ts'
import type { OuterHistory } from './code-mirror/use-editor-view.ts'
import { compile, type ExpressionMode } from './evaluate.ts'
import { ExpressionEditor, type ExpressionEditorHandle } from './expression-editor.tsx'
import { FieldLabel, ModeToggle } from './field-label.tsx'
import { type ExpressionScope, useExpressionScope, useKnowledge } from './expression-scope.tsx'
import { rememberField } from './focused-field.ts'
import { FieldPicker } from './field-picker.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { regionsOf } from './receiver.ts'
import { usePreview } from './use-preview.ts'

interface ExpressionFieldProps {
  value: string
  onChange: (text: string, change: TextChange) => void
  label: string
  /** The label is shown by something else, such as the row of a list. */
  hideLabel?: boolean
  /** The field stands in a row of a grid: its messages and its preview take the whole width below it. */
  isInGrid?: boolean
  /** By default that of the provider around it. */
  scope?: ExpressionScope | undefined
  mode?: ExpressionMode
  /** The text is never evaluated. */
  isLiteral?: boolean
  /** Whether `event` exists. */
  hasEvent?: boolean
  multiline?: boolean
  placeholder?: string
  isRequired?: boolean
  help?: ReactNode
  error?: string | undefined
  /** A control in front of the text, in the same row. */
  before?: ReactNode
  /** Directly behind the label, such as its help. */
  labelExtra?: ReactNode
  /** Further buttons at the end of the row of the label. */
  actions?: ReactNode
  onToggle?: (() => void) | undefined
  onBlur?: () => void
  outerHistory?: OuterHistory | undefined
  takesFocus?: boolean
}

const nothing: never[] = []

/** A text that can be a fixed value or contain expressions, with completion, errors and the value on recorded data. */
export function ExpressionField(props: ExpressionFieldProps) {
  const { value, label, mode = 'template', isLiteral = false, hasEvent = false, multiline = false } = props
  const provided = useExpressionScope()
  const scope = isLiteral ? undefined : (props.scope ?? provided)
  const knowledge = useKnowledge(scope, hasEvent)
  const [isFocused, setFocused] = useState(false)
  const [wasFocused, setWasFocused] = useState(false)
  const [isLarge, setLarge] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const editor = useRef<ExpressionEditorHandle>(null)
  const id = useId()
  const isExpression = !isLiteral && (value.includes('{{') || (mode === 'condition' && value.trim() !== ''))
  const problems = useProblems(value, mode, isExpression)
  const isShown = isExpression && problems.length === 0
  const preview = usePreview(value, mode, scope, isShown && (isFocused || wasFocused || value.length < 2_000))
  const { error, help, before, actions, hideLabel = false, isRequired = false, takesFocus = false } = props
  const { isInGrid = false } = props
  const below = isInGrid ? 'col-span-full' : ''

  const insert = useCallback((path: string) => void editor.current?.insertPath(path), [])
  useEffect(() => {
    if (takesFocus) editor.current?.focus()
  }, [takesFocus])

  const [first] = problems
  const isTyping = isFocused && first !== undefined && isUnfinished(value, mode)
  const messages = [
    ...(first === undefined || isTyping ? [] : [[first.message, first.suggestion].filter(Boolean).join(' ')]),
    ...(error === undefined || first !== undefined ? [] : [error]),
  ]
  const describedBy = [messages.length > 0 && `${id}-error`, help !== undefined && `${id}-help`].filter(
    Boolean,
  )
  const attributes = {
    'aria-label': label,
    ...(isRequired ? { 'aria-required': 'true' } : {}),
    ...(describedBy.length > 0 ? { 'aria-describedby': describedBy.join(' ') } : {}),
  }
  const shared = {
    value,
    onChange: props.onChange,
    mode,
    isExpression,
    isLiteral,
    knowledge,
    placeholder: props.placeholder ?? '',
    problems: isTyping ? nothing : problems,
    attributes,
    isInvalid: messages.length > 0,
    outerHistory: props.outerHistory,
    onToggle: props.onToggle,
  }
  return (
    <div className={isInGrid ? 'contents' : 'group/field space-y-1.5'}>
      {!hideLabel && (
        <div className="flex h-6 items-center gap-1">
          <FieldLabel label={label} isRequired={isRequired} />
          {props.labelExtra}
          <span className="ml-auto flex items-center opacity-0 transition-opacity group-focus-within/field:opacity-100 group-hover/field:opacity-100 pointer-coarse:opacity-100">
            {scope !== undefined && (
              <FieldPicker scope={scope} isShown={isPicking} onShownChange={setPicking} onPick={insert} />
            )}
            {multiline && <LargeButton onClick={() => setLarge(true)} />}
          </span>
          {props.onToggle !== undefined && (
            <ModeToggle isExpression={isExpression} onToggle={props.onToggle} />
          )}
          {actions}
        </div>
      )}
      <div className={clsx('relative flex min-w-0 items-start gap-2', isInGrid && 'max-md:col-span-full')}>
        {before}
        <ExpressionEditor
          {...shared}
          ref={editor}
          {...(scope === undefined ? {} : { onInsert: () => setPicking(true) })}
          multiline={multiline}
          className="flex-1"
          onFocusChange={(next) => {
            setFocused(next)
            if (next) {
              setWasFocused(true)
              if (!isLiteral) rememberField(editor.current)
            } else props.onBlur?.()
          }}
        />
        {hideLabel && scope !== undefined && (
          <span className="absolute top-1 right-1 rounded bg-surface opacity-0 transition-opacity group-focus-within/field:opacity-100 group-hover/field:opacity-100 focus-within:opacity-100">
            <FieldPicker scope={scope} isShown={isPicking} onShownChange={setPicking} onPick={insert} />
          </span>
        )}
      </div>
      {messages.map((message) => (
        <p
          key={message}
          id={`${id}-error`}
          className={clsx('flex items-start gap-1.5 text-xs leading-5 text-danger-ink', below)}
        >
          <CircleAlert aria-hidden="true" className="mt-0.75 size-3.5 shrink-0" />
          <span className="min-w-0 break-words">{message}</span>
        </p>
      ))}
      {isShown && scope !== undefined && (
        <PreviewPanel
          label={label}
          scope={scope}
          outcome={preview.outcome}
          across={wasFocused ? preview.across : undefined}
          isActive={isFocused}
          className={below}
        />
      )}
      {help !== undefined && (
        <div id={`${id}-help`} className="text-xs leading-5 text-muted">
          {help}
        </div>
      )}
      <Dialog open={isLarge} onDismiss={() => setLarge(false)} title={t.largeEditorTitle(label)} size="lg">
        <DialogBody>
          <div className="h-[60dvh]">
            <ExpressionEditor {...shared} multiline isTall />
          </div>
          {isShown && scope !== undefined && (
            <PreviewPanel
              label={label}
              scope={scope}
              outcome={preview.outcome}
              across={preview.across}
              isActive
            />
          )}
        </DialogBody>
      </Dialog>
    </div>
  )
}

function LargeButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={t.openLargeEditor}
      title={t.openLargeEditor}
      onClick={onClick}
      className="grid size-6 shrink-0 place-items-center rounded text-muted hover:bg-hover hover:text-ink"
    >
      <Maximize2 aria-hidden="true" className="size-3.5" />
    </button>
  )
}

/** Problems of the last pause, so that half a word is not called an error. */
function useProblems(text: string, mode: ExpressionMode, isExpression: boolean) {
  const [problems, setProblems] = useState(() => (isExpression ? problemsOf(text, mode) : nothing))
  useEffect(() => {
    if (!isExpression) return undefined
    const timer = setTimeout(() => setProblems(problemsOf(text, mode)), 250)
    return () => clearTimeout(timer)
  }, [text, mode, isExpression])
  return isExpression ? problems : nothing
}

function problemsOf(text: string, mode: ExpressionMode) {
  const result = compile(text, mode)
  return result.ok ? nothing : result.problems
}

/** Somebody who has just opened an expression, or typed the dot before a name, knows that something is missing. */
function isUnfinished(text: string, mode: ExpressionMode): boolean {
  return /\.\s*(?:\}\}|$)/.test(text) || regionsOf(text, mode).some(({ tokens }) => tokens.length === 0)
}
