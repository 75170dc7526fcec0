import type { FormField } from '@millrace/contract/form.ts'
import { type Fragment, html, type Html } from '#http/index.ts'
import type { Texts } from './read-answers.ts'

/** One question on the page. */
export interface ShownField {
  readonly field: FormField
  /** What people read for it. */
  readonly label: string
  /** Id of its control; the ids of related elements derive from it. */
  readonly id: string
  /** Current values of the control. */
  readonly texts: Texts
  /** What is wrong with the answer that was sent, such as "is required". */
  readonly problem: string | undefined
}

/** The ids of help and problem, which connect them to the control for screen readers. */
export function describedBy({ field, id, problem }: ShownField): string | undefined {
  const ids = [field.help && `${id}-help`, problem && `${id}-problem`].filter(Boolean)
  return ids.length === 0 ? undefined : ids.join(' ')
}

export function labelText({ field, label }: ShownField): Html {
  return html`<span dir="auto">${label}</span>${
      field.required && html`<span class="needed" aria-hidden="true">*</span>`
    }`
}

/** Help and problem, the same for every kind of control. */
export function remarks({ field, id, problem }: ShownField): Fragment {
  return [
    field.help !== undefined &&
      field.help !== '' &&
      html`<p class="help" id="${id}-help" dir="auto">${field.help}</p>`,
    problem !== undefined && html`<p class="problem" id="${id}-problem">This ${problem}.</p>`,
  ]
}

/** Attributes of every control that assistive technology reads. */
export function accessibilityAttributes(shown: ShownField) {
  return {
    required: shown.field.required,
    'aria-describedby': describedBy(shown),
    'aria-invalid': shown.problem === undefined ? undefined : 'true',
  }
}

export function labelled(shown: ShownField, control: Html): Html {
  return html`<div class="field">
    <label for="${shown.id}">${labelText(shown)}</label>
    ${remarks(shown)} ${control}
  </div> `
}
