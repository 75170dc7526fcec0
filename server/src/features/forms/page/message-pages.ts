import type { AppError, Closure } from '#domain/index.ts'
import { html, type PageAnswer } from '#http/index.ts'
import { answerWithMessage, DONE } from '../../public-pages/message-page.ts'
import { answerWithPage } from '../../public-pages/public-page-layout.ts'
import type { ShownForm } from './form-page.ts'

/** `again` is the path of the form if it accepts another submission. */
export function renderThanks(form: ShownForm, again: string | undefined): PageAnswer {
  const own = form.settings?.thank_you
  const main = html`${DONE}
    <h1 dir="auto">${own === undefined ? 'Thank you' : form.name}</h1>
    <p class="prose" dir="auto">${own ?? `Your answers to “${form.name}” were received.`}</p>
    ${again !== undefined && html`<p><a href="${again}">Submit another response</a></p>`}`
  return answerWithPage({ title: form.name, main, status: 200, settings: form.settings })
}

/** `status` is 200 for people who open the page, and another one for those whose submission came too late. */
export function renderClosed(form: ShownForm, closure: Closure, status: number): PageAnswer {
  const closesAt = form.settings?.closes_at
  const main = html`<h1 dir="auto">${form.name}</h1>
    ${
      closure === 'expired'
        ? html`<p>
            This form is closed. It accepted responses until
            <time datetime="${closesAt}">${describeInstant(closesAt ?? '')}</time>.
          </p>`
        : html`<p>This form is full and no longer accepts responses.</p>`
    }
    ${status !== 200 && html`<p role="alert"><strong>Your answers were not saved.</strong></p>`}`
  return answerWithPage({ title: form.name, main, status, settings: form.settings })
}

export function renderNotFound(): PageAnswer {
  return answerWithMessage(
    404,
    'Form not found',
    'The address may be misspelled, or the form may have been deleted.',
  )
}

/** All other failures, in words for people who fill in forms. */
export function renderFailure(error: AppError, status: number): PageAnswer {
  if (status === 413) {
    return answerWithMessage(
      status,
      'Your answers are too long',
      'Go back, shorten them and send them again.',
    )
  }
  if (status === 503) {
    const text = 'This form is temporarily unavailable. Go back and send your answers again in a moment.'
    return answerWithMessage(status, 'Please try again', text, { 'retry-after': '5' })
  }
  if (status < 500) {
    return answerWithMessage(
      status,
      'Your answers could not be read',
      'Go back to the form and send them again.',
    )
  }
  const id = String(error.details['request_id'])
  const text = html`Your answers were not saved because of an error on our side. Go back and send them again.
    If the error persists, report this ID to the people who sent you the form: <code>${id}</code>`
  return answerWithMessage(status, 'Something went wrong', text)
}

function describeInstant(closesAt: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Date(closesAt).toLocaleString('en-GB', format)} UTC`
}
