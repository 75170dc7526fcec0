import { fieldLabels } from '@millrace/contract/field-label.ts'
import { useQuery } from '@tanstack/react-query'
import { describeError } from '../../api/api-error.ts'
import { type Form, formQuery } from '../../api/forms.ts'
import { FileField } from '../../files/file-field.tsx'
import { toFileValue } from '../../files/file-value.ts'
import type { GraphNode, JsonValue } from '../../graph/types.ts'
import * as t from '../../texts/editor/run.ts'
import { InputField, type InputFieldSpec } from './input-field.tsx'
import { type InputObject, isInputObject } from './input-object.ts'

interface FormInputProps {
  trigger: GraphNode
  value: InputObject
  onChange: (value: InputObject) => void
}

/** The fields of the form that starts the workflow: what is filled in becomes the submission. */
export function FormInput({ trigger, value, onChange }: FormInputProps) {
  const id = trigger.data?.['form_id']
  if (typeof id !== 'string' || id === '') return <p className="text-sm text-muted">{t.noForm}</p>
  return <LoadedForm id={id} value={value} onChange={onChange} />
}

function LoadedForm({ id, value, onChange }: Omit<FormInputProps, 'trigger'> & { id: string }) {
  const { data: form, error } = useQuery(formQuery(id))
  if (form === undefined)
    return <p className="text-sm text-muted">{error === null ? t.formLoading : describeError(error)}</p>
  const data = isInputObject(value['data']) ? value['data'] : {}
  const labels = fieldLabels(form.fields)
  return (
    <div className="space-y-4">
      {form.fields.map((field) => {
        const set = (next: JsonValue | undefined) =>
          onChange({ ...value, form_id: id, data: withMember(data, field.name, next) })
        const member = data[field.name]
        const label = labels.get(field.name) ?? field.name
        return field.type === 'file' ? (
          <FileAnswer key={field.name} field={field} label={label} value={member} onChange={set} />
        ) : (
          <InputField key={field.name} spec={specOf(field, label)} value={member} onChange={set} />
        )
      })}
    </div>
  )
}

interface FileAnswerProps {
  field: FormField
  label: string
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
}

function FileAnswer({ field, label, value, onChange }: FileAnswerProps) {
  const { max_files: maxFiles = 1 } = field
  const files = (Array.isArray(value) ? value : [value]).flatMap((one) => toFileValue(one) ?? [])
  return (
    <FileField
      label={field.required ? t.required(label) : label}
      help={field.help ?? ''}
      files={files}
      accept={field.accept ?? []}
      maxFiles={maxFiles}
      maxBytes={field.max_bytes}
      onChange={(next) => {
        const values = next as readonly unknown[] as JsonValue[]
        onChange(values.length === 0 ? undefined : maxFiles === 1 ? values[0] : values)
      }}
    />
  )
}

function withMember(value: InputObject, name: string, next: JsonValue | undefined): InputObject {
  const { [name]: _, ...rest } = value
  return next === undefined ? rest : { ...value, [name]: next }
}

type FormField = Form['fields'][number]

const KINDS: Record<string, InputFieldSpec['kind']> = {
  textarea: 'long-text',
  number: 'number',
  rating: 'number',
  scale: 'number',
  boolean: 'switch',
  select: 'choice',
  radio: 'choice',
  date: 'date',
  time: 'time',
  datetime: 'datetime-local',
  multiselect: 'json',
}

function specOf(field: FormField, label: string): InputFieldSpec {
  const options = 'options' in field && Array.isArray(field.options) ? (field.options as unknown[]) : []
  const kind =
    field.type === 'checkbox' ? (options.length > 0 ? 'json' : 'switch') : (KINDS[field.type] ?? 'text')
  return {
    name: field.name,
    label,
    help: field.help ?? '',
    kind,
    options: options.flatMap((option) => {
      if (typeof option === 'string') return [{ value: option, label: option }]
      if (!isInputObject(option)) return []
      const { value, label } = option
      return typeof value === 'string' ? [{ value, label: typeof label === 'string' ? label : value }] : []
    }),
    isRequired: field.required,
  }
}
