import type { Issue } from '@millrace/contract/errors.ts'
import type { Form } from '#domain/index.ts'
import { readFileSync } from 'node:fs'
import { html, type Html, type PageAnswer } from '#http/index.ts'
import { attributes } from '../../public-pages/attributes.ts'
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
  readonly status?: number | undefined
  /** Whether nothing is sent from the page. */
  readonly isPreview?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** The form with the answers so far and, above them, what has to be fixed. */
export function renderForm(filled: FilledForm): PageAnswer {
  const { form, path, texts, issues = [], complaint, status = 200, headers = {}, isPreview = false } = filled
  const { settings, name } = form
  const shown = showFields(form.fields, texts, issues)
  const isWrong = issues.length > 0 || complaint !== undefined
  const hasFiles = form.fields.some(({ type }) => type === 'file')
  const enctype = hasFiles ? 'multipart/form-data' : undefined
  const main = html`<h1 dir="auto">${name}</h1>
    ${settings?.description !== undefined && html`<p class="prose" dir="auto">${settings.description}</p>`}
    ${isWrong && renderSummary(shown, complaint)}
    <form${attributes({ method: 'post', action: path, 'accept-charset': 'utf-8', enctype })}>
      ${renderHoneypot(honeypotName(form.fields))}${renderQuestions(shown)}${hasFiles && UPLOAD_STATE}
      <button type="submit">${settings?.submit_label ?? 'Send'}</button>
    </form>`
  const script = hasFiles && !isPreview ? uploadScript() : undefined
  return answerWithPage({
    title: isWrong ? `Not sent: ${name}` : name,
    main,
    status,
    settings,
    script,
    headers,
  })
}

/** Where the script shows how much has been sent. */
const UPLOAD_STATE = html`<div class="upload" role="status" hidden>
  <p class="upload-text"></p>
  <progress max="1" value="0" aria-label="Sending"></progress>
  <button type="button" class="quiet">Cancel</button>
</div>`

let source: string | undefined

/** Read when a page with files is first opened, so that startup does not pay for it. */
function uploadScript(): string {
  source ??= readFileSync(new URL('assets/upload-progress.js', import.meta.url), 'utf8')
  return source
}

/** It comes first, so that no file of a robot is stored. People neither see it nor reach it by keyboard; robots fill it in. */
function renderHoneypot(name: string): Html {
  return html`<div class="unseen" aria-hidden="true">
    <label for="trap">Please leave this empty</label>
    <input id="trap" type="text" name="${name}" tabindex="-1" autocomplete="off" />
  </div>`
}
