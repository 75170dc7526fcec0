import { useState } from 'react'
import { Field, TextField } from '../../components/field.tsx'
import { parseJson } from '../../components/input/parse-json.ts'
import { Select } from '../../components/input/select.tsx'
import { Textarea } from '../../components/input/textarea.tsx'
import type { JsonValue } from '../../graph/types.ts'
import * as common from '../../texts/components.ts'
import * as t from '../../texts/editor/run.ts'

export interface InputFieldSpec {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly kind:
    | 'text'
    | 'long-text'
    | 'number'
    | 'switch'
    | 'choice'
    | 'json'
    | 'date'
    | 'time'
    | 'datetime-local'
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly isRequired: boolean
}

interface InputFieldProps {
  spec: InputFieldSpec
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
}

/** One member of the input of a run. */
export function InputField({ spec, value, onChange }: InputFieldProps) {
  const label = spec.isRequired ? t.required(spec.label) : spec.label
  const hint = spec.help === '' ? {} : { hint: spec.help }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  switch (spec.kind) {
    case 'switch':
      return (
        <label className="flex items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
            className="size-4 accent-accent"
          />
          {label}
        </label>
      )
    case 'choice':
      return (
        <Field label={label} {...hint}>
          {(attributes) => (
            <Select
              {...attributes}
              value={text}
              onChange={(next) => onChange(next === '' ? undefined : next)}
              options={[{ value: '', label: common.choose }, ...spec.options]}
            />
          )}
        </Field>
      )
    case 'long-text':
      return (
        <Field label={label} {...hint}>
          {(attributes) => (
            <Textarea {...attributes} value={text} onChange={(event) => onChange(event.target.value)} />
          )}
        </Field>
      )
    case 'json':
      return <JsonField label={label} help={spec.help} value={value} onChange={onChange} />
    default:
      return (
        <TextField
          label={label}
          {...hint}
          type={spec.kind}
          value={text}
          onChange={(event) => onChange(readText(event.target.value, spec.kind))}
        />
      )
  }
}

function JsonField({
  label,
  help,
  value,
  onChange,
}: {
  label: string
  help: string
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
}) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const isValid = text.trim() === '' || parseJson(text) !== undefined
  return (
    <Field
      label={label}
      hint={help === '' ? t.jsonHint : t.withJsonHint(help)}
      error={isValid ? undefined : t.invalidJson}
    >
      {(attributes) => (
        <Textarea
          {...attributes}
          value={text}
          spellCheck={false}
          className="font-mono text-[0.8125rem]"
          onChange={(event) => {
            setText(event.target.value)
            const parsed = parseJson(event.target.value) as JsonValue | undefined
            if (event.target.value.trim() === '') onChange(undefined)
            // A text that is not JSON is no earlier value either: what the schema asks for is then missing.
            else onChange(parsed === undefined ? event.target.value : parsed)
          }}
        />
      )}
    </Field>
  )
}

function readText(text: string, kind: InputFieldSpec['kind']): JsonValue | undefined {
  if (text === '') return undefined
  if (kind !== 'number') return text
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
