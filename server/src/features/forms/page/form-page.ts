import type { Issue } from '@millrace/contract/errors.ts'
import type { Form } from '#domain/index.ts'
import { html, type Html, type PageAnswer } from '#http/index.ts'
import { answerWithPage } from '../../public-pages/public-page-layout.ts'
import { renderQuestions, renderSummary, showFields } from '../../public-pages/questions.ts'
import type { Texts } from '../../public-pages/read-answers.ts'
import { honeypotName } from './honeypot.ts'

/** What a page shows of a form. */
export type ShownForm = Pick<Form, 'name' | 'fields' | 'settings'>

export interface FilledForm {
  readonly form: ShownForm
  /** Where the answers are sent. */
  readonly path: string
  readonly texts: readonly Texts[]
  /** The same issues as in an answer of the API. */
  readonly issues?: readonly Issue[]
  /** A complaint that belongs to no question. */
  readonly complaint?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** The form with the answers so far and, above them, what has to be fixed. */
export function renderForm(filled: FilledForm): PageAnswer {
  const { form, path, texts, issues = [], complaint, status = 200, headers = {} } = filled
  const { settings, name } = form
  const shown = showFields(form.fields, texts, issues)
  const isWrong = issues.length > 0 || complaint !== undefined
  const main = html`<h1 dir="auto">${name}</h1>
    ${settings?.description !== undefined && html`<p class="prose" dir="auto">${settings.description}</p>`}
    ${isWrong && renderSummary(shown, complaint)}
    <form method="post" action="${path}" accept-charset="utf-8">
      ${renderQuestions(shown)}${renderHoneypot(honeypotName(form.fields))}
      <button type="submit">${settings?.submit_label ?? 'Send'}</button>
    </form>`
  return answerWithPage({ title: isWrong ? `Not sent: ${name}` : name, main, status, settings, headers })
}

/** People neither see it nor reach it by keyboard; robots fill it in. */
function renderHoneypot(name: string): Html {
  return html`<div class="unseen" aria-hidden="true">
    <label for="trap">Please leave this empty</label>
    <input id="trap" type="text" name="${name}" tabindex="-1" autocomplete="off" />
  </div>`
}
