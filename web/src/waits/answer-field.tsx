import type { FormField } from '@millrace/contract/form.ts'
import { useId, type ReactNode } from 'react'
import { Field, FieldError, inputClass } from '../components/field.tsx'
import { Select } from '../components/input/select.tsx'
import { Textarea } from '../components/input/textarea.tsx'
import * as components from '../texts/components.ts'
import * as t from '../texts/waits.ts'
import { isTick, optionsOf, takesSeveral } from './answers.ts'

interface AnswerFieldProps {
  field: FormField
  /** What people read for it. */
  label: string
  value: unknown
  onChange: (value: unknown) => void
  error: string | undefined
}

/** One question of an approval, with the control that the public page has for it. */
export function AnswerField({ field, label, value, onChange, error }: AnswerFieldProps) {
  const options = optionsOf(field)
  const title = field.required ? t.required(label) : label
  if (field.type === 'hidden') return null
  if (isTick(field)) {
    return (
      <Choices field={field} error={error}>
        <Tick label={title} checked={value === true} onChange={onChange} />
      </Choices>
    )
  }
  if (takesSeveral(field) && options.length > 0) {
    const chosen = Array.isArray(value) ? (value as unknown[]) : []
    return (
      <Choices field={field} legend={title} error={error}>
        {options.map((option) => (
          <Tick
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={(checked) =>
              onChange(checked ? [...chosen, option.value] : chosen.filter((one) => one !== option.value))
            }
          />
        ))}
      </Choices>
    )
  }
  if (field.type === 'radio' && options.length > 0) {
    return (
      <RadioChoices
        field={field}
        legend={title}
        value={value}
        onChange={onChange}
        error={error}
        options={options}
      />
    )
  }
  return (
    <Field label={title} error={error} {...hintOf(field)}>
      {(control) => {
        if (field.type === 'select' && options.length > 0) {
          return (
            <Select
              {...control}
              value={typeof value === 'string' ? value : ''}
              onChange={onChange}
              options={[{ value: '', label: components.choose }, ...options]}
            />
          )
        }
        if (field.type === 'textarea' || takesSeveral(field)) {
          return (
            <Textarea
              {...control}
              dir="auto"
              value={typeof value === 'string' ? value : ''}
              placeholder={field.placeholder}
              onChange={(event) => onChange(event.target.value)}
            />
          )
        }
        return (
          <input
            {...control}
            dir="auto"
            type={INPUT_TYPES[field.type] ?? 'text'}
            inputMode={NUMBERS.has(field.type) ? 'decimal' : undefined}
            autoComplete="off"
            value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
            placeholder={field.placeholder}
            onChange={(event) => onChange(event.target.value)}
            className={inputClass}
          />
        )
      }}
    </Field>
  )
}

const NUMBERS = new Set<FormField['type']>(['number', 'rating', 'scale'])
const INPUT_TYPES: Partial<Record<FormField['type'], string>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
  password: 'password',
  date: 'date',
  time: 'time',
  datetime: 'datetime-local',
}

function hintOf(field: FormField): { hint?: string } {
  if (field.help !== undefined && field.help !== '') return { hint: field.help }
  return takesSeveral(field) && optionsOf(field).length === 0 ? { hint: t.linePerChoice } : {}
}

interface ChoicesProps {
  field: FormField
  legend?: string
  error: string | undefined
  children: ReactNode
}

function Choices({ field, legend, error, children }: ChoicesProps) {
  const id = useId()
  const described = [error && `${id}-error`, field.help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={described === '' ? undefined : described} className="space-y-1.5">
      {legend !== undefined && <legend className="mb-1.5 text-sm font-medium">{legend}</legend>}
      {children}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {field.help !== undefined && field.help !== '' && (
        <p id={`${id}-help`} className="text-sm text-muted">
          {field.help}
        </p>
      )}
    </fieldset>
  )
}

interface TickProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label className="flex items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      <span dir="auto">{label}</span>
    </label>
  )
}

interface RadioChoicesProps extends Omit<AnswerFieldProps, 'label'> {
  legend: string
  options: readonly { value: string; label: string }[]
}

function RadioChoices({ field, legend, value, onChange, error, options }: RadioChoicesProps) {
  const name = useId()
  return (
    <Choices field={field} legend={legend} error={error}>
      {options.map((option) => (
        <label key={option.value} className="flex items-center gap-2.5 text-sm">
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="size-4 accent-accent"
          />
          <span dir="auto">{option.label}</span>
        </label>
      ))}
    </Choices>
  )
}
