import type { Html } from '#http/index.ts'
import { optionsOf, renderChoices, renderSelect, renderSteps, renderTick, stepsOf } from './choice-control.ts'
import { renderFiles } from './file-control.ts'
import { isTick, takesSeveral } from './read-answers.ts'
import type { ShownField } from './shown-field.ts'
import { renderHidden, renderInput, renderTextarea } from './text-control.ts'

/** Renders a field with the native control of its type. */
export function renderField(shown: ShownField): Html {
  const { field } = shown
  switch (field.type) {
    case 'textarea':
      return renderTextarea(shown)
    case 'hidden':
      return renderHidden(shown)
    case 'file':
      return renderFiles(shown)
    case 'boolean':
      return renderTick(shown)
    case 'checkbox':
      return isTick(field) ? renderTick(shown) : renderChosen(shown)
    case 'select':
    case 'multiselect':
    case 'radio':
      return renderChosen(shown)
    case 'rating':
    case 'scale': {
      const steps = stepsOf(field)
      return steps === undefined ? renderInput(shown) : renderSteps(shown, steps)
    }
    default:
      return renderInput(shown)
  }
}

/** A choice without options accepts any text: one, or one per line. */
function renderChosen(shown: ShownField): Html {
  const { field } = shown
  const { type } = field
  if (optionsOf(field).length === 0) {
    if (!takesSeveral(field)) return renderInput(shown)
    return renderTextarea({ ...shown, field: { placeholder: 'One per line', ...field } })
  }
  return type === 'select' || type === 'multiselect' ? renderSelect(shown) : renderChoices(shown)
}
