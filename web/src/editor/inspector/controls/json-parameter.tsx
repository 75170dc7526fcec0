import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { TextChange } from '../../../expressions/code-mirror/typed-text.ts'
import { CodeEditor } from '../../../expressions/code/code-editor.tsx'
import type { JsonValue } from '../../../graph/types.ts'
import * as t from '../../../texts/editor/inspector.ts'
import { useEditorStore } from '../../model/editor-store.ts'
import { useParameterEdits, useParameterProblem, useParameterValue } from '../form/binding.tsx'
import { LabeledField, FieldMessage } from '../form/labeled-field.tsx'
import type { ParameterControlProps } from '../form/parameter-component.ts'

interface JsonParameterProps extends ParameterControlProps {
  actions?: ReactNode
}

/** Any value as JSON. Only valid JSON reaches the document; the rest stays in the field with its message. */
export function JsonParameter({ field, path, onRemove, actions, hideLabel = false }: JsonParameterProps) {
  const id = useId()
  const store = useEditorStore()
  const value = useParameterValue(path)
  const { set } = useParameterEdits(path)
  const problem = useParameterProblem(path, false)
  const { text, error, onChange } = useJsonText(value, (next, group) => set(next, field.title, group))
  const message = error === undefined ? problem : t.invalidJson(error)
  const editor = (
    <CodeEditor
      value={text}
      onChange={onChange}
      language="json"
      label={hideLabel ? field.title : t.jsonOf(field.title)}
      isInvalid={message !== undefined}
      describedBy={message === undefined ? undefined : `${id}-error`}
      outerHistory={{ undo: () => store.undo(), redo: () => store.redo() }}
    />
  )
  if (hideLabel)
    return (
      <div className="min-w-0 space-y-1">
        {editor}
        {message !== undefined && <FieldMessage id={`${id}-error`}>{message}</FieldMessage>}
      </div>
    )
  return (
    <LabeledField
      id={id}
      label={field.title}
      isRequired={field.isRequired}
      description={field.description}
      error={message}
      actions={actions}
      onRemove={onRemove}
      isGroup
    >
      {editor}
    </LabeledField>
  )
}

/** A text of JSON that follows a value, and changes it while it is valid. */
export function useJsonText(
  value: JsonValue | undefined,
  onValue: (value: JsonValue | undefined, group: string) => void,
) {
  const [text, setText] = useState(() => write(value))
  const [error, setError] = useState<string>()
  const shown = useRef<JsonValue | undefined>(value)
  useEffect(() => {
    if (value === shown.current) return
    shown.current = value
    // Changed elsewhere. What the user typed themselves keeps its spaces and line breaks.
    setText((current) => (write(parse(current).value) === write(value) ? current : write(value)))
    setError(undefined)
  }, [value])
  const onChange = (next: string, { group }: TextChange) => {
    setText(next)
    const parsed = parse(next)
    setError(parsed.error)
    if (parsed.error !== undefined) return
    shown.current = parsed.value
    onValue(parsed.value, group)
  }
  return { text, error, onChange }
}

function write(value: JsonValue | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

function parse(text: string): { value: JsonValue | undefined; error?: string } {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) as JsonValue }
  } catch (error) {
    return { value: undefined, error: error instanceof Error ? error.message : String(error) }
  }
}
