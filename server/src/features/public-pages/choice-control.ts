import type { FormField } from '@millrace/contract/form.ts'
import { numberRange } from '#domain/index.ts'
import { escapeText, type Fragment, html, Html } from '#http/index.ts'
import { attributes } from './attributes.ts'
import {
  describedBy,
  labelled,
  labelText,
  remarks,
  type ShownField,
  accessibilityAttributes,
} from './shown-field.ts'

interface Option {
  readonly value: string
  readonly label: string
}

const MAX_ROWS = 8
const MIN_ROWS = 3

export function optionsOf({ options = [] }: FormField): Option[] {
  return options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option))
}

export function renderSelect(shown: ShownField): Html {
  const { field, id, texts } = shown
  const several = field.type === 'multiselect'
  const options = optionsOf(field)
  const own = attributes({
    id,
    name: field.name,
    multiple: several,
    size: several ? Math.min(Math.max(options.length, MIN_ROWS), MAX_ROWS) : undefined,
    ...accessibilityAttributes(shown),
  })
  const control = html`<select${own}>${!several && html`<option value="">${field.placeholder ?? 'Choose…'}</option>`}${renderOptions(options, texts)}</select>`
  return labelled(shown, several ? html`${control}${MULTISELECT_HINT}` : control)
}

/** Written out, because there can be tens of thousands on a page. */
function renderOptions(options: readonly Option[], texts: ShownField['texts']): Html {
  const parts = options.map(({ value, label }) => {
    const chosen = texts.includes(value) ? ' selected' : ''
    return `<option value="${escapeText(value)}"${chosen}>${escapeText(label)}</option>`
  })
  return new Html(parts.join(''))
}

/** Browsers do not explain it; touch screens show checkboxes instead. */
const MULTISELECT_HINT = html`<p class="help with-mouse">Hold Ctrl (⌘ on a Mac) to select several.</p>`

/** Radio buttons or checkboxes, one below the other. */
export function renderChoices(shown: ShownField): Html {
  const { field, id, texts, problem } = shown
  const one = field.type === 'radio'
  const choices = optionsOf(field).map(({ value, label }, index) => {
    const own = attributes({
      type: one ? 'radio' : 'checkbox',
      id: idOf(id, index),
      name: field.name,
      value,
      checked: texts.includes(value),
      // No single checkbox is required; the server checks them together.
      required: one && field.required,
      'aria-invalid': !one && problem !== undefined ? 'true' : undefined,
    })
    return html`<label class="choice"><input${own} /><span dir="auto">${label}</span></label> `
  })
  return group(shown, one ? 'radiogroup' : undefined, html`<div class="choices">${choices}</div>`)
}

/** A row of whole numbers: stars of a rating, or steps of a scale. */
export function renderSteps(shown: ShownField, steps: readonly number[]): Html {
  const { field, id, texts } = shown
  const stars = field.type === 'rating'
  const last = steps.at(-1) ?? 0
  const choices = steps.map((step, index) => {
    const own = attributes({
      type: 'radio',
      id: idOf(id, index),
      name: field.name,
      value: step,
      checked: texts[0] === String(step),
      required: field.required,
    })
    const face = stars
      ? html`${STAR}<span class="unseen">${step} of ${last}</span>`
      : html`<span>${step}</span>`
    return html`<label><input${own} />${face}</label> `
  })
  return group(shown, 'radiogroup', html`<div class="${stars ? 'stars' : 'steps'}">${choices}</div>`)
}

const MAX_STEPS = 21

/** The numbers to choose from; undefined if there are none or too many to show. */
export function stepsOf(field: FormField): number[] | undefined {
  const { min, max } = numberRange(field)
  if (min === undefined || max === undefined) return undefined
  const first = Math.ceil(min)
  const count = Math.floor(max) - first + 1
  if (count < 1 || count > MAX_STEPS) return undefined
  return Array.from({ length: count }, (_, index) => first + index)
}

/** A single checkbox for a yes-or-no question. */
export function renderTick(shown: ShownField): Html {
  const { field, id, texts } = shown
  const isSwitch = field.type === 'boolean'
  const own = attributes({
    type: 'checkbox',
    role: isSwitch ? 'switch' : undefined,
    id,
    name: field.name,
    value: 'true',
    checked: texts[0] !== undefined && texts[0] !== '' && texts[0] !== 'false',
    ...accessibilityAttributes(shown),
    // No is an answer too.
    required: field.required && !isSwitch,
  })
  return html`<div class="field">
    <label class="choice ${isSwitch ? 'switch' : 'tick'}"
      ><input${own} /><span>${labelText(shown)}</span></label
    >
    ${remarks(shown)}
  </div> `
}

function group(shown: ShownField, role: 'radiogroup' | undefined, choices: Fragment): Html {
  const { field, problem } = shown
  const own = attributes({
    class: 'field',
    role,
    'aria-describedby': describedBy(shown),
    'aria-required': role !== undefined && field.required ? 'true' : undefined,
    'aria-invalid': role !== undefined && problem !== undefined ? 'true' : undefined,
  })
  return html`<fieldset${own}>
    <legend>${labelText(shown)}</legend>
    ${remarks(shown)} ${choices}
  </fieldset> `
}

/** The first one has the id of the question, so that links to the question lead to it. */
function idOf(id: string, index: number): string {
  return index === 0 ? id : `${id}-${index}`
}

const STAR = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="m12 2.6 2.9 6 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z" />
</svg>`
