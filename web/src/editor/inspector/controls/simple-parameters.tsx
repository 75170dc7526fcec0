import { useId, useState } from 'react'
import { NumberInput } from '../../../components/input/number-field.tsx'
import { Select } from '../../../components/input/select.tsx'
import { Switch } from '../../../components/input/switch.tsx'
import { ModeToggle } from '../../../expressions/field-label.tsx'
import type { JsonValue } from '../../../graph/types.ts'
import { Markdown } from '../../../graph/cards/markdown.tsx'
import * as t from '../../../texts/editor/inspector.ts'
import { useParameterEdits, useParameterProblem, useParameterValue } from '../form/binding.tsx'
import { LabeledField, RemoveButton } from '../form/labeled-field.tsx'
import { describeFieldProblem } from '../form/field-problem.ts'
import { placeholderOf } from '../form/placeholder.ts'
import { spanHint } from '../form/span-hint.ts'
import { explainOption, optionsOf, titleOf, validate } from '../form/schema-fields.ts'
import type { ParameterControlProps } from '../form/parameter-component.ts'

interface FixedProps extends ParameterControlProps {
  /** Switches to an expression; undefined for parameters that cannot be computed. */
  onToggle: (() => void) | undefined
}

export function NumberParameter({ field, path, onRemove, onToggle }: FixedProps) {
  const id = useId()
  const value = useParameterValue(path)
  const { set } = useParameterEdits(path)
  const [wasLeft, setWasLeft] = useState(false)
  const problem = useParameterProblem(path)
  const number = typeof value === 'number' ? value : undefined
  const local = wasLeft ? validate(field, number) : undefined
  const error =
    local === undefined
      ? wasLeft || number !== undefined
        ? problem
        : undefined
      : describeFieldProblem(local, field.title)
  const { minimum, maximum, exclusiveMinimum } = field.schema
  return (
    <LabeledField
      id={id}
      label={field.title}
      isRequired={field.isRequired}
      description={field.description}
      error={error}
      hint={spanHint(field.name, number)}
      onRemove={onRemove}
      actions={onToggle && <ModeToggle isExpression={false} onToggle={onToggle} />}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the control inside */}
      <div
        onBlur={() => setWasLeft(true)}
        onKeyDown={(event) => switchByKey(event, onToggle, number === undefined)}
      >
        <NumberInput
          id={id}
          compact
          value={number}
          onChange={(next) => set(next, field.title, 'number')}
          {...(minimum === undefined && exclusiveMinimum === undefined
            ? {}
            : { min: minimum ?? exclusiveMinimum ?? 0 })}
          {...(maximum === undefined ? {} : { max: maximum })}
          placeholder={placeholderOf(field)}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          aria-invalid={error === undefined ? undefined : true}
        />
      </div>
    </LabeledField>
  )
}

/** `=` in an empty control, or Alt and = in any, opens an expression. */
function switchByKey(
  event: { key: string; altKey: boolean; preventDefault: () => void },
  onToggle: (() => void) | undefined,
  isEmpty: boolean,
): void {
  if (onToggle === undefined || event.key !== '=' || (!event.altKey && !isEmpty)) return
  event.preventDefault()
  onToggle()
}

export function BooleanParameter({ field, path, onRemove, onToggle }: FixedProps) {
  const value = useParameterValue(path)
  const { set } = useParameterEdits(path)
  const isOn = value === undefined ? field.schema.default === true : value === true
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the control inside
    <div
      className="group/field flex items-start gap-1"
      onKeyDown={(event) => switchByKey(event, onToggle, false)}
    >
      <div className="min-w-0 flex-1">
        <Switch
          label={field.title}
          checked={isOn}
          onChange={(next) => set(next, field.title)}
          hint={field.description === '' ? undefined : <Markdown text={field.description} />}
        />
      </div>
      {onToggle && <ModeToggle isExpression={false} onToggle={onToggle} />}
      {onRemove && <RemoveButton title={field.title} onRemove={onRemove} />}
    </div>
  )
}

const NOT_SET = ''

export function EnumParameter({ field, path, onRemove, onToggle, hideLabel = false }: FixedProps) {
  const id = useId()
  const value = useParameterValue(path)
  const { set } = useParameterEdits(path)
  const problem = useParameterProblem(path)
  const options = optionsOf(field.schema) ?? []
  const chosen = value ?? options.find((option) => option === field.schema.default)
  const explanation = explainOption(field.description, chosen ?? null)
  const select = (
    <Select
      id={id}
      compact
      {...(hideLabel ? { 'aria-label': field.title } : {})}
      value={chosen === undefined ? NOT_SET : keyOf(chosen)}
      onChange={(next) => {
        const option = options.find((one) => keyOf(one) === next)
        // The default is what holds if nothing is set.
        set(option === field.schema.default ? undefined : option, field.title)
      }}
      options={enumOptions(options, chosen, !field.isRequired && field.schema.default === undefined)}
      aria-describedby={problem === undefined ? undefined : `${id}-error`}
      aria-invalid={problem === undefined ? undefined : true}
    />
  )
  if (hideLabel) return select
  return (
    <LabeledField
      id={id}
      label={field.title}
      isRequired={field.isRequired}
      description={field.description}
      error={problem}
      hint={explanation === undefined ? undefined : <Markdown text={explanation} />}
      onRemove={onRemove}
      actions={onToggle && <ModeToggle isExpression={false} onToggle={onToggle} />}
    >
      {select}
    </LabeledField>
  )
}

function keyOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function labelOf(value: JsonValue): string {
  return typeof value === 'string' && /^[a-z][a-z_]*$/.test(value) ? titleOf(value) : keyOf(value)
}

function enumOptions(options: readonly JsonValue[], chosen: JsonValue | undefined, isOptional: boolean) {
  const listed = options.map((option) => ({ value: keyOf(option), label: labelOf(option) }))
  const isKnown = chosen === undefined || options.some((option) => keyOf(option) === keyOf(chosen))
  return [
    ...(isOptional || chosen === undefined
      ? [{ value: NOT_SET, label: isOptional ? t.notSet : t.chooseOption }]
      : []),
    ...listed,
    ...(isKnown ? [] : [{ value: keyOf(chosen), label: keyOf(chosen) }]),
  ]
}
