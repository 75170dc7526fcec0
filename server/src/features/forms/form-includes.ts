import type { Issue } from '@millrace/contract/errors.ts'
import { type Form, FORM_INCLUDES } from '@millrace/contract/form.ts'
import { findClosure, type Form as StoredForm, type FormVersion, listColumns } from '#domain/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp } from '../shared/timestamps.ts'

type FormInclude = (typeof FORM_INCLUDES)[number]

/** What `include` adds to a form. */
export type IncludedFormMembers = Partial<Pick<Form, FormInclude>>

interface IncludeQuery {
  readonly include?: string
}

export function checkFormInclude(
  { query }: { readonly query: IncludeQuery },
  isValid: (path: string) => boolean,
): readonly Issue[] {
  if (!isValid('include') || namesIn(query).every(isInclude)) return []
  return [{ path: 'include', message: `must name only ${FORM_INCLUDES.join(', ')}, separated by commas` }]
}

/** Reads what the forms of a page need in a few queries, whatever their number. */
export async function loadFormMembers(
  { store, clock }: FeatureDeps,
  forms: readonly StoredForm[],
  query: IncludeQuery,
): Promise<(form: StoredForm) => IncludedFormMembers> {
  const include = new Set(namesIn(query))
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

function namesIn({ include = '' }: IncludeQuery): string[] {
  return include
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function isInclude(name: string): name is FormInclude {
  return (FORM_INCLUDES as readonly string[]).includes(name)
}
