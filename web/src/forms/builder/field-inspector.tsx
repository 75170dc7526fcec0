import { useState } from 'react'
import type { FormField } from '../../api/forms.ts'
import { Field, TextField, inputClass } from '../../components/field.tsx'
import { NumberInput } from '../../components/input/number-field.tsx'
import { Select } from '../../components/input/select.tsx'
import { Switch } from '../../components/input/switch.tsx'
import { Textarea } from '../../components/input/textarea.tsx'
import * as t from '../../texts/forms/builder.ts'
import { type FieldDetail, type FieldType, fieldKinds, hasOptions, kindOf } from '../model/field-kinds.ts'
import { formatOptions, parseOptions } from '../model/option-lines.ts'
import { FileRules } from './file-rules.tsx'
import type { Builder } from './use-builder.ts'

interface FieldInspectorProps {
  field: FormField
  builder: Builder
  /** What is wrong, by member. */
  problems: ReadonlyMap<string, string>
}

/** All settings of one field. */
export function FieldInspector({ field, builder, problems }: FieldInspectorProps) {
  const { canEdit } = builder
  const { details } = kindOf(field.type)
  const has = (detail: FieldDetail) => details.includes(detail)
  const set = (member: keyof FormField, value: unknown) => builder.set(field.name, member, value)
  const text = (value: string) => (value === '' ? undefined : value)
  const errorOf = (member: string) => {
    const message = problems.get(member)
    return message === undefined ? undefined : t.issue(message)
  }
  const dateType = { date: 'date', time: 'time', datetime: 'datetime-local' }[field.type as string] ?? 'text'
  return (
    <fieldset disabled={!canEdit} className="min-w-0 space-y-4">
      <Field label={t.type}>
        {(control) => (
          <Select
            {...control}
            value={field.type}
            onChange={(type) => builder.setType(field.name, type)}
            options={fieldKinds.map(({ type }) => ({ value: type, label: t.types[type].name }))}
          />
        )}
      </Field>
      <FieldName key={field.name} field={field} builder={builder} error={errorOf('name')} />
      <Switch
        label={t.required}
        hint={t.requiredNote}
        checked={field.required}
        onChange={(required) => set('required', required)}
      />
      {hasOptions(field.type) && (
        <Options
          key={`${field.name}-options`}
          field={field}
          onChange={(options) => set('options', options)}
        />
      )}
      {has('placeholder') && (
        <TextField
          label={t.placeholder}
          value={field.placeholder ?? ''}
          maxLength={500}
          onChange={(event) => set('placeholder', text(event.target.value))}
        />
      )}
      {has('default') && (
        <Default field={field} error={errorOf('default')} onChange={(value) => set('default', value)} />
      )}
      {has('number-range') && (
        <div className="grid grid-cols-2 gap-3">
          <Field label={t.min} error={errorOf('min')}>
            {(control) => (
              <NumberInput
                {...control}
                value={typeof field.min === 'number' ? field.min : undefined}
                onChange={(value) => set('min', value)}
              />
            )}
          </Field>
          <Field label={t.max} error={errorOf('max')}>
            {(control) => (
              <NumberInput
                {...control}
                value={typeof field.max === 'number' ? field.max : undefined}
                onChange={(value) => set('max', value)}
              />
            )}
          </Field>
        </div>
      )}
      {has('date-range') && (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={t.earliest}
            type={dateType}
            error={errorOf('min')}
            value={typeof field.min === 'string' ? field.min : ''}
            onChange={(event) => set('min', text(event.target.value))}
          />
          <TextField
            label={t.latest}
            type={dateType}
            error={errorOf('max')}
            value={typeof field.max === 'string' ? field.max : ''}
            onChange={(event) => set('max', text(event.target.value))}
          />
        </div>
      )}
      {has('files') && <FileRules field={field} errorOf={errorOf} onChange={set} />}
      {has('length') && (
        <div className="grid grid-cols-2 gap-3">
          <Field label={t.minLength} error={errorOf('min_length')}>
            {(control) => (
              <NumberInput
                {...control}
                min={0}
                max={1_000_000}
                value={field.min_length}
                onChange={(value) => set('min_length', value === undefined ? undefined : Math.round(value))}
              />
            )}
          </Field>
          <Field label={t.maxLength} error={errorOf('max_length')}>
            {(control) => (
              <NumberInput
                {...control}
                min={0}
                max={1_000_000}
                value={field.max_length}
                onChange={(value) => set('max_length', value === undefined ? undefined : Math.round(value))}
              />
            )}
          </Field>
        </div>
      )}
      {has('pattern') && (
        <TextField
          label={t.pattern}
          hint={t.patternNote}
          error={errorOf('pattern')}
          spellCheck={false}
          className="font-mono"
          value={field.pattern ?? ''}
          maxLength={1_000}
          onChange={(event) => set('pattern', text(event.target.value))}
        />
      )}
    </fieldset>
  )
}

interface FieldNameProps {
  field: FormField
  builder: Builder
  error: string | undefined
}

/** The name is changed when it is complete: every keystroke would be another column. */
function FieldName({ field, builder, error }: FieldNameProps) {
  const [typed, setTyped] = useState(field.name)
  return (
    <TextField
      label={t.fieldName}
      hint={t.fieldNameNote}
      error={error}
      value={typed}
      maxLength={100}
      spellCheck={false}
      autoComplete="off"
      className="font-mono"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        builder.rename(field.name, typed)
        if (typed.trim() === '') setTyped(field.name)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}

interface OptionsProps {
  field: FormField
  onChange: (options: FormField['options']) => void
}

function Options({ field, onChange }: OptionsProps) {
  const [typed, setTyped] = useState<string>()
  const isTick = field.type === 'checkbox' && field.options === undefined
  return (
    <>
      {field.type === 'checkbox' && (
        <Switch
          label={t.singleTick}
          checked={isTick}
          onChange={(next) => onChange(next ? undefined : [t.firstOption, t.secondOption])}
        />
      )}
      {!isTick && (
        <Field
          label={t.options}
          hint={field.options === undefined || field.options.length === 0 ? t.noOptionsNote : t.optionsNote}
        >
          {(control) => (
            <Textarea
              {...control}
              value={typed ?? formatOptions(field.options ?? [])}
              onChange={(event) => {
                setTyped(event.target.value)
                onChange(parseOptions(event.target.value))
              }}
              onBlur={() => setTyped(undefined)}
            />
          )}
        </Field>
      )}
    </>
  )
}

interface DefaultProps {
  field: FormField
  error: string | undefined
  onChange: (value: unknown) => void
}

function Default({ field, error, onChange }: DefaultProps) {
  const { type, default: value } = field
  const shown = typeof value === 'string' ? value : ''
  const change = (next: string) => onChange(next === '' ? undefined : next)
  if (type === 'boolean') {
    return (
      <Switch
        label={t.defaultValue}
        checked={value === true}
        onChange={(next) => onChange(next || undefined)}
      />
    )
  }
  if (type === 'number' || type === 'rating' || type === 'scale') {
    return (
      <Field label={t.defaultValue} error={error}>
        {(control) => (
          <NumberInput
            {...control}
            value={typeof value === 'number' ? value : undefined}
            onChange={onChange}
          />
        )}
      </Field>
    )
  }
  if (hasOptions(type) && (field.options ?? []).length > 0) {
    const options = (field.options ?? []).map((option) =>
      typeof option === 'string' ? { value: option, label: option } : option,
    )
    return (
      <Field label={t.defaultValue} error={error}>
        {(control) => (
          <Select
            {...control}
            value={shown}
            onChange={change}
            options={[{ value: '', label: t.noDefault }, ...options]}
          />
        )}
      </Field>
    )
  }
  if (type === 'textarea') {
    return (
      <Field label={t.defaultValue} error={error}>
        {(control) => (
          <Textarea {...control} value={shown} onChange={(event) => change(event.target.value)} />
        )}
      </Field>
    )
  }
  return (
    <Field label={t.defaultValue} error={error}>
      {(control) => (
        <input
          {...control}
          type={inputTypes[type] ?? 'text'}
          value={inputTypes[type] === 'color' && shown === '' ? '#000000' : shown}
          onChange={(event) => change(event.target.value)}
          className={inputClass}
        />
      )}
    </Field>
  )
}

const inputTypes: Partial<Record<FieldType, string>> = {
  date: 'date',
  time: 'time',
  datetime: 'datetime-local',
  color: 'color',
}
