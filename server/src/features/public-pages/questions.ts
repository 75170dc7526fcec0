import type { Issue } from '@millrace/contract/errors.ts'
import { fieldLabels } from '@millrace/contract/field-label.ts'
import type { FormField } from '@millrace/contract/form.ts'
import { type Fragment, html, type Html } from '#http/index.ts'
import { renderField } from './field-control.ts'
import type { Texts } from './read-answers.ts'
import type { ShownField } from './shown-field.ts'

/** The questions with their current answers and what is wrong with those. */
export function showFields(
  fields: readonly FormField[],
  texts: readonly Texts[],
  issues: readonly Issue[],
): readonly ShownField[] {
  const labels = fieldLabels(fields)
  return fields.map((field, index) => ({
    field,
    label: labels.get(field.name) ?? field.name,
    id: `f${index}`,
    texts: texts[index] ?? [],
    problem: problemOf(field, issues),
  }))
}

export function renderQuestions(shown: readonly ShownField[]): Fragment {
  return [
    shown.some(({ field }) => field.required && field.type !== 'hidden') && REQUIRED_NOTE,
    shown.map(renderField),
  ]
}

const REQUIRED_NOTE = html`<p class="note">
  Questions marked with <span class="needed">*</span> are required.
</p>`

function problemOf(field: FormField, issues: readonly Issue[]): string | undefined {
  const message = issues.find(({ path }) => path === `data.${field.name}`)?.message
  // A regular expression helps nobody; the help text of the field can explain the format.
  return message === `must match ${field.pattern}` ? 'does not have the expected format' : message
}

/** Screen readers announce it immediately, and it gets the focus without a script. Each line links to its question. */
export function renderSummary(shown: readonly ShownField[], complaint: string | undefined): Html {
  const wrong = shown.filter(({ problem }) => problem !== undefined)
  const list: Fragment =
    wrong.length > 0 &&
    html`<ul>
      ${wrong.map(
        ({ label, id, problem }) =>
          html`<li>
            <a href="#${id}"><bdi>${label}</bdi> — ${problem}</a>
          </li>`,
      )}
    </ul>`
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
    <h2>Your answers were not sent</h2>
    <p>${complaint ?? 'Please check these answers:'}</p>
    ${list}
  </div>`
}
