import { AppError, findClosure, type Form, isUuid } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import type { PageAnswer, PageCall, PublicPages } from '#http/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { FormChanged } from '../form-changed.ts'
import { FormClosed } from '../form-closed.ts'
import { FormService } from '../form-service.ts'
import { renderForm } from './form-page.ts'
import { honeypotName } from './honeypot.ts'
import { renderClosed, renderFailure, renderNotFound, renderThanks } from './message-pages.ts'
import { newSubmissionLimit, submissionKey } from './submission-limit.ts'
import { pageHeaders } from '../../public-pages/public-page-layout.ts'
import { readAnswers, sentTexts, startingTexts } from '../../public-pages/read-answers.ts'

const CONFLICT = 409
const UNPROCESSABLE = 422
const TOO_MANY_REQUESTS = 429

const CHANGED =
  'This form has changed since you opened it. Your answers are below. Check them, and send them again.'

/** The hosted page of every form. It needs no key and does not count towards the rate limits of the account. */
export function formPages(context: FeatureDeps, engine: Engine, maxPerAddress: number): PublicPages {
  const { store, clock } = context
  const service = new FormService(context, engine)
  const limit = newSubmissionLimit(clock, maxPerAddress)

  /** Includes the path of the public URL. */
  const pathOf = ({ id }: Form) => `${new URL(context.publicUrl()).pathname.replace(/\/$/, '')}/f/${id}`

  /** Where a page sends its answers. It names the version that the page shows, which may be an earlier one by then. */
  const targetOf = (form: Form, version = form.version) => `${pathOf(form)}?version=${version}`

  const withForm = (handler: (form: Form, call: PageCall) => PageAnswer | Promise<PageAnswer>) => {
    return async (call: PageCall) => {
      const id = call.params['id']?.toLowerCase() ?? ''
      const form = isUuid(id) ? await store.forms.findPublic(id) : undefined
      return form === undefined ? renderNotFound() : handler(form, call)
    }
  }

  const show = (form: Form) => {
    const closure = findClosure(form, clock.now())
    if (closure !== undefined) return renderClosed(form, closure, 200)
    return renderForm({ form, path: targetOf(form), texts: startingTexts(form.fields) })
  }

  const thank = (form: Form) =>
    renderThanks(form, findClosure(form, clock.now()) === undefined ? pathOf(form) : undefined)

  /** The response to a stored submission, and to a robot, which should not notice that it was detected. */
  const redirectToThanks = (form: Form): PageAnswer => {
    const target = form.settings?.redirect_url
    const location = target === undefined ? `${pathOf(form)}/thanks` : new URL(target).href
    return { status: 303, headers: { ...pageHeaders(form.settings), location }, body: '' }
  }

  /** The fields that the page showed. If that version is no longer accepted, those of the current one. */
  const findShown = async (form: Form, query: URLSearchParams) => {
    const number = readVersion(query) ?? form.version
    if (number === form.version) return { number, fields: form.fields, isOutdated: false }
    const version = await service.findAnswerable(form, number)
    return version === undefined
      ? { number: form.version, fields: form.fields, isOutdated: true }
      : { number, fields: version.fields, isOutdated: false }
  }

  const submit = async (form: Form, { query, sent, from }: PageCall): Promise<PageAnswer> => {
    const { number, fields, isOutdated } = await findShown(form, query)
    const trap = sent.get(honeypotName(fields)) ?? ''
    if (trap !== '') return redirectToThanks(form)
    const texts = sentTexts(fields, sent)
    const filled = { form: { ...form, fields }, path: targetOf(form, number), texts }
    const closure = findClosure(form, clock.now())
    if (closure !== undefined) return renderClosed(form, closure, CONFLICT)
    if (isOutdated) return renderForm({ ...filled, complaint: CHANGED, status: CONFLICT })
    const limitKey = submissionKey(form.id, from)
    const wait = limit.take(limitKey)
    if (wait !== undefined) {
      const complaint = `Too many responses were sent from your network. Try again in ${describeWait(wait)}.`
      return renderForm({
        ...filled,
        complaint,
        status: TOO_MANY_REQUESTS,
        headers: { 'retry-after': String(wait) },
      })
    }
    try {
      const answers = { data: readAnswers(fields, texts), version: number }
      await store.write((tx) => service.submit(tx, form.accountId, form.id, answers))
      return redirectToThanks(form)
    } catch (error) {
      limit.giveBack(limitKey)
      if (error instanceof FormClosed) return renderClosed(form, error.closure, CONFLICT)
      if (error instanceof FormChanged) return renderForm({ ...filled, complaint: CHANGED, status: CONFLICT })
      if (!(error instanceof AppError) || error.details.issues === undefined) throw error
      return renderForm({ ...filled, issues: error.details.issues, status: UNPROCESSABLE })
    }
  }

  return {
    prefix: '/f',
    routes: [
      { method: 'GET', path: '/:id', handler: withForm(show) },
      { method: 'POST', path: '/:id', handler: withForm(submit) },
      { method: 'GET', path: '/:id/thanks', handler: withForm(thank) },
    ],
    notFound: renderNotFound,
    failed: renderFailure,
  }
}

function readVersion(query: URLSearchParams): number | undefined {
  const text = query.get('version') ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
