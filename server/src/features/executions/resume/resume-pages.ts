import type { Issue } from '@millrace/contract/errors.ts'
import type { AppError } from '#domain/index.ts'
import { type Fragment, html, type PageAnswer } from '#http/index.ts'
import { answerWithMessage, DONE } from '../../public-pages/message-page.ts'
import { answerWithPage, pageHeaders } from '../../public-pages/public-page-layout.ts'
import { renderQuestions, renderSummary, showFields } from '../../public-pages/questions.ts'
import { startingTexts, type Texts } from '../../public-pages/read-answers.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { ownNames } from './read-decision.ts'

const UNPROCESSABLE = 422

/** Page of a callback link. Only the button resumes the workflow, because link previews open links too. */
export function renderCallback(path: string): PageAnswer {
  const main = html`<h1>A workflow is waiting for you</h1>
    <p>Choose Continue to resume it.</p>
    <form method="post" action="${path}"><button type="submit">Continue</button></form>`
  return page(200, 'A workflow is waiting for you', main)
}

export interface ShownApproval {
  readonly request: ApprovalRequest
  readonly path: string
  /** The decision that the link names. */
  readonly decision: string | null
  /** What was sent and refused, if anything. */
  readonly refused?: {
    readonly texts: readonly Texts[]
    readonly comment: string
    readonly issues: readonly Issue[]
  }
}

export function renderApproval({ request, path, decision, refused }: ShownApproval): PageAnswer {
  const { fields, message } = request
  const issues = refused?.issues ?? []
  const shown = showFields(fields, refused?.texts ?? startingTexts(fields), issues)
  const complaint = shown.some(({ problem }) => problem !== undefined)
    ? undefined
    : issues.map((issue) => `${capitalise(issue.path)} ${issue.message}.`).join(' ')
  const names = ownNames(fields)
  const title = 'Your decision is needed'
  const main = html`<h1>${title}</h1>
    <p class="prose" dir="auto">${message}</p>
    ${issues.length > 0 && renderSummary(shown, complaint)}
    <form method="post" action="${path}" accept-charset="utf-8">
      ${NO_DECISION_BY_ENTER} ${renderQuestions(shown)}
      <div class="field">
        <label for="comment">Comment</label>
        <textarea id="comment" name="${names.comment}" rows="3" maxlength="10000" dir="auto">
${refused?.comment ?? ''}</textarea>
      </div>
      <div class="decisions">${decisionButtons(names.decision, decision)}</div>
    </form>`
  return page(issues.length > 0 ? UNPROCESSABLE : 200, issues.length > 0 ? `Not sent: ${title}` : title, main)
}

/** Enter in a text field presses the first button of a form, so the first button does nothing. */
const NO_DECISION_BY_ENTER = html`<button type="submit" class="unseen" disabled aria-hidden="true"></button>`

/** The decision that the link names comes first and stands out. A rejection does not require answers. */
function decisionButtons(name: string, decision: string | null): Fragment {
  const approve = { value: 'approve', label: 'Approve' }
  const reject = { value: 'reject', label: 'Reject' }
  const buttons = decision === 'reject' ? [reject, approve] : [approve, reject]
  return buttons.map(({ value, label }, index) => {
    const style = index === 0 ? '' : 'quiet'
    return value === 'reject'
      ? html`<button type="submit" class="${style}" name="${name}" value="${value}" formnovalidate>
          ${label}
        </button>`
      : html`<button type="submit" class="${style}" name="${name}" value="${value}">${label}</button>`
  })
}

export function renderAnswered(): PageAnswer {
  const main = html`${DONE}
    <h1>Thank you</h1>
    <p>Your answer was received, and the workflow continues. You can close this page.</p>`
  return page(200, 'Thank you', main)
}

export function renderAlreadyAnswered(): PageAnswer {
  return answerWithMessage(
    410,
    'Already answered',
    'This request was answered before, or the workflow ended or stopped waiting. There is nothing left to do.',
  )
}

export function renderNotYet(): PageAnswer {
  return answerWithMessage(
    409,
    'Not ready yet',
    'The workflow has not reached this decision. Reload this page in a moment.',
  )
}

export function renderExpired(): PageAnswer {
  return answerWithMessage(410, 'This request has expired', 'The workflow no longer waits for an answer.')
}

export function renderUnknown(): PageAnswer {
  return answerWithMessage(
    404,
    'Link not found',
    'The address may be misspelled or cut off. Open the link from the message again.',
  )
}

export function redirectToThanks(path: string): PageAnswer {
  return { status: 303, headers: { ...pageHeaders(null), location: `${path}/done` }, body: '' }
}

/** All other failures, in words for people who follow a link. */
export function renderFailure(error: AppError, status: number): PageAnswer {
  if (status === 413) {
    return answerWithMessage(
      status,
      'Your answer is too long',
      'Go back, shorten your answer and send it again.',
    )
  }
  if (status === 503) {
    const text = 'The service is temporarily unavailable. Go back and send your answer again in a moment.'
    return answerWithMessage(status, 'Please try again', text, { 'retry-after': '5' })
  }
  if (status < 500) {
    return answerWithMessage(status, 'Your answer could not be read', 'Go back and send it again.')
  }
  const id = String(error.details['request_id'])
  const text = html`Your answer was not saved because of an error on our side. Go back and send it again. If
    the error persists, report this ID to the people who sent you the link: <code>${id}</code>`
  return answerWithMessage(status, 'Something went wrong', text)
}

function page(status: number, title: string, main: Fragment): PageAnswer {
  return answerWithPage({ title, main, status, settings: null })
}

function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
