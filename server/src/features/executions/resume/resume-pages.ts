import type { Issue } from '@millrace/contract/errors.ts'
import type { AppError } from '#domain/index.ts'
import { type Fragment, html, type PageAnswer } from '#http/index.ts'
import { renderQuestions, showFields, summary } from '../../forms/page/form-page.ts'
import { DONE } from '../../forms/page/message-pages.ts'
import { answerWithPage, pageHeaders } from '../../public-pages/public-page-layout.ts'
import { startingTexts, type Texts } from '../../public-pages/read-answers.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { ownNames } from './read-decision.ts'

const UNFIT = 422

/** What a person sees who opens the link of a callback. Only the button goes on: link previews follow links, too. */
export function renderCallback(path: string): PageAnswer {
  const main = html`<h1>A workflow waits here</h1>
    <p>It goes on when you say so.</p>
    <form method="post" action="${path}"><button type="submit">Continue</button></form>`
  return page(200, 'A workflow waits here', main)
}

export interface ShownApproval {
  readonly request: ApprovalRequest
  readonly path: string
  /** Which decision the link names. */
  readonly decision: string | null
  /** What was sent and could not be taken, if anything. */
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
    ${issues.length > 0 && summary(shown, complaint)}
    <form method="post" action="${path}" accept-charset="utf-8">
      ${NO_DECISION_BY_ENTER} ${renderQuestions(shown)}
      <div class="field">
        <label for="comment">Comment</label>
        <textarea id="comment" name="${names.comment}" rows="3" maxlength="10000" dir="auto">
${refused?.comment ?? ''}</textarea>
      </div>
      <div class="decisions">${decisionButtons(names.decision, decision)}</div>
    </form>`
  return page(issues.length > 0 ? UNFIT : 200, issues.length > 0 ? `Not sent: ${title}` : title, main)
}

/** Browsers press the first button when somebody presses Enter in a text: that one does nothing. */
const NO_DECISION_BY_ENTER = html`<button type="submit" class="unseen" disabled aria-hidden="true"></button>`

/** The one that the link is for comes first and stands out. Nobody has to answer questions to say no. */
function decisionButtons(name: string, decision: string | null): Fragment {
  const approve = { value: 'approve', label: 'Approve' }
  const reject = { value: 'reject', label: 'Reject' }
  const buttons = decision === 'reject' ? [reject, approve] : [approve, reject]
  return buttons.map(({ value, label }, index) => {
    const look = index === 0 ? '' : 'quiet'
    return value === 'reject'
      ? html`<button type="submit" class="${look}" name="${name}" value="${value}" formnovalidate>
          ${label}
        </button>`
      : html`<button type="submit" class="${look}" name="${name}" value="${value}">${label}</button>`
  })
}

export function renderAnswered(): PageAnswer {
  const main = html`${DONE}
    <h1>Thank you</h1>
    <p>Your answer has arrived, and the workflow goes on with it. You can close this page.</p>`
  return page(200, 'Thank you', main)
}

export function renderOver(): PageAnswer {
  return message(
    410,
    'This was answered already',
    'Somebody answered before, or the workflow ended or stopped waiting. There is nothing left to do here.',
  )
}

export function renderAhead(): PageAnswer {
  return message(
    409,
    'Not yet',
    'The workflow has not come to this decision. Load this page again in a moment.',
  )
}

export function renderExpired(): PageAnswer {
  return message(410, 'The time is over', 'The workflow waited for an answer until now, and waits no more.')
}

export function renderUnknown(): PageAnswer {
  return message(
    404,
    'Nothing waits here',
    'The address may be misspelt or cut off. Open the link once more.',
  )
}

export function sendOn(path: string): PageAnswer {
  return { status: 303, headers: { ...pageHeaders(null), location: `${path}/done` }, body: '' }
}

/** Whatever else went wrong, in words for people who follow a link. */
export function renderFailure(error: AppError, status: number): PageAnswer {
  if (status === 413) return message(status, 'That was too much', 'Go back and send less.')
  if (status === 503) {
    return message(
      status,
      'Please try again',
      'Nothing can be taken for a moment. Go back and send it again.',
      {
        'retry-after': '5',
      },
    )
  }
  if (status < 500) return message(status, 'That was not understood', 'Go back and send it again.')
  const id = String(error.details['request_id'])
  const text = html`Your answer was not stored, and it is not your fault. Go back and send it again. If it
    stays like this, tell the people who sent you here: <code>${id}</code>`
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
  return page(status, title, main, headers)
}

function page(
  status: number,
  title: string,
  main: Fragment,
  headers: Readonly<Record<string, string>> = {},
): PageAnswer {
  return answerWithPage({ title, main, status, settings: null, headers })
}

function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
