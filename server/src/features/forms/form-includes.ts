import { type Form, FORM_INCLUDES } from '@millrace/contract/form.ts'
import { findClosure, type Form as StoredForm, type FormVersion, listColumns } from '#domain/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { includeOf } from '../shared/include-query.ts'
import { timestamp } from '../shared/timestamps.ts'

type FormInclude = (typeof FORM_INCLUDES)[number]

/** What `include` adds to a form. */
export type IncludedFormMembers = Partial<Pick<Form, FormInclude>>

/** The query parameter `include` of forms. */
export const formInclude = includeOf(FORM_INCLUDES)

/** Reads what the forms of a page need in a few queries, whatever their number. */
export async function loadFormMembers(
  { store, clock }: FeatureDeps,
  forms: readonly StoredForm[],
  include: ReadonlySet<FormInclude>,
): Promise<(form: StoredForm) => IncludedFormMembers> {
  const ids = forms.map(({ id }) => id)
  const [lastSubmissions, versions] = await Promise.all([
    include.has('statistics') ? store.forms.lastSubmissions(ids) : new Map<string, number>(),
    include.has('columns') ? store.forms.answeredVersions(ids) : [],
  ])
  const versionsOf = Map.groupBy(versions, ({ formId }: FormVersion) => formId)
  const now = clock.now()
  return (form) => {
    const last = lastSubmissions.get(form.id)
    const earlier = (versionsOf.get(form.id) ?? []).map(({ fields }) => fields)
    return {
      ...(include.has('statistics') && {
        statistics: {
          submissions: form.submissionCount,
          last_submission_at: last === undefined ? null : timestamp(last),
          state: findClosure(form, now) ?? 'open',
        },
      }),
      ...(include.has('columns') && { columns: listColumns(form.fields, earlier) }),
    }
  }
}
