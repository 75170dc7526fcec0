import {
  createForm,
  createSubmission,
  deleteForm,
  exportSubmissions as exportOperation,
  getForm,
  listForms,
  listSubmissions,
  updateForm,
} from '@millrace/contract/form.ts'
import { deleteSubmission, deleteSubmissions, getSubmission } from '@millrace/contract/submission.ts'
import { type Form, type JsonObject, matchSubmission, notFound } from '#domain/index.ts'
import { type Binding, checkCursor, pageMeta, readCursor, readPage, reads, writes } from '#http/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { checkForm } from './check-form.ts'
import { exportSubmissions } from './export/export-submissions.ts'
import { formInclude, type IncludedFormMembers, loadFormMembers } from './form-includes.ts'
import { formTag, presentForm, presentSubmission, presentSubmissionDetail } from './form-presenter.ts'
import type { CursorRequest } from '#ports/index.ts'
import { pageSubmissions } from './page-submissions.ts'
import { readFormData } from './read-form-data.ts'
import type { SubmissionService } from './submission-service.ts'

export function formRoutes(context: FeatureDeps, submissions: SubmissionService): Binding[] {
  const service = submissions.forms
  const { store } = context
  const answer = (form: Form, included?: IncludedFormMembers) => ({
    data: presentForm(form, context.publicUrl(), included),
    headers: { etag: formTag(form) },
  })
  return [
    reads(
      listForms,
      async ({ account, query }) => {
        const page = readPage(query)
        const { items, total } = await store.forms.list(account, { search: query.search }, page)
        const url = context.publicUrl()
        const included = await loadFormMembers(context, items, formInclude.read(query))
        const data = items.map((form) => presentForm(form, url, included(form)))
        return { data, meta: pageMeta(page, total) }
      },
      formInclude.check,
    ),
    reads(
      getForm,
      async ({ account, params, query }) => {
        const form = await service.read(account, params.id)
        const included = await loadFormMembers(context, [form], formInclude.read(query))
        return answer(form, included(form))
      },
      formInclude.check,
    ),
    writes(
      createForm,
      async ({ account, body }, tx) => {
        const form = await service.create(tx, account, body)
        const { data, headers } = answer(form)
        return { data, headers: { ...headers, location: `/v1/forms/${form.id}` } }
      },
      checkForm,
    ),
    writes(
      updateForm,
      async ({ account, params, body, ifMatch }, tx) =>
        answer(await service.update(tx, { account, id: params.id, ifMatch }, body)),
      checkForm,
    ),
    writes(deleteForm, async ({ account, params, ifMatch }, tx) => {
      await service.delete(tx, { account, id: params.id, ifMatch })
      return { data: { id: params.id, deleted: true } }
    }),
    writes(createSubmission, async ({ account, params, body, form: sent }, tx) => {
      const answers =
        sent === undefined
          ? { data: body.data as JsonObject }
          : readFormData((await service.read(account, params.id, tx)).fields, sent)
      const submission = await submissions.submit(tx, account, params.id, answers)
      return {
        data: presentSubmission(submission),
        headers: { location: `/v1/forms/${params.id}/submissions/${submission.id}` },
      }
    }),
    reads(
      listSubmissions,
      async ({ account, params, query }) => {
        const cursor = readCursor(query)
        await service.read(account, params.id)
        const list = (request: CursorRequest) => store.forms.listSubmissions(account, params.id, request)
        const { items, meta } = await pageSubmissions(list, cursor, query.search)
        return { data: items.map(presentSubmission), meta }
      },
      ({ query }, isValid) => checkCursor(query, isValid),
    ),
    reads(getSubmission, async ({ account, params }) => {
      const { submission, version } = await service.readSubmission(account, params.id, params.submission_id)
      return { data: presentSubmissionDetail(submission, version) }
    }),
    writes(deleteSubmission, async ({ account, params }, tx) => {
      const { id, submission_id: submissionId } = params
      const deleted = await service.deleteSubmissions(tx, account, id, [submissionId])
      if (deleted === 0) throw notFound('submission')
      return { data: { id: submissionId, deleted: true } }
    }),
    writes(deleteSubmissions, async ({ account, params, body }, tx) => ({
      data: { deleted: await service.deleteSubmissions(tx, account, params.id, body.ids) },
    })),
    reads(exportOperation, async ({ account, params, query }) => {
      const form = await service.read(account, params.id)
      const headers = { 'content-disposition': `attachment; filename="submissions-${form.id}.csv"` }
      return {
        chunks: exportSubmissions(store.forms, form, {
          isWanted: matchSubmission(query.search ?? ''),
          addressOf: (file) => `${context.publicUrl()}/app/v1/files/${file}/content`,
        }),
        headers,
      }
    }),
  ]
}
