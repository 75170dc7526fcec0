import { findClosure, type Form, isUuid } from '#domain/index.ts'
import { nextTurn, type PageAnswer, type PageCall, type PublicPages } from '#http/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { startingTexts } from '../../public-pages/read-answers.ts'
import { type AcceptAnswersDeps, acceptAnswers } from './accept-answers.ts'
import { answerPath, pagePath } from './form-page-paths.ts'
import { renderForm } from './form-page.ts'
import { renderClosed, renderFailure, renderNotFound, renderThanks } from './message-pages.ts'

const MANY_FIELDS = 50

/** The hosted page of every form. It needs no key and does not count towards the rate limits of the account. */
export function formPages(context: FeatureDeps, deps: AcceptAnswersDeps): PublicPages {
  const { store, clock } = context

  const withForm = (handler: (form: Form, call: PageCall) => PageAnswer | Promise<PageAnswer>) => {
    return async (call: PageCall) => {
      const id = call.params['id']?.toLowerCase() ?? ''
      const form = isUuid(id) ? await store.forms.findPublic(id) : undefined
      if (form === undefined) return renderNotFound()
      // Many database reads can end in one turn of the event loop, and a large page takes milliseconds.
      if (form.fields.length > MANY_FIELDS) await nextTurn()
      return handler(form, call)
    }
  }

  const show = (form: Form) => {
    const closure = findClosure(form, clock.now())
    if (closure !== undefined) return renderClosed(form, closure, 200)
    const path = answerPath(context.publicUrl(), form)
    return renderForm({ form, path, texts: startingTexts(form.fields) })
  }

  const thank = (form: Form) =>
    renderThanks(
      form,
      findClosure(form, clock.now()) === undefined ? pagePath(context.publicUrl(), form) : undefined,
    )

  return {
    prefix: '/f',
    acceptsFiles: true,
    routes: [
      { method: 'GET', path: '/:id', handler: withForm(show) },
      { method: 'POST', path: '/:id', handler: withForm(acceptAnswers(context, deps)) },
      { method: 'GET', path: '/:id/thanks', handler: withForm(thank) },
    ],
    notFound: renderNotFound,
    failed: renderFailure,
  }
}
