import type { FormField } from '@millrace/contract/form.ts'
import { AppError, type Closure, findClosure, type Form } from '#domain/index.ts'
import type { PageAnswer, PageCall } from '#http/index.ts'
import type { FileService } from '../../files/file-service.ts'
import { readAnswers, sentTexts } from '../../public-pages/read-answers.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { FormChanged } from '../form-changed.ts'
import { FormClosed } from '../form-closed.ts'
import type { SubmissionService } from '../submission-service.ts'
import { answerPath, sendOn } from './form-page-paths.ts'
import { type FilledForm, renderForm } from './form-page.ts'
import { honeypotName } from './honeypot.ts'
import { renderClosed } from './message-pages.ts'
import { receiveAnswers } from './receive-answers.ts'
import { networkOf, newSubmissionLimit, submissionKey } from './submission-limit.ts'
import { UploadSlots } from './upload-slots.ts'

const CONFLICT = 409
const UNPROCESSABLE = 422
const TOO_MANY_REQUESTS = 429
const UNAVAILABLE = 503

export interface AcceptAnswersDeps {
  readonly submissions: SubmissionService
  readonly files: FileService
  /** Submissions of one network to one form in ten minutes; 0 means no limit. */
  readonly maxPerAddress: number
}

/** The fields that the page showed. */
interface ShownVersion {
  readonly number: number
  readonly fields: readonly FormField[]
  /** Whether the page showed a version that is no longer accepted: these are the fields of the current one. */
  readonly isOutdated: boolean
}

type Complaint = Pick<FilledForm, 'complaint' | 'status' | 'headers' | 'issues'>

/** Why answers are not accepted: the form is closed, or something that people can read above their answers. */
type Obstacle = { readonly closure: Closure } | Complaint

const CHANGED: Complaint = {
  complaint:
    'This form has changed since you opened it. Your answers are below. Check them, and send them again.',
  status: CONFLICT,
}

const NO_SLOT: Complaint = {
  complaint: 'Many files are being sent at the moment. Try again in a minute.',
  status: TOO_MANY_REQUESTS,
  headers: { 'retry-after': '60' },
}

const NO_SPACE: Complaint = {
  complaint: 'This form cannot take files at the moment. Please tell the people who sent you the form.',
  status: UNAVAILABLE,
}

/** Stores what the page of a form sends, or answers with the page and what is wrong. */
export function acceptAnswers(
  context: FeatureDeps,
  { submissions, files, maxPerAddress }: AcceptAnswersDeps,
): (form: Form, call: PageCall) => Promise<PageAnswer> {
  const { store, clock } = context
  const limit = newSubmissionLimit(clock, maxPerAddress)
  const slots = new UploadSlots()

  return async (form, call) => {
    if (call.content === undefined) return accept(form, call)
    const network = networkOf(call.from)
    if (!slots.take(network)) return accept(form, call, NO_SLOT)
    try {
      return await accept(form, call)
    } finally {
      slots.release(network)
    }
  }

  /** Files take long to arrive, so what stands against them is known before they are read. */
  async function accept(form: Form, call: PageCall, noSlot?: Complaint): Promise<PageAnswer> {
    const shown = await findShown(form, call.query)
    const { fields, number } = shown
    if (call.content !== undefined && !fields.some(({ type }) => type === 'file')) throw noMultipart()
    const trap = honeypotName(fields)
    const isRobot = (sent: URLSearchParams) => (sent.get(trap) ?? '') !== ''
    const publicUrl = context.publicUrl()
    if (isRobot(call.sent)) return sendOn(publicUrl, form, call)
    const limitKey = submissionKey(form.id, call.from)
    const obstacle = noSlot ?? findObstacle(form, shown, limitKey)
    const isWanted = (sent: URLSearchParams) => obstacle === undefined && !isRobot(sent)
    const received = await receiveAnswers(call, { account: form.accountId, fields, files, isWanted })
    const discard = () => files.discard(received.uploads.map(({ content }) => content))
    if (isRobot(received.sent)) {
      await discard()
      return sendOn(publicUrl, form, call)
    }
    const texts = sentTexts(fields, received.sent)
    const filled = { form: { ...form, fields }, path: answerPath(publicUrl, form, number), texts }
    try {
      if (obstacle !== undefined) return await refuse(obstacle)
      if (received.isFull) return await refuse(NO_SPACE)
      const { uploads, issues } = received
      const answers = { data: readAnswers(fields, texts), version: number, uploads, issues }
      await store.write((tx) => submissions.submit(tx, form.accountId, form.id, answers))
      return sendOn(publicUrl, form, call)
    } catch (error) {
      // Files that are sent again and again cost more than answers.
      if (received.uploads.length === 0) limit.giveBack(limitKey)
      const reason = toObstacle(error)
      if (reason !== undefined) return refuse(reason)
      await discard()
      throw error
    }

    async function refuse(reason: Obstacle): Promise<PageAnswer> {
      await discard()
      return 'closure' in reason
        ? renderClosed(form, reason.closure, CONFLICT)
        : renderForm({ ...filled, ...reason })
    }
  }

  /** If that version is no longer accepted, the current one. */
  async function findShown(form: Form, query: URLSearchParams): Promise<ShownVersion> {
    const number = readVersion(query) ?? form.version
    if (number === form.version) return { number, fields: form.fields, isOutdated: false }
    const version = await submissions.forms.findAnswerable(form, number)
    return version === undefined
      ? { number: form.version, fields: form.fields, isOutdated: true }
      : { number, fields: version.fields, isOutdated: false }
  }

  function findObstacle(form: Form, { isOutdated }: ShownVersion, limitKey: string): Obstacle | undefined {
    const closure = findClosure(form, clock.now())
    if (closure !== undefined) return { closure }
    if (isOutdated) return CHANGED
    const wait = limit.take(limitKey)
    if (wait === undefined) return undefined
    const complaint = `Too many responses were sent from your network. Try again in ${describeWait(wait)}.`
    return { complaint, status: TOO_MANY_REQUESTS, headers: { 'retry-after': String(wait) } }
  }
}

function noMultipart(): AppError {
  const message = 'A form without files must be sent as application/x-www-form-urlencoded.'
  return new AppError(
    'VALIDATION_ERROR',
    message,
    { issues: [{ path: 'Content-Type', message }] },
    { kind: 'media_type' },
  )
}

/** What people can do something about; undefined for everything else. */
function toObstacle(error: unknown): Obstacle | undefined {
  if (error instanceof FormClosed) return { closure: error.closure }
  if (error instanceof FormChanged) return CHANGED
  if (!(error instanceof AppError) || error.details.issues === undefined) return undefined
  return error.kind === 'too_large' ? NO_SPACE : { issues: error.details.issues, status: UNPROCESSABLE }
}

function readVersion(query: URLSearchParams): number | undefined {
  const text = query.get('version') ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
