import type { AppError, Closure, Form } from '#domain/index.ts'
import { type Fragment, html, type Html, type PageAnswer } from '#http/index.ts'
import { answerWithPage } from '../../public-pages/public-page-layout.ts'

export function renderThanks(form: Form, again: string | undefined): PageAnswer {
  const own = form.settings?.thank_you
  const main = html`${DONE}
    <h1 dir="auto">${own === undefined ? 'Thank you' : form.name}</h1>
    <p class="prose" dir="auto">${own ?? `Your answer to “${form.name}” has arrived.`}</p>
    ${again !== undefined && html`<p><a href="${again}">Send another answer</a></p>`}`
  return answerWithPage({ title: form.name, main, status: 200, settings: form.settings })
}

/** `status` 200 for those who look, another for those whose answer came too late. */
export function renderClosed(form: Form, closure: Closure, status: number): PageAnswer {
  const closesAt = form.settings?.closes_at
  const main = html`<h1 dir="auto">${form.name}</h1>
    ${
      closure === 'expired'
        ? html`<p>
            This form is closed. It took answers until
            <time datetime="${closesAt}">${describeInstant(closesAt ?? '')}</time>.
          </p>`
        : html`<p>This form is full: it takes no more answers.</p>`
    }
    ${status !== 200 && html`<p role="alert"><strong>Your answer was not stored.</strong></p>`}`
  return answerWithPage({ title: form.name, main, status, settings: form.settings })
}

export function renderNotFound(): PageAnswer {
  return message(404, 'There is no form here', 'Its address may be misspelt, or the form was deleted.')
}

/** Whatever else went wrong, in words for people who fill in forms. */
export function renderFailure(error: AppError, status: number): PageAnswer {
  if (status === 413)
    return message(status, 'That was too much', 'Your answer is too large. Go back and shorten it.')
  if (status === 503) {
    const text = 'The form cannot take answers for a moment. Go back and send yours again.'
    return message(status, 'Please try again', text, { 'retry-after': '5' })
  }
  if (status < 500)
    return message(status, 'That was not understood', 'Go back to the form and send it again.')
  const id = String(error.details['request_id'])
  const text = html`Your answer was not stored, and it is not your fault. Go back and send it again. If it
    stays like this, tell the people who gave you this form: <code>${id}</code>`
  return message(status, 'Something went wrong', text)
}

function message(
  status: number,
  title: string,
  text: Fragment,
  headers: Readonly<Record<string, string>> = {},
): PageAnswer {
  const main = html`<h1>${title}</h1>
    <p>${text}</p>`
  return answerWithPage({ title, main, status, settings: null, headers })
}

function describeInstant(closesAt: string): string {
  const form = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Date(closesAt).toLocaleString('en-GB', form)} UTC`
}

export const DONE: Html = html`<svg class="done" viewBox="0 0 48 48" aria-hidden="true">
  <circle cx="24" cy="24" r="22" />
  <path d="m14.5 24.5 6.5 6.5 12.5-13" />
</svg>`
