import { AppError, findClosure, type Form, isUuid } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import type { PageAnswer, PageCall, PublicPages } from '#http/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { FormClosed } from '../form-closed.ts'
import { FormService } from '../form-service.ts'
import { AddressLimit } from './address-limit.ts'
import { renderForm } from './form-page.ts'
import { honeypotName } from './honeypot.ts'
import { renderClosed, renderFailure, renderNotFound, renderThanks } from './message-pages.ts'
import { pageHeaders } from '../../public-pages/public-page-layout.ts'
import { readAnswers, sentTexts, startingTexts } from '../../public-pages/read-answers.ts'

const TOO_LATE = 409
const UNFIT = 422
const TOO_MANY = 429

/** The hosted page of every form. It needs no key and spends nothing of the account's rate limits. */
export function formPages(context: FeatureDeps, engine: Engine, mostPerAddress: number): PublicPages {
  const { store, clock } = context
  const service = new FormService(context, engine)
  const limit = new AddressLimit(clock, mostPerAddress)

  /** Below whatever path the service is reached by. */
  const pathOf = ({ id }: Form) => `${new URL(context.publicUrl()).pathname.replace(/\/$/, '')}/f/${id}`

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
    return renderForm({ form, path: pathOf(form), texts: startingTexts(form.fields) })
  }

  const thank = (form: Form) =>
    renderThanks(form, findClosure(form, clock.now()) === undefined ? pathOf(form) : undefined)

  /** What a stored answer gets, and what a robot gets that was told from people. */
  const sendOn = (form: Form): PageAnswer => {
    const target = form.settings?.redirect_url
    const location = target === undefined ? `${pathOf(form)}/thanks` : new URL(target).href
    return { status: 303, headers: { ...pageHeaders(form.settings), location }, body: '' }
  }

  const submit = async (form: Form, { sent, from }: PageCall): Promise<PageAnswer> => {
    const trap = sent.get(honeypotName(form.fields)) ?? ''
    if (trap !== '') return sendOn(form)
    const texts = sentTexts(form.fields, sent)
    const filled = { form, path: pathOf(form), texts }
    const wait = limit.take(form.id, from)
    if (wait !== undefined) {
      const complaint = `Too many answers came from your network. Send yours in ${describeWait(wait)}.`
      return renderForm({ ...filled, complaint, status: TOO_MANY, headers: { 'retry-after': String(wait) } })
    }
    try {
      const data = readAnswers(form.fields, texts)
      await store.write((tx) => service.submit(tx, form.accountId, form.id, data))
      return sendOn(form)
    } catch (error) {
      limit.giveBack(form.id, from)
      if (error instanceof FormClosed) return renderClosed(form, error.closure, TOO_LATE)
      if (!(error instanceof AppError) || error.details.issues === undefined) throw error
      return renderForm({ ...filled, issues: error.details.issues, status: UNFIT })
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

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
