import { useState, type ReactNode } from 'react'
import { ExpressionField } from '../../../expressions/expression-field.tsx'
import { useBoundText, useNodeBinding, useParameterProblem } from '../form/binding.tsx'
import { describeFieldProblem } from '../form/field-problem.ts'
import type { ParameterControlProps } from '../form/parameter-component.ts'
import { HelpButton, RemoveButton } from '../form/labeled-field.tsx'
import { validate } from '../form/schema-fields.ts'
import { placeholderOf } from '../form/placeholder.ts'

interface TextParameterProps extends ParameterControlProps {
  multiline?: boolean
  isInGrid?: boolean
  /** It replaced another control that had the focus. */
  takesFocus?: boolean
  before?: ReactNode
  label?: string
  /** Further buttons in the row of the label. */
  actions?: ReactNode
  /** Back to the control for fixed values. */
  onToggle?: (() => void) | undefined
}

/** A text, fixed or computed. */
export function TextParameter(props: TextParameterProps) {
  const {
    field,
    path,
    onRemove,
    hideLabel = false,
    multiline = false,
    isInGrid = false,
    takesFocus = false,
    before,
    label,
    actions,
    onToggle,
  } = props
  const { nodeType } = useNodeBinding()
  const { text, onChange, history } = useBoundText(path, {
    title: field.title,
    whenEmpty: field.isRequired ? '' : undefined,
  })
  const [wasLeft, setWasLeft] = useState(false)
  const problem = useParameterProblem(path)
  const local = wasLeft ? validate(field, text) : undefined
  const isVisible = wasLeft || text !== ''
  const title = label ?? field.title
  return (
    <ExpressionField
      value={text}
      onChange={onChange}
      label={title}
      hideLabel={hideLabel}
      isInGrid={isInGrid}
      takesFocus={takesFocus}
      mode={field.mode === 'condition' ? 'condition' : 'template'}
      isLiteral={field.mode === 'literal'}
      hasEvent={nodeType?.type === 'wait' && field.name === 'match'}
      multiline={multiline}
      placeholder={placeholderOf(field)}
      isRequired={field.isRequired}
      error={local === undefined ? (isVisible ? problem : undefined) : describeFieldProblem(local, title)}
      before={before}
      onToggle={onToggle}
      onBlur={() => setWasLeft(true)}
      outerHistory={history}
      labelExtra={<HelpButton title={title} description={field.description} />}
      actions={
        <>
          {actions}
          {onRemove !== undefined && <RemoveButton title={title} onRemove={onRemove} />}
        </>
      }
    />
  )
}
