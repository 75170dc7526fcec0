import type { Issue } from '@millrace/contract/errors.ts'
import {
  createForm,
  createSubmission,
  deleteForm,
  exportSubmissions as exportOperation,
  getForm,
  listForms,
  listSubmissions,
  type FormChanges,
  type NewFormField,
  updateForm,
} from '@millrace/contract/form.ts'
import { checkFields, checkNames, checkSettings, type JsonObject, normaliseFields } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import {
  type Binding,
  checkCursor,
  cursorPage,
  pageMeta,
  readCursor,
  readPage,
  reads,
  writes,
} from '#http/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { exportSubmissions } from './export/export-submissions.ts'
import { presentForm, presentSubmission } from './form-presenter.ts'
import { FormService } from './form-service.ts'

export function formRoutes(context: FeatureDeps, engine: Engine): Binding[] {
  const service = new FormService(context, engine)
  const { store } = context
  return [
    reads(listForms, async ({ account, query }) => {
      const page = readPage(query)
      const { items, total } = await store.forms.list(account, page)
      const url = context.publicUrl()
      return { data: items.map((form) => presentForm(form, url)), meta: pageMeta(page, total) }
    }),
    reads(getForm, async ({ account, params }) => ({
      data: presentForm(await service.read(account, params.id), context.publicUrl()),
    })),
    writes(
      createForm,
      async ({ account, body }, tx) => {
        const form = await service.create(tx, account, body)
        return { data: presentForm(form, context.publicUrl()), headers: { location: `/v1/forms/${form.id}` } }
      },
      checkForm,
    ),
    writes(
      updateForm,
      async ({ account, params, body }, tx) => ({
        data: presentForm(await service.update(tx, account, params.id, body), context.publicUrl()),
      }),
      checkForm,
    ),
    writes(deleteForm, async ({ account, params }, tx) => {
      await service.delete(tx, account, params.id)
      return { data: { id: params.id, deleted: true } }
    }),
    writes(createSubmission, async ({ account, params, body }, tx) => {
      const submission = await service.submit(tx, account, params.id, body.data as JsonObject)
      // A submission has no URL of its own; it is read through the list of its form.
      return {
        data: presentSubmission(submission),
        headers: { location: `/v1/forms/${params.id}/submissions` },
      }
    }),
    reads(
      listSubmissions,
      async ({ account, params, query }) => {
        const cursor = readCursor(query)
        await service.read(account, params.id)
        const { items, meta } = cursorPage(
          cursor,
          await store.forms.listSubmissions(account, params.id, cursor),
        )
        return { data: items.map(presentSubmission), meta }
      },
      ({ query }, isValid) => checkCursor(query, isValid),
    ),
    reads(exportOperation, async ({ account, params }) => {
      const form = await service.read(account, params.id)
      const headers = { 'content-disposition': `attachment; filename="submissions-${form.id}.csv"` }
      return { chunks: exportSubmissions(store.forms, form), headers }
    }),
  ]
}

function checkForm({ body }: { body: FormChanges }, isValid: (path: string) => boolean): readonly Issue[] {
  const issues = checkFormFields(body, isValid)
  return typeof body.settings === 'object'
    ? [...issues, ...checkSettings(body.settings ?? {}, isValid)]
    : issues
}

/** Checks the fields that the schema accepted; the others are skipped, and all keep their numbers. */
function checkFormFields(body: FormChanges, isValid: (path: string) => boolean): readonly Issue[] {
  if (!Array.isArray(body.fields)) return []
  const numbers = [...body.fields.keys()].filter((number) => isValid(`fields[${number}]`))
  const fields = normaliseFields(numbers.map((number) => body.fields?.[number] as NewFormField))
  const names = body.fields.map((field, number) =>
    isValid(`fields[${number}].name`) ? field.name.trim() : undefined,
  )
  return [
    ...checkNames(names),
    ...checkFields(fields, (position) => `fields[${numbers[position] ?? position}]`),
  ]
}
