import type { Issue } from '@millrace/contract/errors.ts'
import type { Form } from '#domain/index.ts'
import { type Fragment, html, type Html, type PageAnswer } from '#http/index.ts'
import { renderField } from '../../public-pages/field-control.ts'
import { honeypotName } from './honeypot.ts'
import { answerWithPage } from '../../public-pages/public-page-layout.ts'
import type { Texts } from '../../public-pages/read-answers.ts'
import { labelOf, type ShownField } from '../../public-pages/shown-field.ts'

export interface FilledForm {
  readonly form: Form
  /** Path of the page. */
  readonly path: string
  readonly texts: readonly Texts[]
  /** What the service complains of, as it tells callers of the API. */
  readonly issues?: readonly Issue[]
  /** A complaint that concerns no question. */
  readonly complaint?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** The form with what was filled in so far, and what is to be mended on top. */
export function renderForm(filled: FilledForm): PageAnswer {
  const { form, path, texts, issues = [], complaint, status = 200, headers = {} } = filled
  const { settings, name } = form
  const shown = showFields(form.fields, texts, issues)
  const isWrong = issues.length > 0 || complaint !== undefined
  const main = html`<h1 dir="auto">${name}</h1>
    ${settings?.description !== undefined && html`<p class="prose" dir="auto">${settings.description}</p>`}
    ${isWrong && summary(shown, complaint)}
    <form method="post" action="${path}" accept-charset="utf-8">
      ${renderQuestions(shown)}${trap(honeypotName(form.fields))}
      <button type="submit">${settings?.submit_label ?? 'Send'}</button>
    </form>`
  return answerWithPage({ title: isWrong ? `Not sent: ${name}` : name, main, status, settings, headers })
}

/** The questions with what they hold and what the service complains of. */
export function showFields(
  fields: Form['fields'],
  texts: readonly Texts[],
  issues: readonly Issue[],
): readonly ShownField[] {
  return fields.map((field, index) => ({
    field,
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

const REQUIRED_NOTE = html`<p class="note">Questions with <span class="needed">*</span> need an answer.</p>`

function problemOf(field: Form['fields'][number], issues: readonly Issue[]): string | undefined {
  const message = issues.find(({ path }) => path === `data.${field.name}`)?.message
  // A regular expression tells people nothing; what is wanted is in the owner's own words, if they gave any.
  return message === `must match ${field.pattern}` ? 'does not have the expected form' : message
}

/** Told at once by screen readers, and focused without script; each line leads to its question. */
export function summary(shown: readonly ShownField[], complaint: string | undefined): Html {
  const wrong = shown.filter(({ problem }) => problem !== undefined)
  const list: Fragment =
    wrong.length > 0 &&
    html`<ul>
      ${wrong.map(
        ({ field, id, problem }) =>
          html`<li>
            <a href="#${id}"><bdi>${labelOf(field)}</bdi> — ${problem}</a>
          </li>`,
      )}
    </ul>`
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
    <h2>Nothing was sent yet</h2>
    <p>${complaint ?? 'Please look at these answers again:'}</p>
    ${list}
  </div>`
}

/** People neither see it nor reach it by keyboard; what fills it in is a robot. */
function trap(name: string): Html {
  return html`<div class="unseen" aria-hidden="true">
    <label for="trap">Please leave this empty</label>
    <input id="trap" type="text" name="${name}" tabindex="-1" autocomplete="off" />
  </div>`
}
