import { MAX_SIGNAL_SIZE } from '@millrace/contract/execution-control.ts'
import { AppError, invalid, type JsonValue } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import {
  errorBody,
  FORBIDDEN_KEYS,
  JSON_TYPE,
  type PageAnswer,
  type PageCall,
  type PublicPages,
} from '#http/index.ts'
import type { OpenWait } from '#ports/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { sentTexts } from '../../public-pages/read-answers.ts'
import type { LinkedWait, VaultWaitLinks } from '../signed-wait-links.ts'
import { findApprovalRequest } from './approval-request.ts'
import { ownNames, readDecision } from './read-decision.ts'
import {
  renderNotYet,
  renderAnswered,
  renderApproval,
  renderCallback,
  renderExpired,
  renderFailure,
  renderAlreadyAnswered,
  renderUnknown,
  redirectToThanks,
} from './resume-pages.ts'

/** The wait of a link; `open` is undefined if the run has not reached it yet. */
interface FoundWait {
  readonly linked: LinkedWait
  readonly open: OpenWait | undefined
}

/**
 * The pages on which people and programs answer waits by link, without a key.
 *
 * 1. GET changes nothing: mail scanners and link previews open links before people do.
 * 2. A wait is answered once; the store guarantees it.
 */
export function resumePages(context: FeatureDeps, engine: Engine, links: VaultWaitLinks): PublicPages {
  const { store, clock } = context

  /** Includes the path of the public URL. */
  const pathOf = ({ params }: PageCall) =>
    `${new URL(context.publicUrl()).pathname.replace(/\/$/, '')}/resume/${params['token'] ?? ''}`

  /**
   * Returns the wait of the link, or the page that says why there is none. A program may call back before the run has reached
   * its wait: its answer is stored. A person can answer only after the run has recorded its question.
   */
  const findWait = async ({ params }: PageCall): Promise<FoundWait | PageAnswer> => {
    const linked = links.read(params['token'] ?? '')
    if (linked === undefined) return renderUnknown()
    const open = await store.executions.findWait(linked.waitId)
    if (open !== undefined) {
      const hasExpired = open.dueAt !== null && open.dueAt <= clock.now()
      return hasExpired ? renderExpired() : { linked, open }
    }
    if (!(await store.executions.canStillReachWait(linked.executionId, linked.waitId)))
      return renderAlreadyAnswered()
    return linked.kind === 'approval' ? renderNotYet() : { linked, open }
  }

  const show = async (call: PageCall): Promise<PageAnswer> => {
    const found = await findWait(call)
    if ('status' in found) return found
    const path = pathOf(call)
    if (found.open?.kind !== 'approval') return renderCallback(path)
    const request = await findApprovalRequest(store.executions, found.open)
    return renderApproval({ request, path, decision: call.query.get('decision') })
  }

  const answer = async (call: PageCall): Promise<PageAnswer> => {
    const found = await findWait(call)
    if ('status' in found) return refuse(call, found)
    const { linked, open } = found
    return open?.kind === 'approval' ? decide(linked, open, call) : resume(linked, call, readCallback(call))
  }

  const decide = async (linked: LinkedWait, open: OpenWait, call: PageCall): Promise<PageAnswer> => {
    const request = await findApprovalRequest(store.executions, open)
    const decision = readDecision(call, request.fields)
    if ('data' in decision) return resume(linked, call, decision.data)
    const { issues } = decision
    if (!call.isBrowser) throw invalid(issues)
    const names = ownNames(request.fields)
    const comment = call.sent.get(names.comment) ?? ''
    const refused = { texts: sentTexts(request.fields, call.sent), comment, issues }
    return renderApproval({ request, path: pathOf(call), decision: call.sent.get(names.decision), refused })
  }

  const resume = async (
    { executionId, waitId }: LinkedWait,
    call: PageCall,
    data: JsonValue,
  ): Promise<PageAnswer> => {
    const signal = { event: null, waitId, data }
    const result = await store.write((tx) => engine.signal(tx, executionId, signal))
    if (result !== 'woken' && result !== 'enqueued') return refuse(call, renderAlreadyAnswered())
    return call.isBrowser ? redirectToThanks(pathOf(call)) : ACCEPTED
  }

  const thank = async (call: PageCall) =>
    links.read(call.params['token'] ?? '') === undefined ? renderUnknown() : renderAnswered()

  return {
    prefix: '/resume',
    acceptsJson: true,
    bodyLimit: MAX_SIGNAL_SIZE,
    routes: [
      { method: 'GET', path: '/:token', handler: show },
      { method: 'POST', path: '/:token', handler: answer },
      { method: 'GET', path: '/:token/done', handler: thank },
    ],
    notFound: renderUnknown,
    failed: (error, status, isBrowser) =>
      isBrowser ? renderFailure(error, status) : { status, headers: JSON_HEADERS, body: errorBody(error) },
  }
}

const JSON_HEADERS = { 'content-type': JSON_TYPE }

const ACCEPTED: PageAnswer = {
  status: 202,
  headers: JSON_HEADERS,
  body: JSON.stringify({ success: true, data: { status: 'accepted' } }),
}

const MESSAGES: Readonly<Record<number, string>> = {
  404: 'No workflow waits at this link.',
  409: 'The workflow has not reached this decision. Try again in a moment.',
}

/** A page for browsers; the same message as JSON for programs. */
function refuse({ isBrowser }: PageCall, page: PageAnswer): PageAnswer {
  if (isBrowser) return page
  const message = MESSAGES[page.status] ?? 'The request was already answered or has expired.'
  return { status: page.status, headers: JSON_HEADERS, body: errorBody(new AppError('NOT_FOUND', message)) }
}

/** JSON is used unchanged. Form fields become an object; a name that occurs more than once becomes a list. */
function readCallback({ json, sent }: PageCall): JsonValue {
  if (json !== undefined) return json as JsonValue
  const fields = Map.groupBy(sent, ([name]) => name)
  const refused = [...fields.keys()].filter((name) => FORBIDDEN_KEYS.has(name))
  if (refused.length > 0)
    throw invalid(refused.map((path) => ({ path, message: 'must not be used as the name of a field' })))
  return Object.fromEntries(
    [...fields].map(([name, pairs]) => {
      const texts = pairs.map(([, text]) => text)
      return [name, texts.length === 1 ? (texts[0] ?? '') : texts]
    }),
  )
}
