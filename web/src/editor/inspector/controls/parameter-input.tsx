import { memo, useEffect, useId, useRef, useState } from 'react'
import type { JsonValue } from '../../../graph/types.ts'
import { useParameterEdits, useParameterValue } from '../form/binding.tsx'
import { LabeledField } from '../form/labeled-field.tsx'
import { FieldList } from '../form/field-list.tsx'
import { isComputed, type ParameterField } from '../form/schema-fields.ts'
import { CronParameter } from '../special/cron-parameter.tsx'
import { FormPicker, TimezonePicker, WorkflowPicker } from '../special/pickers.tsx'
import { CodeParameter } from './code-parameter.tsx'
import { JsonParameter } from './json-parameter.tsx'
import { ListParameter } from './list-parameter.tsx'
import { MapParameter } from './map-parameter.tsx'
import { BooleanParameter, EnumParameter, NumberParameter } from './simple-parameters.tsx'
import type { ParameterControlProps } from '../form/parameter-component.ts'
import { TextParameter } from './text-parameter.tsx'
import { ValueParameter } from './value-parameter.tsx'

/** One parameter. Links to a problem find it by its path. It renders only when its own value changes. */
export const ParameterInput = memo(
  function ParameterInput(props: ParameterControlProps) {
    const container = useRef<HTMLDivElement>(null)
    const [toggled, setToggled] = useState(0)
    useEffect(() => {
      // The control was replaced, so the focus moves to the new one. Expression fields take it themselves.
      if (toggled > 0) container.current?.querySelector<HTMLElement>('input, select, button[role]')?.focus()
    }, [toggled])
    return (
      <div ref={container} data-parameter={props.path.join('.')}>
        <Control {...props} wasToggled={toggled > 0} onToggled={() => setToggled((count) => count + 1)} />
      </div>
    )
  },
  (before, after) =>
    before.field === after.field &&
    before.hideLabel === after.hideLabel &&
    (before.onRemove === undefined) === (after.onRemove === undefined) &&
    before.path.join('.') === after.path.join('.'),
)

interface ControlProps extends ParameterControlProps {
  wasToggled: boolean
  onToggled: () => void
}

/** The control of one parameter. Every value that is not literal can be an expression instead. */
function Control({ wasToggled, onToggled, ...props }: ControlProps) {
  const { field, path } = props
  const value = useParameterValue(path)
  const { set } = useParameterEdits(path)
  const canCompute = field.mode !== 'literal'
  const toFixed = () => {
    set(fixedValue(field), field.title)
    onToggled()
  }
  const toExpression = canCompute
    ? () => {
        set(asExpression(value, field), field.title)
        onToggled()
      }
    : undefined

  if (
    isComputed(value, field.mode, field.control) &&
    field.control !== 'text' &&
    field.control !== 'long-text'
  ) {
    const isValue = field.control === 'any' || field.control === 'date-time'
    if (!isValue)
      return (
        <TextParameter
          {...props}
          multiline={field.mode === 'condition'}
          onToggle={toFixed}
          takesFocus={wasToggled}
        />
      )
  }
  if (!fits(value, field)) return <JsonParameter {...props} />
  switch (field.control) {
    case 'text':
      return <TextParameter {...props} />
    case 'long-text':
      return <TextParameter {...props} multiline />
    case 'date-time':
      return <TextParameter {...props} />
    case 'number':
      return <NumberParameter {...props} onToggle={toExpression} />
    case 'boolean':
      return field.mode === 'condition' && value === undefined ? (
        <TextParameter {...props} multiline />
      ) : (
        <BooleanParameter {...props} onToggle={toExpression} />
      )
    case 'enum':
      return <EnumParameter {...props} onToggle={toExpression} />
    case 'list':
      return <ListParameter {...props} onToggle={toExpression} />
    case 'map':
    case 'action-parameters':
      return <MapParameter {...props} onToggle={toExpression} />
    case 'object':
      return <ObjectParameter {...props} />
    case 'code':
      return <CodeParameter {...props} language="javascript" />
    case 'sql':
      return <CodeParameter {...props} language="text" />
    case 'cron':
      return <CronParameter {...props} />
    case 'timezone':
      return <TimezonePicker {...props} />
    case 'workflow':
      return <WorkflowPicker {...props} onToggle={toExpression} />
    case 'form':
      return <FormPicker {...props} />
    case 'integration':
    case 'integration-type':
    case 'action':
      return <TextParameter {...props} />
    default:
      return <ValueParameter {...props} />
  }
}

function ObjectParameter({ field, path, onRemove }: ParameterControlProps) {
  const id = useId()
  return (
    <LabeledField id={id} label={field.title} description={field.description} onRemove={onRemove} isGroup>
      <div className="rounded-[10px] border border-line p-3">
        <FieldList
          schema={field.schema}
          path={path}
          rulePath={field.rulePath}
          mode={field.mode}
          typical={Object.keys(field.schema.properties ?? {}).slice(0, 4)}
        />
      </div>
    </LabeledField>
  )
}

/** What a control shows when its expression is given up. Undo brings the expression back. */
function fixedValue({ control, schema, isRequired }: ParameterField): JsonValue | undefined {
  if (control === 'boolean') return schema.default ?? false
  return isRequired && control === 'text' ? '' : schema.default
}

function asExpression(value: JsonValue | undefined, { mode }: ParameterField): string {
  const text = value === undefined || value === null ? '' : JSON.stringify(value)
  return mode === 'condition' ? text : `{{ ${text} }}`
}

/** A value that the control of its type cannot show is edited as JSON. */
function fits(value: JsonValue | undefined, { control }: ParameterField): boolean {
  if (value === undefined) return true
  switch (control) {
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'list':
      return Array.isArray(value)
    case 'map':
    case 'object':
    case 'action-parameters':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'any':
    case 'enum':
    case 'cron':
      return true
    case 'date-time':
      return typeof value === 'string' || value === null
    default:
      return typeof value === 'string'
  }
}
